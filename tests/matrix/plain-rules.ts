import type { Group } from '@holdfast/access'
import {
  type Action,
  type CallDeclaration,
  type ErrorCode,
  errors,
  type PayloadType,
  payloadTypes,
} from '@holdfast/contract'
import { referenceAllows } from '../../packages/access/test/reference-evaluator.ts'
import { openAnswer, type Try } from './answers.ts'
import type { Caller } from './callers.ts'
import { groups, provider } from './standing-things.ts'

/**
 * What each caller is to be answered, as docs/decisions (0001, 'Addresses' and 'Roles'; 0013, 'In support mode') read:
 * sentence by sentence, without any code of the server or of packages/access.
 */

/** `hidden`: answered as if it did not exist. `withheld`: answered without the content that was asked for. */
export type Verdict = 'open' | 'refused' | 'hidden' | 'withheld'

export interface Expectation {
  readonly verdict: Verdict
  readonly status: number
  /** The product's error code, or what the answer says of the content; null when there is nothing to say. */
  readonly code: string | null
}

export const expectation = (attempt: Try, caller: Caller): Expectation => {
  const refusal = refusalAtTheDoor(attempt.call, caller)
  if (refusal) return { verdict: 'refused', status: errors[refusal][0], code: refusal }
  for (const { refused, verdict, ...matter } of attempt.needs ?? []) {
    const [status, code] = refused
    if (!may(caller, accountOf(attempt.call, caller), matter)) return { verdict, status, code }
  }
  const [status, code = null] = openAnswer(attempt, caller.at)
  return { verdict: 'open', status, code }
}

/** Whose name stands on the trail; a token that is not good here names nobody. */
export const nameOnTrail = ({ call }: Try, caller: Caller, ownName: string): string => {
  if (call.action === 'public' || call.action === 'device') return 'anonymous'
  if (caller.kind === 'visitor') return call.catalogue === 'admin-internal' ? ownName : `${provider}/${ownName}`
  if (caller.kind === 'nobody' || caller.kind === 'handset') return 'anonymous'
  return caller.home === accountOf(call, caller) ? ownName : 'anonymous'
}

/** The account in which a call is made; calls of the provider's area belong to the provider's own. */
export const accountOf = ({ catalogue }: CallDeclaration, { at }: Caller): string =>
  catalogue === 'admin-client' || catalogue === 'client' ? at : provider

const refusalAtTheDoor = (call: CallDeclaration, caller: Caller): ErrorCode | null => {
  const { action } = call
  if (action === 'public') return null
  if (caller.kind === 'nobody') return 'auth.required'
  if (action === 'device') {
    if (caller.kind === 'handset') return null
    return caller.kind === 'visitor' ? 'auth.bad_support_prefix' : 'auth.bad_token'
  }
  if (caller.kind === 'handset') return 'auth.bad_token'
  if (caller.kind === 'visitor') {
    if (call.catalogue === 'admin-internal') return 'auth.forbidden'
  } else if (caller.home !== accountOf(call, caller)) return 'auth.bad_token'
  const isAllowed = action === 'signed_in' || mayTry(caller, accountOf(call, caller), action)
  return isAllowed && isMeantFor(call, caller) ? null : 'auth.forbidden'
}

/** A program accepts no terms, signs out of nothing and lets nobody in. */
const forPeopleAlone = [
  'GET /terms',
  'POST /session/sign_out',
  'PUT /supportaccess/{request_reference}',
  'POST /account/defaults/confirmation',
  'DELETE /portal_users/{user_reference}',
  'POST /portal_users/{user_reference}/restore',
  'DELETE /portal_users/{user_reference}/sessions',
]

/** Some of what one may do makes sense for people alone, in support mode alone, or at home alone. */
const isMeantFor = ({ method, path }: CallDeclaration, { kind }: Caller): boolean => {
  if (path === '/support_mode') return kind === 'visitor'
  if (path === '/terms/acceptance') return kind === 'person'
  return kind !== 'app' || !forPeopleAlone.includes(`${method} ${path}`)
}

/** Nouns that belong to no group: a right to them that holds for some groups alone opens nothing. */
const nounsOfNoGroup = ['roles', 'tags', 'internal', 'account', 'support_access']
const nounOf = (action: Action): string => action.split(':')[0] ?? ''

/** Whether something of the kind could be allowed at all; what the call is about narrows it further. */
const mayTry = (caller: Caller, account: string, action: Action): boolean => {
  if (nounsOfNoGroup.includes(nounOf(action))) return may(caller, account, { action })
  return [undefined, ...groups].some((group) =>
    [undefined, ...payloadTypes].some((payload_type) => may(caller, account, { action, group, payload_type })),
  )
}

export interface Matter {
  readonly action: Action
  readonly group?: Group | undefined
  readonly payload_type?: PayloadType | undefined
}

/** What somebody may not do in support mode: it would open the account after the visit, or shut the customer out. */
const closedInSupportMode: readonly Action[] = ['support_access:decide', 'apps:write', 'account:write']

export const may = (caller: Caller, account: string, { action, group, payload_type }: Matter): boolean => {
  const isTakenInSupportMode = nounOf(action) === 'internal' || closedInSupportMode.includes(action)
  if (caller.kind === 'visitor' && isTakenInSupportMode) return false
  return referenceAllows(caller.roles, {
    client: account,
    address: caller.address,
    action,
    ...(group ? { group } : {}),
    ...(payload_type ? { payload_type } : {}),
  })
}
