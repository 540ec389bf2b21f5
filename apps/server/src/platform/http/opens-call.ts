import type { Access } from '@holdfast/access'
import { type Action, type CallDeclaration, ProductError } from '@holdfast/contract'

/**
 * Refuses a call that is not open at all; what it is about narrows it further in its handler.
 * @throws ProductError `auth.forbidden`
 */
export const assertOpen = (call: CallDeclaration, access: Access): void => {
  if (call.action !== 'signed_in' && !access.mayAtAll(call.action as Action)) throw new ProductError('auth.forbidden')
}
