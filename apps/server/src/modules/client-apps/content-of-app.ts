import type { TenantTransaction } from '../../platform/database/index.ts'
import { contentOfRoles } from '../grants/index.ts'
import { type AppFields, type AppRow, columnsOf } from './app-row.ts'

/**
 * Access to content that a change of an app gives, or `null`. Removing roles gives none, nor narrowing the ranges by leaving some out; whoever
 * sets another issuer gets all that the app's roles give.
 * @param stored `null` for a new app
 */
export const contentOfApp = (tx: TenantTransaction, stored: AppRow | null, fields: AppFields) => {
  const after = columnsOf(fields)
  const isSameProgram =
    stored !== null && (['issuer', 'audience', 'jwks_uri'] as const).every((name) => stored[name] === after[name])
  const isNarrower =
    isSameProgram &&
    (!stored.cidr_ranges?.length || after.cidr_ranges?.every((one) => stored.cidr_ranges?.includes(one)))
  const known = new Set(isNarrower ? stored.roles : [])
  return contentOfRoles(
    tx,
    fields.roles.filter((role) => !known.has(role)),
  )
}
