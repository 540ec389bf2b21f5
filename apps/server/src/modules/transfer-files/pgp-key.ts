import type { PgpKeyFacts } from '@holdfast/contract'
import type { Config, Key, Subkey } from 'openpgp'

/** Why a text is not one public key. */
export class PgpKeyError extends Error {
  override name = 'PgpKeyError'
  readonly code: 'unreadable' | 'several' | 'private'

  constructor(code: PgpKeyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * The facts of a PGP key, and whether something can be encrypted to it now.
 * @throws PgpKeyError
 */
export const inspectPgpKey = async (armored: string, now = new Date()): Promise<PgpKeyFacts> => {
  const key = await oneKeyOf(armored)
  const expiry = await expiryOf(key)
  return {
    fingerprint: key.getFingerprint(),
    expires_at: expiry === null ? null : expiry.toISOString(),
    problem: await problemOf(key, now, expiry),
  }
}

const oneKeyOf = async (armored: string): Promise<Key> => {
  const blocks = armored.match(/-----BEGIN PGP [A-Z ]+-----/g) ?? []
  if (blocks.some((block) => block.includes('PRIVATE'))) {
    throw new PgpKeyError('private', 'It is a private key; enter the public key')
  }
  if (blocks.length > 1) throw new PgpKeyError('several', 'It has several blocks; enter one public key')
  const { readKeys } = await import('openpgp')
  const keys = await readKeys({ armoredKeys: armored }).catch((cause) => {
    throw new PgpKeyError('unreadable', 'It is not a PGP public key', { cause })
  })
  const [key, ...others] = keys
  if (!key) throw new PgpKeyError('unreadable', 'It is not a PGP public key')
  if (others.length > 0) throw new PgpKeyError('several', 'It has several keys; enter one public key')
  if (key.isPrivate()) throw new PgpKeyError('private', 'It is a private key; enter the public key')
  return key
}

/** When nothing can be encrypted to it any more: the primary key ends, or the last of its keys for encryption. */
const expiryOf = async (key: Key): Promise<Date | null> => {
  const subkeys = key.getSubkeys().filter(isForEncryption)
  const ends = await Promise.all([key, ...subkeys].map((each) => each.getExpirationTime()))
  const [primary = null, ...others] = ends.map((end) => (end instanceof Date ? end.getTime() : null))
  const last = others.some((end) => end === null) ? null : others.reduce((one, other) => latest(one, other), null)
  const first = primary === null || last === null ? (primary ?? last) : Math.min(primary, last)
  return first === null ? null : new Date(first)
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Key flags (RFC 9580 section 5.2.3.29): encrypt communications, encrypt storage. */
const encryptionFlags = 0x04 | 0x08

const isForEncryption = ({ bindingSignatures }: Subkey): boolean =>
  bindingSignatures.some(({ keyFlags }) => ((keyFlags?.[0] ?? 0) & encryptionFlags) !== 0)

const problemOf = async (key: Key, now: Date, expiry: Date | null): Promise<PgpKeyFacts['problem']> => {
  if (await key.isRevoked(undefined, undefined, now)) return 'revoked'
  if (expiry !== null && expiry <= now) return 'expired'
  const { config } = await import('openpgp')
  if (await canEncrypt(key, now, config)) return null
  // To the library, RSA below 2048 bits, ElGamal, DSA and secp256k1 are weak.
  const weak = { minRSABits: 0, rejectPublicKeyAlgorithms: new Set<never>(), rejectCurves: new Set<never>() }
  return (await canEncrypt(key, now, { ...config, ...weak })) ? 'too_weak' : 'cannot_encrypt'
}

const canEncrypt = (key: Key, now: Date, config: Config): Promise<boolean> =>
  key.getEncryptionKey(undefined, now, undefined, config).then(
    () => true,
    () => false,
  )
