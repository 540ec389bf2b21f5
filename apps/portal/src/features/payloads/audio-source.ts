import { wavOf } from './wav.ts'

export interface AudioSource {
  /** For an audio element: the playback address itself, or an object URL of decoded sound. */
  address: string
  /** Frees the object URL. */
  release: () => void
}

/** The first bytes of AMR and AMR-WB files (RFC 4867 section 5.1); the rest of the line tells which. */
const amrMagic = '#!AMR'

const magicOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, amrMagic.length))

const isAmrType = (contentType: string | null): boolean => /^audio\/(amr|3gpp|amr-wb)/i.test(contentType ?? '')

/**
 * A source that an audio element can play. Browsers don't decode AMR, which handsets record calls in, so opencore-amr
 * decodes it to PCM. Other formats are played from their address, with Range requests for seeking.
 * @param contentType as the worker detected it; if unknown, the first bytes decide
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
