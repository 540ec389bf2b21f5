import { type CallDeclaration, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { assertCallAllowed, callerAddress } from '../../platform/http/index.ts'
import type { AppToken } from '../identity/index.ts'
import type { Platform } from '../platform.ts'
import type { Admission } from './admitted.ts'
import { assertHostServes } from './assert-host.ts'

/**
 * Admits a client app by a token of its own issuer (docs/decisions/0001, 'Identity and session'). The token's claims only
 * select the app, whose settings then verify the token. Roles, group and ranges are the app's, whatever the token says.
 * @throws ProductError 401, 403; `server.dependency_down` when the keys of the app's issuer can't be fetched
 */
export const admitApp = async (
  { authorization, identity }: Platform,
  { call, request, token }: { call: CallDeclaration; request: FastifyRequest; token: AppToken },
  admitted: Admission,
): Promise<void> => {
  const { client } = admitted
  const [app, ...others] = await authorization.appsAccepting(client, token.issuer, token.audiences)
  // A token for several apps could be used with the rights of whichever app has the most.
  if (!app || others.length > 0) throw new ProductError('auth.bad_token')
  const { issued_at_s } = await identity.verifyApp(token, app)
  const { app_reference } = app
  const session = await authorization.appSessionOf(client, app_reference, callerAddress(request))
  admitted.principal = { kind: 'client_app', app_reference, roles: session.roles, group: session.user_group }
  assertHostServes(request, 'programs', 'customers')
  if (!session.is_address_admitted) throw new ProductError('auth.address_not_allowed')
  assertCallAllowed(call, session.access)
  admitted.access = session.access
  admitted.access_version = session.access_version
  admitted.token_issued_at_s = issued_at_s
}
