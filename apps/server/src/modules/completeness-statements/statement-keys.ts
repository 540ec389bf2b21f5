import { createPublicKey } from 'node:crypto'
import type { CallResponse, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Keys, SigningKey } from '../../platform/keys/index.ts'

/** Signatures of statements have a key of their own, so that none of them passes for a token. */
const purpose = 'completeness statements'

export interface StatementKey {
  key_id: string
  /** PEM, SPKI. */
  public_key: string
}

const published = (publicJwk: SigningKey['publicJwk']): StatementKey => ({
  key_id: publicJwk.kid,
  public_key: createPublicKey({ key: { ...publicJwk }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString(),
})

/** The key that signs statements now. */
export const signingKeyOf = (keys: Pick<Keys, 'signingKey'>) => {
  const { privateKey, publicJwk } = keys.signingKey(purpose)
  return { privateKey, ...published(publicJwk) }
}

/** `GET /completeness/statement_keys`: for whoever verifies a statement, with or without an account. */
export const listStatementKeys = (ctx: RequestContext): CallResponse<typeof calls.listStatementKeys> => ({
  keys: ctx.platform.keys.verificationKeys(purpose).map(published),
})
