import type { CallResponse, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { type Keys, publishedKey, publishedKeys } from '../../platform/keys/index.ts'
import { certificatePurpose } from '../destruction/index.ts'

/** Signatures of statements have a key of their own, so that none of them passes for a token. */
const purpose = 'completeness statements'

/** The key that signs statements now. */
export const signingKeyOf = (keys: Pick<Keys, 'signingKey'>) => {
  const { privateKey, publicJwk } = keys.signingKey(purpose)
  return { privateKey, ...publishedKey(publicJwk) }
}

/** `GET /completeness/statement_keys`: for whoever verifies a statement or a certificate of destruction, with or without an account. */
export const listStatementKeys = ({
  platform: { keys },
}: RequestContext): CallResponse<typeof calls.listStatementKeys> => ({
  keys: publishedKeys(keys, purpose),
  certificate_keys: publishedKeys(keys, certificatePurpose),
})
