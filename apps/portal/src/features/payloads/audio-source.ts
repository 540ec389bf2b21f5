import { wavOf } from './wav.ts'

export interface AudioSource {
  /** For an audio element: the playback address itself, or an object address of decoded sound. */
  address: string
  /** Frees what decoding took. */
  release: () => void
}

/** AMR and AMR-WB files begin with this (RFC 4867 section 5.1); the rest of the line tells which. */
const amrMagic = '#!AMR'

const magicOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, amrMagic.length))

const isAmrType = (contentType: string | null): boolean => /^audio\/(amr|3gpp|amr-wb)/i.test(contentType ?? '')

/**
 * What an audio element can play. Browsers do not decode AMR, which handsets record calls in, so that is decoded here to
 * PCM by opencore-amr; anything else is played from its address, with seeking by Range.
 * @param contentType as the worker probed it; when it is not known the first bytes decide
 */
export const openAudio = async (address: string, contentType: string | null): Promise<AudioSource> => {
  if (contentType !== null && !isAmrType(contentType)) return { address, release: () => undefined }
  const response = await fetch(address)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (magicOf(bytes) !== amrMagic) return { address, release: () => undefined }
  const { default: decode } = await import('@audio/decode-amr')
  const { channelData, sampleRate } = await decode(bytes)
  const [samples] = channelData
  if (!samples) throw new Error('AMR without a frame')
  const objectAddress = URL.createObjectURL(new Blob([wavOf(samples, sampleRate)], { type: 'audio/wav' }))
  return { address: objectAddress, release: () => URL.revokeObjectURL(objectAddress) }
}
