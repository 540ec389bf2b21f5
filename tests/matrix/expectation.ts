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
import type { Caller } from './callers.ts'
import { groups, provider } from './fixture-data.ts'
import { type MatrixRequest, openAnswer } from './request-definition.ts'

/**
 * The answer that each caller must get, after docs/decisions (0001, 'Addresses' and 'Roles'; 0013, 'In support mode'),
 * sentence by sentence and without any code of the server or of packages/access.
 */

/** `hidden`: answered as if it did not exist. `withheld`: answered without the content that was asked for. */
export type Verdict = 'open' | 'refused' | 'hidden' | 'withheld'

export interface Expectation {
  readonly verdict: Verdict
  readonly status: number
  /** The product's error code, or the status of the content; null if there is neither. */
  readonly code: string | null
}

export const expectation = (request: MatrixRequest, caller: Caller): Expectation => {
  const refusal = refusalBeforeLookup(request.call, caller)
  if (refusal) return { verdict: 'refused', status: errors[refusal][0], code: refusal }
  for (const { refused, verdict, ...question } of request.needs ?? []) {
    const [status, code] = refused
    if (!isPermitted(caller, accountOf(request.call, caller), question)) return { verdict, status, code }
  }
  const [status, code = null] = openAnswer(request, caller.at)
  return { verdict: 'open', status, code }
}

/** The name of the caller on the trail: anonymous if the token is not valid for the call. */
export const nameOnTrail = ({ call }: MatrixRequest, caller: Caller, ownName: string): string => {
  if (call.action === 'public' || call.action === 'device') return 'anonymous'
  if (caller.kind === 'visitor') return call.catalogue === 'admin-internal' ? ownName : `${provider}/${ownName}`
  if (caller.kind === 'nobody' || caller.kind === 'handset') return 'anonymous'
  return caller.home === accountOf(call, caller) ? ownName : 'anonymous'
}

/** The account of a call; calls of the provider's area belong to the provider's own. */
export const accountOf = ({ catalogue }: CallDeclaration, { at }: Caller): string =>
  catalogue === 'admin-client' || catalogue === 'client' ? at : provider

const refusalBeforeLookup = (call: CallDeclaration, caller: Caller): ErrorCode | null => {
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
  const isAllowed = action === 'signed_in' || couldBeAllowed(caller, accountOf(call, caller), action)
  return isAllowed && isForCallerKind(call, caller) ? null : 'auth.forbidden'
}

/** Calls that a client app cannot make: it can't accept terms, sign out, or decide about people. */
const callsForPeople = [
  'GET /terms',
  'POST /session/sign_out',
  'PUT /supportaccess/{request_reference}',
  'POST /account/defaults/confirmation',
  'DELETE /portal_users/{user_reference}',
  'POST /portal_users/{user_reference}/restore',
  'DELETE /portal_users/{user_reference}/sessions',
  'PUT /portal_users/{user_reference}/roles/{role_reference}',
  'DELETE /portal_users/{user_reference}/roles/{role_reference}',
]

/** Some calls are only for people, only for support mode, or only outside it. */
const isForCallerKind = ({ method, path }: CallDeclaration, { kind }: Caller): boolean => {
  if (path === '/support_mode') return kind === 'visitor'
  if (path === '/terms/acceptance') return kind === 'person'
  // A role that staff on a visit gave would outlast the visit.
  if (path === '/portal_users/{user_reference}/roles/{role_reference}') return kind === 'person'
  // Two people of the account decide on what one of them may not grant.
  if (path.startsWith('/role_drafts') && method !== 'GET') return kind === 'person'
  // Client apps neither own reviews of access nor decide in them.
  if (path.startsWith('/access_reviews')) return kind !== 'app'
  // The people of the account ask each other for access; staff on a visit may read who asked for what.
  if (path.startsWith('/access_requests')) {
    return kind === 'person' || (kind === 'visitor' && method === 'GET' && !path.endsWith('/roles'))
  }
  // Saved views, notifications and scheduled reports belong to the people of the account: staff on a visit see none and change none.
  if (path.startsWith('/views') || path.startsWith('/notification') || path.startsWith('/reports'))
    return kind === 'person' || (kind === 'visitor' && method === 'GET')
  return kind !== 'app' || !callsForPeople.includes(`${method} ${path}`)
}

/** Nouns without a group: a permission for them that is limited to groups allows nothing. */
const nounsWithoutGroups = [
  'roles',
  'tags',
  'internal',
  'account',
  'licences',
  'support_access',
  'carrier_imports',
  'webhooks',
  'legal_holds',
  'matters',
  'retention',
  'migrations',
]
const nounOf = (action: Action): string => action.split(':')[0] ?? ''

/** Whether the action could be allowed for anything at all; the `needs` of a request narrow it further. */
const couldBeAllowed = (caller: Caller, account: string, action: Action): boolean => {
  if (nounsWithoutGroups.includes(nounOf(action))) return isPermitted(caller, account, { action })
  return [undefined, ...groups].some((group) =>
    [undefined, ...payloadTypes].some((payload_type) => isPermitted(caller, account, { action, group, payload_type })),
  )
}

export interface AccessQuestion {
  readonly action: Action
  readonly group?: Group | undefined
  readonly payload_type?: PayloadType | undefined
}

/** Actions that support mode forbids: they would give access after the visit, shut the customer out, or destroy recordings. */
const forbiddenInSupportMode: readonly Action[] = [
  'support_access:decide',
  'apps:write',
  'account:write',
  'webhooks:write',
  'enrolment:read',
  'enrolment:rotate',
  'retention:write',
  'legal_holds:release',
]

export const isPermitted = (
  caller: Caller,
  account: string,
  { action, group, payload_type }: AccessQuestion,
): boolean => {
  const isForbiddenInSupportMode = nounOf(action) === 'internal' || forbiddenInSupportMode.includes(action)
  if (caller.kind === 'visitor' && isForbiddenInSupportMode) return false
  return referenceAllows(caller.roles, {
    client: account,
    address: caller.address,
    action,
    ...(group ? { group } : {}),
    ...(payload_type ? { payload_type } : {}),
  })
}
