import { createPublicKey } from 'node:crypto'
import type { KeyAlgorithm } from '@holdfast/contract'
import { wrappingOf } from '@holdfast/custody'

/** A key of the account, to which a handset says that it sealed. */
export interface AccountKey {
  key_id: string
  algorithm: KeyAlgorithm
  public_key: string
}

/** Whether a data key is wrapped as this key asks: one that is wrapped for another kind of key never opens. */
export const wrappingFits = (encrypted_dek: string, { algorithm, public_key }: AccountKey): boolean => {
  const wrapping = wrappingOf(encrypted_dek)
  if (wrapping?.kind !== 'RSA') return wrapping !== undefined && algorithm === 'ECDH-ES+A256KW'
  return algorithm === 'RSA-OAEP-256' && wrapping.modulusBytes === modulusBytesOf(public_key)
}

const modulusBytesOf = (pem: string): number => (createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) / 8
