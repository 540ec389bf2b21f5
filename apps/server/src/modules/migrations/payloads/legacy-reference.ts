import { createHash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
  }
  return text
}

/**
 * The reference of a legacy recording: 36 characters that follow from the source and its reference there, whatever the content. It begins
 * as no ULID and no UUID does.
 */
export const legacyReference = (source: string, reference: string): string => named([source, reference])

/** The conversation of a person with these numbers, in whatever order they are. */
export const legacyThread = (device_user_reference: string, numbers: readonly string[]): string =>
  named([device_user_reference, ...[...new Set(numbers)].sort()])

const named = (facts: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest()
  return `LEG-${base32(hash.subarray(0, 20))}`
}
