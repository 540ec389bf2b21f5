import { isCidrWithin, parseCidr } from '@holdfast/access'
import { ProductError, type ValidationProblem } from '@holdfast/contract'
import { loadAccountCidrRanges } from '../../platform/authorization/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { addressProblem } from '../../platform/identity/index.ts'
import { assertGroupMayBeGiven, assertRangesReadable, assertRolesGrantable } from '../grants/index.ts'
import type { AppFields } from './app-row.ts'

/**
 * Checks an app as it becomes: its addresses and ranges, and that whoever saves it gives no more than they could do. Also what
 * stays as it is counts, since who names another issuer for an app can act as it.
 * @throws ProductError `request.invalid`, `request.malformed`, `group.unknown`, `role.unknown`, `access.exceeds_own`, `auth.forbidden`
 */
export const assertAppSound = async (ctx: RequestContext, tx: TenantTransaction, fields: AppFields): Promise<void> => {
  if (!isStorable(fields)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const problems = addressProblems(ctx, fields)
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
  assertRangesReadable(fields.cidr_ranges)
  await assertGroupMayBeGiven(ctx, tx, { action: 'apps:write', group: fields.group })
  await assertRolesGrantable(ctx.access, tx, fields.roles)
  await assertRangesGrantable(ctx, tx, fields)
}

const addressProblems = (
  { platform }: RequestContext,
  { oidc_config: { issuer, jwks_uri } }: AppFields,
): ValidationProblem[] => [
  ...(issuer === platform.identity.issuer
    ? [{ ...problem('issuer', 'People sign in with this issuer; a client app needs another one.'), keyword: 'not' }]
    : []),
  ...optional(addressProblem(jwks_uri, platform.settings)).map((message) => problem('jwks_uri', message)),
]

const problem = (field: string, message: string): ValidationProblem => ({
  path: `/body/oidc_config/${field}`,
  keyword: 'address',
  params: {},
  message,
})

const optional = <T>(value: T | null): T[] => (value === null ? [] : [value])

/**
 * An app's own ranges count instead of the account's. Ranges beyond those are for whoever could change the account's too.
 */
const assertRangesGrantable = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { cidr_ranges }: AppFields,
): Promise<void> => {
  const limits = await loadAccountCidrRanges(tx)
  if (!cidr_ranges?.length || !limits?.length || ctx.access.can('account:write')) return
  const readable = limits.flatMap((range) => optional(parseCidr(range)))
  const beyond = cidr_ranges.find((range) => {
    const own = parseCidr(range)
    return own === null || !readable.some((wide) => isCidrWithin(own, wide))
  })
  if (beyond === undefined) return
  const message = `You can't give the range ${beyond}, because it lies outside of those of the account.`
  throw new ProductError('access.exceeds_own', { cidr_range: beyond, message })
}
