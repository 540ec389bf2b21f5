import type { Access } from '@holdfast/access'
import { type Action, type CallDeclaration, isAccountCall, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { assertSessionLives } from '../authorization/index.ts'
import { compiledOnce } from '../database/index.ts'
import { authorizationHeadersOf } from '../identity/index.ts'
import type { Platform } from '../platform.ts'
import { callerAddress } from './caller-address.ts'
import { anonymous, type Principal } from './principals.ts'

/** Who a call is from and for which account, before its input is looked at. */
export interface Admission {
  client: string
  principal: Principal
  access: Access | null
  /** Of the account's roles and groups, as `access` was made from; null where nobody's roles were read. */
  access_version: number | null
  /** When the person's token was issued, in seconds since 1970; null where nobody showed one. */
  token_issued_at_s: number | null
}

const providerClient = 'admin'

/** The account that a call's path names; the provider's own for calls of its area. */
export const clientOf = (call: CallDeclaration, request: FastifyRequest): string =>
  isAccountCall(call) ? String((request.params as { client?: string }).client ?? '') : providerClient

/**
 * Finds out who calls and whether they may try this call at all. `admitted.principal` is set as soon as it is known, so
 * that a refusal names the right person.
 * @throws ProductError 401, 403 or 404
 */
export const admit = async (
  platform: Platform,
  call: CallDeclaration,
  request: FastifyRequest,
  admitted: Admission,
): Promise<void> => {
  if (call.action === 'public') return
  if (call.action === 'device') return admitDevice(platform, request, admitted)
  await admitPerson(platform, call, request, admitted)
}

const readDevice = compiledOnce(
  'device',
  (db, { client, device_reference }: { client: string; device_reference: string }) =>
    db
      .selectFrom('devices as device')
      .innerJoin('clients as account', (join) =>
        join.onRef('account.client', '=', 'device.client').on('account.client', '=', client),
      )
      .select([
        'device.device_reference',
        'device.device_user_reference',
        'device.group',
        'device.is_deactivated',
        'device.installation_id',
        'account.is_active as is_account_active',
      ])
      .where('device.client', '=', client)
      .where('device.device_reference', '=', device_reference),
)

const admitDevice = async (platform: Platform, request: FastifyRequest, admitted: Admission): Promise<void> => {
  const claims = await platform.identity.verifyDevice(authorizationHeadersOf(request.raw))
  admitted.client = claims.client
  const { client, device_reference: claimed } = claims
  const [device] = await platform.database.read(client, (tx) =>
    readDevice(tx.db, { client, device_reference: claimed }),
  )
  if (!device) throw new ProductError('auth.bad_token')
  const { device_reference, device_user_reference, group } = device
  admitted.principal = { kind: 'device', device_reference, device_user_reference, group }
  if (!device.is_account_active) throw new ProductError('auth.inactive')
  // A device that names no installation has a token without one.
  if ((device.installation_id ?? '') !== claims.installation_id) throw new ProductError('auth.bad_token')
  if (device.is_deactivated) throw new ProductError('device.deactivated')
}

/** Nouns that belong to no group. */
const ofNoGroup = /^(roles|tags|internal):/

/**
 * Whether the call is open at all; what it is about narrows it further in its handler. Where no group can be in question, a
 * right that holds for some groups alone opens nothing (docs/decisions/0001, 'Roles').
 */
const opens = (access: Access, action: Action): boolean =>
  ofNoGroup.test(action) ? access.can(action) : access.mayAtAll(action)

const admitPerson = async (
  platform: Platform,
  call: CallDeclaration,
  request: FastifyRequest,
  admitted: Admission,
): Promise<void> => {
  const claims = await platform.identity.verifyPerson(authorizationHeadersOf(request.raw), admitted.client)
  const session = await platform.authorization.sessionOf(admitted.client, claims.user_reference, callerAddress(request))
  const { user_reference, roles, user_group, access } = session
  admitted.principal = { kind: 'portal_user', user_reference, roles, user_group }
  assertSessionLives(session, claims.issued_at_s)
  if (!session.accepted_terms && !call.beforeTerms) throw new ProductError('auth.terms_required')
  if (call.action !== 'signed_in' && !opens(access, call.action as Action)) throw new ProductError('auth.forbidden')
  admitted.access = access
  admitted.access_version = session.access_version
  admitted.token_issued_at_s = claims.issued_at_s
}

export const nobodyYet = (client: string): Admission => ({
  client,
  principal: anonymous,
  access: null,
  access_version: null,
  token_issued_at_s: null,
})
