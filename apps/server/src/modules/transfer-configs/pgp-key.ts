import type { PgpKeyFacts } from '@holdfast/contract'
import { type Key, readKeys } from 'openpgp'

const leastRsaBits = 2048
const elliptic: readonly string[] = ['ecdh', 'x25519', 'x448']

/**
 * What is known of an armored public key.
 * @returns a sentence instead if it is not exactly one public key
 */
export const inspectPgpKey = async (armoredKeys: string, date = new Date()): Promise<PgpKeyFacts | string> => {
  const blocks = armoredKeys.match(/-----BEGIN /g)?.length ?? 0
  if (blocks > 1) return 'Must be one PGP public key, not several'
  const keys = await readKeys({ armoredKeys }).catch(() => [])
  const [key] = keys
  if (!key) return 'Must be a valid PGP public key'
  if (keys.length > 1) return 'Must be one PGP public key, not several'
  if (key.isPrivate()) return 'Must be a public key. The private key stays with the archive'
  const encryption = await key.getEncryptionKey(undefined, date).catch(() => null)
  const ends = [await expiryOf(key), encryption && (await expiryOf(encryption as Key))].filter(
    (end) => end instanceof Date,
  )
  const expires_at = ends.length > 0 ? new Date(Math.min(...ends.map(Number))).toISOString() : null
  return {
    fingerprint: key.getFingerprint().toUpperCase(),
    expires_at,
    problem: await problemOf(key, encryption as Key | null, date),
  }
}

const expiryOf = async (key: Key): Promise<Date | null> => {
  const end = await key.getExpirationTime().catch(() => null)
  return end instanceof Date ? end : null
}

const problemOf = async (key: Key, encryption: Key | null, date: Date): Promise<PgpKeyFacts['problem']> => {
  if (await key.isRevoked(undefined, undefined, date)) return 'revoked'
  const end = await expiryOf(key)
  if (end && end <= date) return 'expired'
  if (!encryption) return 'cannot_encrypt'
  const { algorithm, bits = 0 } = encryption.getAlgorithmInfo()
  const isStrong = elliptic.includes(algorithm) || bits >= leastRsaBits
  return isStrong ? null : 'too_weak'
}
