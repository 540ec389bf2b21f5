import { platform } from '#crypto'

/** Concatenates the parts, in order. */
export const concatBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** An integer as 4 bytes, most significant first. */
export const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** SHA-256 of the concatenated parts. */
export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = platform.createSha256()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Compares in a time that does not reveal where two arrays of the same length differ. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}

/** Lowercase hexadecimal. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
