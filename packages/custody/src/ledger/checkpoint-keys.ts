import { platform } from '#crypto'
import { decodeBase64, encodeBase64 } from '../base64.ts'
import { concatBytes, hex, sameBytes, sha256 } from '../bytes.ts'
import { decodePem, encodePem } from '../pem.ts'
import type { SigningKey } from '../platform/platform-crypto.ts'
import { LedgerError } from './ledger-error.ts'

/** The type of an Ed25519 signature in a signed note (c2sp.org/signed-note). */
const ed25519Type = Uint8Array.of(0x01)

/** A client's key pair for checkpoints. */
export interface CheckpointKeyPair {
  /** `name+key hash+base64(0x01, public key)`, with which outsiders verify (c2sp.org/signed-note, vkey). */
  verifier_key: string
  /** PEM PKCS #8. */
  private_key: string
}

/** The signer of checkpoints. */
export interface CheckpointSigner {
  readonly name: string
  readonly keyHash: Uint8Array
  readonly key: SigningKey
}

/** The expected signer. */
export interface CheckpointVerifier {
  readonly name: string
  readonly keyHash: Uint8Array
  readonly publicKey: Uint8Array
}

/** Whether a signed note can contain this key name: no white space, no plus. */
const isKeyName = (name: string): boolean => name !== '' && name.isWellFormed() && !/[\s+]/u.test(name)

const keyHashOf = (name: string, publicKey: Uint8Array): Uint8Array =>
  sha256(new TextEncoder().encode(`${name}\n`), ed25519Type, publicKey).subarray(0, 4)

const checkedName = (name: string): string => {
  if (!isKeyName(name)) throw new LedgerError('checkpoint.unusable_key', 'A key name has no white space and no plus')
  return name
}

/**
 * Imports a signer from its PEM. Its name is the log's origin, such as `holdfast.example/acme`.
 *
 * @throws LedgerError checkpoint.unusable_key
 */
export const importCheckpointSigner = async (name: string, private_key: string): Promise<CheckpointSigner> => {
  const pkcs8 = decodePem('PRIVATE KEY', private_key)
  const key = pkcs8 && (await platform.importSigningKey(pkcs8))
  if (!key) throw new LedgerError('checkpoint.unusable_key', 'Not an Ed25519 private key in PEM')
  return { name: checkedName(name), keyHash: keyHashOf(name, key.publicKey), key }
}

/** The verifier key for those who check a signer's checkpoints. */
export const verifierKeyOf = ({ name, keyHash, key }: CheckpointSigner): string =>
  `${name}+${hex(keyHash)}+${encodeBase64(concatBytes(ed25519Type, key.publicKey))}`

/** A new Ed25519 key pair for the checkpoints of one log. */
export const generateCheckpointKeyPair = async (name: string): Promise<CheckpointKeyPair> => {
  const { privateKey } = await platform.generateEd25519()
  const private_key = encodePem('PRIVATE KEY', privateKey)
  return { private_key, verifier_key: verifierKeyOf(await importCheckpointSigner(name, private_key)) }
}

/**
 * Parses a verifier key.
 *
 * @throws LedgerError checkpoint.unusable_key
 */
export const parseVerifierKey = (verifier_key: string): CheckpointVerifier => {
  const [, name, keyHash, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(verifier_key) ?? []
  const typed = encoded === undefined ? undefined : decodeBase64(encoded)
  if (!name || typed?.length !== 33 || !sameBytes(typed.subarray(0, 1), ed25519Type)) {
    throw new LedgerError('checkpoint.unusable_key', 'Not an Ed25519 verifier key')
  }
  const publicKey = typed.subarray(1)
  const expected = keyHashOf(checkedName(name), publicKey)
  if (hex(expected) !== keyHash) throw new LedgerError('checkpoint.unusable_key', 'The key hash does not fit the key')
  return { name, keyHash: expected, publicKey }
}
