import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Master, Masters } from './master-file.ts'
import { type SigningKey, signingKeyFromSeed } from './signing-key.ts'
import { unwrapWith, wrapWith } from './wrapping.ts'

/**
 * The service's own keys, all derived from the masters of one file. A purpose (`playback url`, `list cursor`, …) is a
 * name: use different ones wherever a value made for one use must be invalid in another.
 *
 * After a rotation `wrap`, `mac`, `derive` and `signingKey` use the new master, while `unwrap`, `verifyMac` and
 * `verificationKeys` still accept the old ones.
 */
export interface Keys {
  /** Identifies the current master without revealing it. */
  readonly fingerprint: string
  /** Encrypts and authenticates with AES-256-GCM. Returns printable ASCII (see wrapping.ts). */
  wrap(plain: Uint8Array, purpose: string): string
  /** @throws UnwrapError when the text was changed, or was wrapped for another purpose or by an unknown master */
  unwrap(wrapped: string, purpose: string): Uint8Array
  /** HKDF-SHA-256 (RFC 5869), 1 to 8160 bytes. Changes when the masters are rotated: not for anything that must last. */
  derive(purpose: string, bytes: number): Uint8Array
  /** The same Ed25519 key for the same purpose at every start. */
  signingKey(purpose: string): SigningKey
  /** Public keys of every master, the current one first: signatures from before a rotation still verify. */
  verificationKeys(purpose: string): SigningKey['publicJwk'][]
  /** HMAC-SHA-256, 32 bytes. */
  mac(purpose: string, data: Uint8Array | string): Uint8Array
  /** Compares in constant time. */
  verifyMac(purpose: string, data: Uint8Array | string, mac: Uint8Array): boolean
}

export const keysOf = (masters: Masters): Keys => {
  const [current] = masters
  const macWith = rememberingMacs()
  const signingKeyOf = rememberingSigningKeys()
  return {
    fingerprint: current.id,
    wrap: (plain, purpose) => wrapWith(current, plain, purpose),
    unwrap: (wrapped, purpose) => unwrapWith(masters, wrapped, purpose),
    derive: (purpose, bytes) => deriveFrom(current, `derive/${purpose}`, bytes),
    signingKey: (purpose) => signingKeyOf(current, purpose),
    verificationKeys: (purpose) => masters.map((master) => signingKeyOf(master, purpose).publicJwk),
    mac: (purpose, data) => macWith(current, purpose, data),
    verifyMac: (purpose, data, mac) =>
      mac.byteLength === 32 && masters.some((master) => timingSafeEqual(macWith(master, purpose, data), mac)),
  }
}

/** `info` begins with the kind of use, so that a derived key never equals a signing or MAC key of the same purpose. */
const deriveFrom = (master: Master, info: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', master.secret, 'holdfast keys v1', info, bytes))

/** Derives a key for each purpose once: purposes are few and fixed in the code. */
const derivedOnce = <Key>(derive: (master: Master, purpose: string) => Key) => {
  const keysByMaster = new Map<Master, Map<string, Key>>()
  return (master: Master, purpose: string): Key => {
    const keys = keysByMaster.get(master) ?? new Map<string, Key>()
    keysByMaster.set(master, keys)
    const key = keys.get(purpose) ?? derive(master, purpose)
    keys.set(purpose, key)
    return key
  }
}

const rememberingSigningKeys = () =>
  derivedOnce((master, purpose) => signingKeyFromSeed(deriveFrom(master, `sign/${purpose}`, 32)))

const rememberingMacs = () => {
  const keyOf = derivedOnce((master, purpose) => createSecretKey(deriveFrom(master, `mac/${purpose}`, 32)))
  return (master: Master, purpose: string, data: Uint8Array | string): Uint8Array =>
    createHmac('sha256', keyOf(master, purpose)).update(data).digest()
}
