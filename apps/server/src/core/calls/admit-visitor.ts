import { type CallDeclaration, isAccountCall, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { assertCallAllowed, callerAddress } from '../../platform/http/index.ts'
import { providerClient } from '../accounts/index.ts'
import { assertSessionValid, personByReference, portalUserOf, visitorByReference } from '../authorization/index.ts'
import type { VisitorClaims } from '../identity/index.ts'
import type { Platform } from '../platform.ts'
import type { Admission } from './admitted.ts'
import { assertHostServes } from './assert-host.ts'

/**
 * Admits one of the provider's staff in support mode: only to the account that approved it, in the approved role, and not to
 * the provider's own area. Refusals name them, too, on the trails of both accounts.
 * @throws ProductError 401, 403
 */
export const admitVisitor = async (
  { authorization }: Platform,
  { call, request, visitor }: { call: CallDeclaration; request: FastifyRequest; visitor: VisitorClaims },
  admitted: Admission,
): Promise<void> => {
  const { user_reference, issued_at_s } = visitor.person
  const { support_reference } = visitor
  const { client } = admitted
  const isInProviders = client === providerClient
  admitted.principal = isInProviders
    ? personByReference(user_reference)
    : visitorByReference({ user_reference, support_reference })
  assertHostServes(request, 'staff')
  if (!isAccountCall(call)) throw new ProductError('auth.forbidden')
  if (isInProviders) throw new ProductError('auth.bad_support_prefix')
  const session = await authorization.visitOf(client, { user_reference, support_reference }, callerAddress(request))
  admitted.principal = portalUserOf(session)
  assertSessionValid(session, issued_at_s)
  if (!session.is_address_admitted) throw new ProductError('auth.address_not_allowed')
  // Staff accept the terms once, in their own account. No call in a customer's account is open to them before that.
  if (!session.accepted_terms) throw new ProductError('auth.terms_required')
  assertCallAllowed(call, session.access)
  admitted.access = session.access
  admitted.access_version = session.access_version
  admitted.token_issued_at_s = issued_at_s
}
