import { Readable } from 'node:stream'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { fromStream, type ITokenizer } from 'strtok3'
import { maxPieceBytes } from './byte-reader.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

/** Ogg, WAV, WebM, MP3, AAC and FLAC, by music-metadata, which reads them as they stream by. */
export const readTaggedMedia = async (mediaType: string, content: AsyncIterator<Uint8Array>): Promise<MediaFacts> => {
  const stream = Readable.from({ [Symbol.asyncIterator]: () => content }, { objectMode: false })
  try {
    const tokenizer = withSmallPieces(await fromStream(stream, { fileInfo: { mimeType: mediaType } }))
    const options = { duration: true, skipCovers: true, skipPostHeaders: true }
    return factsOf(mediaType, await parseFromTokenizer(tokenizer, options))
  } catch (error) {
    throw new BrokenMedia(error instanceof Error ? error.message : 'It does not parse', { cause: error })
  } finally {
    stream.destroy()
  }
}

/** The parsers believe the lengths they read; a hostile one must not make them hold gigabytes. */
const withSmallPieces = (tokenizer: ITokenizer): ITokenizer => {
  const [read, peek] = [tokenizer.readBuffer.bind(tokenizer), tokenizer.peekBuffer.bind(tokenizer)]
  const assertSmall = (bytes: number): void => {
    if (bytes > maxPieceBytes) throw new BrokenMedia(`It declares a piece of ${bytes} bytes`)
  }
  tokenizer.readBuffer = async (target, options) => {
    assertSmall(options?.length ?? target.length)
    return read(target, options)
  }
  tokenizer.peekBuffer = async (target, options) => {
    assertSmall(options?.length ?? target.length)
    return peek(target, options)
  }
  return tokenizer
}

const factsOf = (mediaType: string, { format }: IAudioMetadata): MediaFacts => {
  const video = format.trackInfo.find((track) => track.video !== undefined)
  const audio = format.trackInfo.find((track) => track.audio !== undefined)
  const audioCodec = audio?.codecName ?? (video ? undefined : format.codec)
  const isKnown = format.duration !== undefined && Number.isFinite(format.duration)
  return {
    media_type: video || !mediaType.startsWith('video/') ? mediaType : mediaType.replace('video/', 'audio/'),
    ...(isKnown ? { duration_s: format.duration } : {}),
    ...(audioCodec ? { audio_codec: codecName(audioCodec) } : {}),
    ...(video?.codecName ? { video_codec: codecName(video.codecName) } : {}),
    ...(video?.video?.pixelWidth ? { width: video.video.pixelWidth } : {}),
    ...(video?.video?.pixelHeight ? { height: video.video.pixelHeight } : {}),
  }
}

const codecName = (name: string): string => {
  const plain = name.toLowerCase().replace(/^[av]_/, '')
  if (/^vorbis/.test(plain)) return 'vorbis'
  if (/^opus/.test(plain)) return 'opus'
  if (/layer 3/.test(plain)) return 'mp3'
  return plain
}
