import { boxAt } from './iso-boxes.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

type Sound = Pick<MediaFacts, 'channels' | 'sample_rate'>

/** AMR has one channel and a fixed rate, which the fields of its entry do not state (3GPP TS 26.244 section 6.5). */
const soundOfAmr = new Map<string, Sound>([
  ['samr', { channels: 1, sample_rate: 8_000 }],
  ['sawb', { channels: 1, sample_rate: 16_000 }],
])

/** Bytes of an audio sample entry before the boxes within it (ISO 14496-12 section 12.2.3). */
const entryBytes = 36

/**
 * Channels and rate of a sound track from its sample entry, including the header. AAC states them in its configuration, because
 * its entry may contain any values (ISO 14496-14 section 5.6.1). 0 means unknown.
 */
export const soundOf = (name: string, entry: Buffer): Sound => {
  const amr = soundOfAmr.get(name)
  if (amr || entry.length < entryBytes) return amr ?? {}
  const version = entry.readUInt16BE(16)
  // QuickTime's version 2 has these values elsewhere, and constants here.
  if (version > 1) return {}
  const entrySays = known(entry.readUInt16BE(24), entry.readUInt16BE(32))
  const config = name === 'mp4a' && version === 0 ? audioConfigOf(entry.subarray(entryBytes)) : undefined
  return config ? { ...entrySays, ...soundOfConfig(config) } : entrySays
}

const known = (channels: number, sample_rate: number): Sound => ({
  ...(channels > 0 ? { channels } : {}),
  ...(sample_rate > 0 ? { sample_rate } : {}),
})

const audioConfigOf = (boxes: Buffer): Buffer | undefined => {
  const esds = firstOf('esds', boxes)
  // Skips version and flags, then the bytes before the nested descriptors: ES_ID and flags, and the decoder's settings.
  const stream = esds && descriptorIn(esds.subarray(4), 3)?.subarray(3)
  const decoder = stream && descriptorIn(stream, 4)?.subarray(13)
  return decoder && descriptorIn(decoder, 5)
}

/** `undefined` also for incomplete boxes: a playable film is not damaged because its number of channels is missing. */
const firstOf = (type: string, boxes: Buffer): Buffer | undefined => {
  try {
    return boxAt(boxes, type)
  } catch (error) {
    if (error instanceof BrokenMedia) return undefined
    throw error
  }
}

/** The descriptor at the beginning (ISO 14496-1 section 8.3.3): its tag, its length in groups of seven bits, its content. */
const descriptorIn = (bytes: Buffer, tag: number): Buffer | undefined => {
  if (bytes[0] !== tag) return undefined
  let length = 0
  for (const [index, byte] of bytes.subarray(1, 5).entries()) {
    length = (length << 7) | (byte & 0x7f)
    if (byte < 0x80) return bytes.subarray(index + 2, index + 2 + length)
  }
  return undefined
}

const rates = [96, 88.2, 64, 48, 44.1, 32, 24, 22.05, 16, 12, 11.025, 8, 7.35].map((kHz) => kHz * 1000)
/** Channels by channel configuration (ISO 14496-3 table 1.19); for 0 they are given elsewhere. */
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8]
const writtenOut = 15

/** AudioSpecificConfig (ISO 14496-3 section 1.6.2.1): 5 bits of object type, 4 of rate, 4 of channels. */
const soundOfConfig = (config: Buffer): Sound => {
  if (config.length < 2) return {}
  const bits = config.readUInt16BE(0)
  const [objectType, rate, channels] = [bits >> 11, (bits >> 7) & 0x0f, (bits >> 3) & 0x0f]
  // Rare object types and rates take more bits; then only the entry is used.
  if (objectType === 31 || rate === writtenOut) return {}
  return known(channelCounts[channels] ?? 0, rates[rate] ?? 0)
}
