/** The bytes before the 65-byte uncompressed point in the SPKI of every P-256 public key (RFC 5480). */
const p256SpkiPrefix = Uint8Array.from([
  0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
  0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
])

/** The bytes before the 32 raw bytes in the SPKI of every Ed25519 public key (RFC 8410). */
const ed25519SpkiPrefix = Uint8Array.from([0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00])

const after = (prefix: Uint8Array, rest: Uint8Array): Uint8Array => {
  const joined = new Uint8Array(prefix.length + rest.length)
  joined.set(prefix)
  joined.set(rest, prefix.length)
  return joined
}

/** The SPKI of an uncompressed P-256 point. */
export const p256Spki = (point: Uint8Array): Uint8Array => after(p256SpkiPrefix, point)

/**
 * Whether these 65 bytes have the form of an uncompressed point. Some platforms accept other encodings of a point, too, and
 * then one key or wrapping would have several spellings.
 */
export const isUncompressedPoint = (point: Uint8Array): boolean => point.length === 65 && point[0] === 0x04

/** The uncompressed point (65 bytes) at the end of a P-256 SPKI. */
export const p256Point = (spki: Uint8Array): Uint8Array => spki.slice(-65)

/** The SPKI of a raw 32-byte Ed25519 public key. */
export const ed25519Spki = (raw: Uint8Array): Uint8Array => after(ed25519SpkiPrefix, raw)

/** The raw 32-byte key at the end of an Ed25519 SPKI. */
export const ed25519Raw = (spki: Uint8Array): Uint8Array => spki.slice(-32)
