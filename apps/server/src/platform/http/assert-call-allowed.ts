import type { Access } from '@holdfast/access'
import { type Action, type CallDeclaration, ProductError } from '@holdfast/contract'

/**
 * Refuses a call that the caller may not make at all. The handler narrows access further.
 * @throws ProductError `auth.forbidden`
 */
export const assertCallAllowed = (call: CallDeclaration, access: Access): void => {
  if (call.action !== 'signed_in' && !access.mayAtAll(call.action as Action)) throw new ProductError('auth.forbidden')
}
