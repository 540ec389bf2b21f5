import { EnvelopeError, type EnvelopeErrorCode, generateClientKeyPair, sealBytes, unwrapDek } from '../src/index.ts'

export const context = {
  payload_reference: '01JD0000000000000000000001',
  payload_type: 'Call',
  device_reference: 'R58N12ABCDE',
}

/** Sizes at the limits of segments. */
export const borderSizes = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000]

/** Content in which no two segments are equal. */
export const contentOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 17 + (at >> 16) * 101) & 0xff)

/** Streams `bytes` in chunks of these lengths, repeated as often as needed; a zero is an empty chunk. */
export async function* inChunks(bytes: Uint8Array, lengths: readonly number[] = [65_536]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length
    yield bytes.subarray(at, at + length)
    at += length
  }
}

export const collect = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

/** A recording of this content, sealed to a new client key, with everything needed to open it. */
export const sealedRecording = async (content: Uint8Array) => {
  const pair = await generateClientKeyPair()
  const sealed = await sealBytes(content, { ...context, public_key: pair.public_key })
  const dek = await unwrapDek(sealed.encrypted_dek, pair.private_key)
  return { pair, sealed: sealed.content, dek, sealedContext: { ...context, iv: sealed.iv }, metadata: sealed }
}

/** The error code of an attempt, or 'opened' when it succeeds. */
export const refusal = async (attempt: Promise<unknown>): Promise<EnvelopeErrorCode | 'opened'> => {
  try {
    await attempt
    return 'opened'
  } catch (error) {
    if (error instanceof EnvelopeError) return error.code
    throw error
  }
}

export const withBitFlipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const flipped = Uint8Array.from(bytes)
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return flipped
}
