import { setImmediate } from 'node:timers/promises'
import { grantProblem } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import { lockRolesShared } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertAlertsGrantable } from './assert-alerts-grantable.ts'
import { assertMayGrant } from './granting-access.ts'

/**
 * Checks that roles exist and that the caller could do everything that they allow until `until`, or for good (`null`).
 * The roles cannot be changed or deleted until the transaction ends.
 * @throws ProductError `role.unknown`; `access.exceeds_own`, with the role and what exceeds the caller's access;
 *   `access.ends_sooner`; `alert.not_given`
 */
export const assertRolesGrantable = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  references: readonly string[],
  until: string | null,
): Promise<void> => {
  const byReference = await assertRolesExist(tx, references)
  for (const role of references) {
    const rules = byReference.get(role)
    if (!rules) continue
    assertAlertsGrantable(ctx, rules.alert_permissions)
    await assertMayGrant(ctx, tx, until, (access) => {
      const problem = grantProblem(access, rules)
      return problem && { role, ...problem }
    })
    // Comparing many large roles takes a while; other calls can run in between.
    await setImmediate()
  }
}

/**
 * Checks that roles exist. They cannot be changed or deleted until the transaction ends.
 * @throws ProductError `role.unknown`
 */
export const assertRolesExist = async (tx: TenantTransaction, references: readonly string[]) => {
  const rows = references.length === 0 ? [] : await lockRolesShared(tx, references)
  const byReference = new Map(rows.map((row) => [row.role_reference, row]))
  const role = references.find((reference) => !byReference.has(reference))
  if (role !== undefined) throw new ProductError('role.unknown', { role })
  return byReference
}
