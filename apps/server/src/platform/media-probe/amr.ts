import type { ByteReader } from './byte-reader.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

const narrowBand = { magic: '#!AMR\n', media_type: 'audio/amr', audio_codec: 'amr-nb', sample_rate: 8_000 }
const wideBand = { magic: '#!AMR-WB\n', media_type: 'audio/amr-wb', audio_codec: 'amr-wb', sample_rate: 16_000 }

/** Bytes of speech after the header byte, by frame type. Missing types are reserved (RFC 4867, 5.3). */
const narrowBandFrames = new Map([12, 13, 15, 17, 19, 20, 26, 31, 5].map((bytes, type) => [type, bytes])).set(15, 0)
const wideBandFrames = new Map([17, 23, 32, 36, 40, 46, 50, 58, 60, 5].map((bytes, type) => [type, bytes]))
  .set(14, 0)
  .set(15, 0)

const framesPerSecond = 50
/** Files with several channels begin differently (RFC 4867 section 5.2). */
const channels = 1

export const isAmr = (head: Buffer): boolean =>
  [narrowBand, wideBand].some(({ magic }) => head.toString('latin1', 0, magic.length) === magic)

/** AMR does not store its duration. Every frame has 20 ms, so the frames are counted, without a last one that is cut short. */
export const readAmr = async (reader: ByteReader): Promise<MediaFacts> => {
  const isNarrow = (await reader.read(narrowBand.magic.length)).toString('latin1') === narrowBand.magic
  if (!isNarrow) await reader.skip(wideBand.magic.length - narrowBand.magic.length)
  const frames = await countFrames(reader, isNarrow ? narrowBandFrames : wideBandFrames)
  const { magic: _, ...facts } = isNarrow ? narrowBand : wideBand
  return { ...facts, channels, duration_s: frames / framesPerSecond }
}

const countFrames = async (reader: ByteReader, sizes: ReadonlyMap<number, number>): Promise<number> => {
  let frames = 0
  let bytesLeft = 0
  for (let chunk = await reader.chunk(); chunk; chunk = await reader.chunk()) {
    let at = 0
    while (at + bytesLeft < chunk.length) {
      at += bytesLeft
      const header = chunk.readUInt8(at)
      const size = sizes.get((header >> 3) & 0x0f)
      // The first bit and the last two are padding, always 0.
      if (size === undefined || (header & 0x83) !== 0) {
        throw new BrokenMedia(`No AMR frame begins at byte ${reader.position() - chunk.length + at}`)
      }
      frames++
      bytesLeft = size
      at++
    }
    bytesLeft -= chunk.length - at
  }
  return bytesLeft > 0 ? frames - 1 : frames
}
