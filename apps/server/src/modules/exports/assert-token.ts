import { type CallDeclaration, ProductError } from '@holdfast/contract'
import { admitApp, anonymousAdmission, type RequestContext } from '../../core/calls/index.ts'
import { authorizationHeadersOf } from '../../core/identity/index.ts'

/**
 * For addresses of client apps, which keep no cookies: the request must have a token of the app that requested the address.
 * @param call that the app must be allowed to make
 * @throws ProductError `export.expired` for a request without the app's token; 401 and 403 as at the beginning of a call
 */
export const assertTokenOfApp = async (
  ctx: RequestContext,
  app_reference: string,
  call: CallDeclaration,
): Promise<void> => {
  const { platform, request, client } = ctx
  const token = platform.identity.appToken(authorizationHeadersOf(request.raw))
  if (!token) throw new ProductError('export.expired')
  const admitted = anonymousAdmission(client)
  await admitApp(platform, { call, request, token }, admitted)
  const { principal } = admitted
  if (principal.kind !== 'client_app' || principal.app_reference !== app_reference) {
    throw new ProductError('export.expired')
  }
}
