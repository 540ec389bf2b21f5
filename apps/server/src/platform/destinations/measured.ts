import { createHash } from 'node:crypto'

export interface Measured {
  bytes: number
  /** In hexadecimal. */
  sha256: string
}

export const measureContent = async (content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Measured> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    signal.throwIfAborted()
    hash.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const isSame = (one: Measured, other: Measured): boolean =>
  one.bytes === other.bytes && one.sha256 === other.sha256
