import { decodeIv } from './header.ts'
import { isSealedSize } from './layout.ts'
import { wrappingOf } from './wrapped-dek.ts'

/** What a handset states about a sealed object whose bytes have not arrived. */
export interface SealClaim {
  encrypted_dek?: string | undefined
  iv?: string | undefined
  /** Bytes of the sealed object. */
  size?: number | undefined
}

export interface SealProblem {
  field: keyof SealClaim
  message: string
}

/**
 * Finds values that sealing never gives, whatever the key and the content (docs/recording-envelope.md): an object with such a
 * value could never be opened. Missing fields are not reported here.
 */
export const sealProblems = ({ encrypted_dek, iv, size }: SealClaim): SealProblem[] => {
  const problems: SealProblem[] = []
  if (encrypted_dek !== undefined && !wrappingOf(encrypted_dek)) {
    const forms = '143 characters with a point of the curve for a P-256 key, 344 or more for RSA'
    problems.push({
      field: 'encrypted_dek',
      message: `must be a wrapped data key in base64url without padding: ${forms}`,
    })
  }
  if (iv !== undefined && !decodeIv(iv)) {
    problems.push({ field: 'iv', message: 'must be 7 bytes in base64url without padding: 10 characters' })
  }
  if (size !== undefined && !isSealedSize(size)) {
    problems.push({ field: 'size', message: 'must be a size that sealing gives: 60 bytes or more' })
  }
  return problems
}
