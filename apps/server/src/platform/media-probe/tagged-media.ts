import { Readable } from 'node:stream'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { fromStream, type IGetToken, type ITokenizer } from 'strtok3'
import { maxPieceBytes } from './byte-reader.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

/** Ogg, WAV, WebM, MP3, AAC and FLAC, with music-metadata, which reads them as they stream by. */
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

/** The parsers trust the lengths in the content and allocate first; a hostile length must not make them hold gigabytes. */
const withSmallPieces = (tokenizer: ITokenizer): ITokenizer => {
  const original = {
    readBuffer: tokenizer.readBuffer.bind(tokenizer),
    peekBuffer: tokenizer.peekBuffer.bind(tokenizer),
    readToken: tokenizer.readToken.bind(tokenizer),
    peekToken: tokenizer.peekToken.bind(tokenizer),
  }
  const assertSmall = (bytes: number): void => {
    if (bytes > maxPieceBytes) throw new BrokenMedia(`It declares a piece of ${bytes} bytes`)
  }
  return Object.assign(tokenizer, {
    readBuffer: async (...args: Parameters<ITokenizer['readBuffer']>) => {
      assertSmall(args[1]?.length ?? args[0].length)
      return original.readBuffer(...args)
    },
    peekBuffer: async (...args: Parameters<ITokenizer['peekBuffer']>) => {
      assertSmall(args[1]?.length ?? args[0].length)
      return original.peekBuffer(...args)
    },
    readToken: async <T>(token: IGetToken<T>, position?: number) => {
      assertSmall(token.len)
      return original.readToken(token, position)
    },
    peekToken: async <T>(token: IGetToken<T>, position?: number) => {
      assertSmall(token.len)
      return original.peekToken(token, position)
    },
  })
}

const factsOf = (mediaType: string, { format }: IAudioMetadata): MediaFacts => {
  const video = format.trackInfo.find((track) => track.video !== undefined)
  const audio = format.trackInfo.find((track) => track.audio !== undefined)
  const audioCodec = audio?.codecName ?? (video ? undefined : format.codec)
  if (!video && !audioCodec) throw new BrokenMedia('There is neither sound nor picture in it')
  const channels = audio?.audio?.channels ?? format.numberOfChannels
  const sampleRate = audio?.audio?.samplingFrequency ?? format.sampleRate
  const isKnown = format.duration !== undefined && Number.isFinite(format.duration)
  return {
    media_type: video || !mediaType.startsWith('video/') ? mediaType : mediaType.replace('video/', 'audio/'),
    ...(isKnown ? { duration_s: format.duration } : {}),
    ...(audioCodec ? { audio_codec: codecName(audioCodec) } : {}),
    ...(channels ? { channels } : {}),
    ...(sampleRate ? { sample_rate: Math.round(sampleRate) } : {}),
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
