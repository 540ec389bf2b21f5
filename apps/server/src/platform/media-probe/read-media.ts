import { fileTypeFromBuffer } from 'file-type'
import { isAmr, readAmr } from './amr.ts'
import { byteReader } from './byte-reader.ts'
import { isIsoMedia, readIsoMedia } from './iso-media.ts'
import type { MediaFacts } from './media-facts.ts'
import { readJpeg, readPng, readWebp } from './still-image.ts'
import { readTaggedMedia } from './tagged-media.ts'

const taggedTypes = ['audio/ogg', 'audio/wav', 'audio/mpeg', 'audio/aac', 'audio/flac', 'video/webm']
const stillReaders = { 'image/jpeg': readJpeg, 'image/png': readPng, 'image/webp': readWebp }

/** The content type by the first bytes; `application/octet-stream` when they do not show it. */
export const sniff = async (head: Buffer): Promise<string> => {
  const found = (await fileTypeFromBuffer(head))?.mime ?? 'application/octet-stream'
  return found.replace(/;.*$/, '')
}

/** Reads the metadata of the format. Throws when the content does not follow its format. */
export const readMedia = async (
  head: Buffer,
  sniffed: string,
  content: AsyncIterator<Uint8Array>,
): Promise<MediaFacts> => {
  if (isAmr(head)) return readAmr(byteReader(content))
  if (isIsoMedia(head)) return readIsoMedia(byteReader(content))
  if (taggedTypes.includes(sniffed)) return readTaggedMedia(sniffed, content)
  if (isStill(sniffed)) return stillReaders[sniffed](byteReader(content))
  return { media_type: sniffed }
}

const isStill = (type: string): type is keyof typeof stillReaders => type in stillReaders
