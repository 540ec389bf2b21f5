import { type CallDeclaration, isAccountCall, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { assertCallAllowed, callerAddress } from '../../platform/http/index.ts'
import { providerClient } from '../accounts/index.ts'
import { assertSessionValid, deviceStatement, personByReference, portalUserOf } from '../authorization/index.ts'
import { audienceOf } from '../hosts/index.ts'
import { authorizationHeadersOf } from '../identity/index.ts'
import type { Platform } from '../platform.ts'
import { admitApp } from './admit-app.ts'
import { admitVisitor } from './admit-visitor.ts'
import type { Admission } from './admitted.ts'
import { assertHostServes, assertHostServesPublic } from './assert-host.ts'

/** The account in a call's path; the provider's own for calls of the provider's area. */
export const clientOf = (call: CallDeclaration, request: FastifyRequest): string =>
  isAccountCall(call) ? String((request.params as { client?: string }).client ?? '') : providerClient

/**
 * Identifies the caller and checks whether they may make this call at all. Sets `admitted.principal` as soon as it is known,
 * so that a refusal names the right person.
 * @throws ProductError 401, 403 or 404
 */
export const admit = async (
  platform: Platform,
  call: CallDeclaration,
  request: FastifyRequest,
  admitted: Admission,
): Promise<void> => {
  // Recordings and positions stay on the handsets, and commands unsent, until the copy is taken into use.
  if (call.catalogue === 'device') await platform.quiet.assertInUse()
  if (call.action === 'public') return assertHostServesPublic(request, call, admitted.client)
  if (call.action === 'device') return admitDevice(platform, request, admitted)
  const visitor = await platform.identity.verifyVisitor(authorizationHeadersOf(request.raw))
  if (visitor) return admitVisitor(platform, { call, request, visitor }, admitted)
  const token = platform.identity.appToken(authorizationHeadersOf(request.raw))
  if (token) return admitApp(platform, { call, request, token }, admitted)
  await admitPerson(platform, call, request, admitted)
}

const admitDevice = async (platform: Platform, request: FastifyRequest, admitted: Admission): Promise<void> => {
  const claims = await platform.identity.verifyDevice(authorizationHeadersOf(request.raw))
  admitted.client = claims.client
  const { client, device_reference: claimed } = claims
  const [device] = await platform.database.readOnce(client, deviceStatement({ client, device_reference: claimed }))
  if (!device || device.removed_at !== null) throw new ProductError('auth.bad_token')
  const { device_reference, device_user_reference, group, held_since } = device
  admitted.principal = { kind: 'device', device_reference, device_user_reference, group, held_since }
  assertHostServes(request, 'programs')
  if (!device.is_account_active) throw new ProductError('auth.inactive')
  // The token of a device without an installation id has an empty one.
  if ((device.installation_id ?? '') !== claims.installation_id) throw new ProductError('auth.bad_token')
  if (device.is_blocked) throw new ProductError('device.blocked')
  if (device.is_deactivated) throw new ProductError('device.deactivated')
}

const admitPerson = async (
  platform: Platform,
  call: CallDeclaration,
  request: FastifyRequest,
  admitted: Admission,
): Promise<void> => {
  const claims = await platform.identity.verifyPerson(authorizationHeadersOf(request.raw), admitted.client)
  // The token is valid for this account, so the refusal of a removed person names them, too.
  admitted.principal = personByReference(claims.user_reference)
  assertHostServes(request, audienceOf(admitted.client))
  const session = await platform.authorization.sessionOf(admitted.client, claims.user_reference, callerAddress(request))
  admitted.principal = portalUserOf(session)
  assertSessionValid(session, claims.issued_at_s)
  const isAdmitted = session.is_address_admitted || (session.may_end_visits && call.outsideAccountRanges === true)
  if (!isAdmitted) throw new ProductError('auth.address_not_allowed')
  if (!session.accepted_terms && !call.beforeTerms) throw new ProductError('auth.terms_required')
  assertCallAllowed(call, session.access)
  admitted.access = session.access
  admitted.is_address_admitted = session.is_address_admitted
  admitted.access_version = session.access_version
  admitted.token_issued_at_s = claims.issued_at_s
}
