import { isAddressAdmitted } from '@holdfast/access'
import { type CallInput, type calls, ProductError, type SessionTokens } from '@holdfast/contract'
import { accessFromOutside, loadAccountCidrRanges, personByReference } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { Exchanged, PersonClaims } from '../../core/identity/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isDenial, toProductError } from '../../platform/http/index.ts'
import { savePortalUser } from '../portal-users/index.ts'
import { tellApproversSoon } from '../role-drafts/index.ts'

type ExchangeQuery = CallInput<typeof calls.exchangeForAccount>['query']

/**
 * `GET /exchange`: exchanges a code or a refresh token for tokens (product.md section 7). The first sign-in creates a
 * portal user; each exchange updates it from the identity's claims.
 * @throws ProductError `auth.exchange_failed`; `auth.inactive` for people who were removed, and in a closed account;
 * `auth.address_not_allowed` if the account may not be used from the address
 */
export const exchange = async (ctx: RequestContext, { query }: { query: ExchangeQuery }): Promise<SessionTokens> => {
  const account = await ctx.platform.clients.find(ctx.client)
  if (account === null) throw new ProductError('request.not_found')
  if (!account.is_active) throw new ProductError('auth.inactive')
  const { tokens, person } = await exchangeAtProvider(ctx, query)
  try {
    await admitPerson(ctx, person, { isSignIn: query.refresh_token === undefined })
    return tokens
  } catch (error) {
    if (isDenial(toProductError(error))) await ctx.platform.identity.revoke(ctx.client, tokens.refresh_token)
    throw error
  }
}

const admitPerson = (ctx: RequestContext, person: PersonClaims, { isSignIn }: { isSignIn: boolean }): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { user_reference } = person
    ctx.identify(personByReference(user_reference))
    const { is_active, is_new, ...user } = await savePortalUser(tx, person)
    ctx.identify({ kind: 'portal_user', ...user })
    if (!is_active) throw new ProductError('auth.inactive')
    await assertAddressAdmitted(tx, user.roles, ctx.address)
    if (is_new) tx.audit('portal_user.created', { user_reference })
    if (isSignIn) await tellApproversSoon(tx)
    tx.audit(isSignIn ? 'session.signed_in' : 'session.renewed', { roles: user.roles })
  })

/**
 * From outside the account's ranges, only people who can end a running visit are admitted. For others, the
 * transaction rolls back.
 */
const assertAddressAdmitted = async (
  tx: TenantTransaction,
  roles: readonly string[],
  address: string,
): Promise<void> => {
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  if (isAddressAdmitted({ address, account_cidr_ranges })) return
  if (!(await accessFromOutside(tx, roles, address))) throw new ProductError('auth.address_not_allowed')
}

const exchangeAtProvider = (ctx: RequestContext, query: ExchangeQuery): Promise<Exchanged> => {
  const { client, platform } = ctx
  const { code, redirect_uri, code_verifier, refresh_token } = query
  const isCode = code !== undefined && redirect_uri !== undefined && refresh_token === undefined
  if (isCode) {
    return platform.identity.exchangeCode({
      client,
      code,
      redirect_uri,
      ...(code_verifier === undefined ? {} : { code_verifier }),
    })
  }
  const isRefresh = refresh_token !== undefined && code === undefined && redirect_uri === undefined
  if (isRefresh && code_verifier === undefined) return platform.identity.refresh({ client, refresh_token })
  throw missingParameter(query)
}

/** Names the parameter that is missing for the exchange that the caller seems to intend. */
const missingParameter = (query: ExchangeQuery): ProductError => {
  const missing = (['code', 'redirect_uri'] as const).find((name) => query[name] === undefined) ?? 'refresh_token'
  const message = 'code with redirect_uri, or refresh_token alone'
  return new ProductError('request.invalid', {}, [{ path: `/query/${missing}`, keyword: 'oneOf', params: {}, message }])
}
