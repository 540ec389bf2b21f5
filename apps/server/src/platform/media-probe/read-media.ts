import { byteReader } from './byte-reader.ts'
import { isIsoMedia, readIsoMedia } from './iso-media.ts'
import type { MediaFacts } from './media-facts.ts'
import { readGif, readJpeg, readPng, readWebp } from './still-image.ts'

const stillReaders = { 'image/jpeg': readJpeg, 'image/png': readPng, 'image/webp': readWebp, 'image/gif': readGif }

/**
 * What kind of media it is, and how large a picture would become. It never judges whether content follows its format: decoders are
 * more tolerant than any reader of headers.
 * @param sniffed its type by the first bytes
 * @param unknown what an MP4 is taken for if it has no track to tell
 */
export const readMedia = async (
  head: Buffer,
  sniffed: string,
  content: AsyncIterator<Uint8Array>,
  unknown: 'audio' | 'video',
): Promise<MediaFacts> => {
  if (isIsoMedia(head)) return readIsoMedia(byteReader(content), unknown)
  if (sniffed === 'video/webm' && !hasWebmPicture(head)) return { media_type: 'audio/webm' }
  if (isStill(sniffed)) return { media_type: sniffed, ...(await stillReaders[sniffed](byteReader(content))) }
  return { media_type: sniffed }
}

const isStill = (type: string): type is keyof typeof stillReaders => type in stillReaders

/** Whether a track before the first cluster has a codec of pictures (RFC 9559: element 86, then its length, then `V_…`). */
const hasWebmPicture = (head: Buffer): boolean => {
  const text = head.toString('latin1')
  const cluster = text.indexOf('\x1f\x43\xb6\x75')
  return /\x86[\x80-\xff]V_[A-Z0-9]/.test(cluster < 0 ? text : text.slice(0, cluster))
}
