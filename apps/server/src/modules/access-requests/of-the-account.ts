import { ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/** The caller, who is neither staff on a visit nor a client app: two people of the account decide on access. */
export const ofTheAccount = ({ user }: RequestContext): string => {
  if (user.visit) throw new ProductError('auth.forbidden')
  return user.user_reference
}
