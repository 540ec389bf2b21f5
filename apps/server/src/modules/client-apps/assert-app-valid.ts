import { ProductError, type ValidationProblem } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { addressProblem } from '../../platform/network/index.ts'
import { assertGroupKnown, assertRangesValid, assertRolesExist, assertRolesGrantable } from '../grants/index.ts'
import type { AppFields } from './app-row.ts'
import type { AppRights } from './policy.ts'

/**
 * Checks that the caller grants no more than their own access. Unchanged roles are checked as well, because setting another issuer lets
 * the caller act as the app.
 * @throws ProductError as `checkApp`; `access.exceeds_own`, `access.ends_sooner`
 */
export const assertAppGrantable = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  fields: AppFields,
  may: AppRights,
): Promise<void> => {
  await checkApp(ctx, tx, fields, may)
  await assertRolesGrantable(ctx, tx, fields.roles, null)
}

/**
 * Checks an app as it will be saved, apart from what the caller may grant: its addresses, ranges, group and roles.
 * @param may the rights to apps of whoever makes the change, or of the author of a change that the caller approves
 * @throws ProductError `request.invalid`, `request.malformed`, `group.unknown`, `role.unknown`,
 * `auth.forbidden`
 */
export const checkApp = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  fields: AppFields,
  may: AppRights,
): Promise<void> => {
  if (!isStorable(fields)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const problems = addressProblems(ctx, fields)
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
  assertRangesValid(fields.cidr_ranges)
  if (fields.group !== null) await assertGroupKnown(ctx, tx, fields.group)
  if (!may('apps:write', fields)) throw new ProductError('auth.forbidden')
  await assertRolesExist(tx, fields.roles)
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
