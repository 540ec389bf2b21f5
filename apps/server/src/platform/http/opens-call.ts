import type { Access } from '@holdfast/access'
import { type Action, type CallDeclaration, ProductError } from '@holdfast/contract'

/** Nouns that belong to no group. */
const ofNoGroup = /^(roles|tags|internal|account|support_access):/

/**
 * Whether the call is open at all; what it is about narrows it further in its handler. Where no group can be in question, a
 * right that holds for some groups alone opens nothing (docs/decisions/0001, 'Roles').
 */
const opens = (access: Access, action: Action): boolean =>
  ofNoGroup.test(action) ? access.can(action) : access.mayAtAll(action)

/** @throws ProductError `auth.forbidden` */
export const assertOpen = (call: CallDeclaration, access: Access): void => {
  if (call.action !== 'signed_in' && !opens(access, call.action as Action)) throw new ProductError('auth.forbidden')
}
