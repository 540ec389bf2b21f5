import { createPublicKey } from 'node:crypto'
import type { KeyAlgorithm } from '@holdfast/contract'
import { wrappingOf } from '@holdfast/custody'

/** A public key of the account, to which a handset claims to have sealed. */
export interface AccountKey {
  key_id: string
  algorithm: KeyAlgorithm
  public_key: string
}

/** Whether a data key is wrapped in the way that this key requires. Otherwise it could never be unwrapped. */
export const isWrappedFor = (encrypted_dek: string, { algorithm, public_key }: AccountKey): boolean => {
  const wrapping = wrappingOf(encrypted_dek)
  if (wrapping?.kind !== 'RSA') return wrapping !== undefined && algorithm === 'ECDH-ES+A256KW'
  return algorithm === 'RSA-OAEP-256' && wrapping.modulusBytes === modulusBytesOf(public_key)
}

const modulusBytesOf = (pem: string): number => (createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) / 8
