import type { Group } from '@holdfast/access'
import { type Action, ProductError } from '@holdfast/contract'
import { lockGroupShared } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * Checks that a group exists and that the caller may do `action` in it; for `null`, that they may do it without a
 * group. The group cannot be changed or deleted until the transaction ends.
 * @throws ProductError `group.unknown`, also if the caller may not see it; `auth.forbidden`
 */
export const assertGroupAssignable = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { action, group }: { action: Action; group: string | null },
): Promise<void> => {
  if (group === null) {
    if (!ctx.access.can(action)) throw new ProductError('auth.forbidden')
    return
  }
  const known = await assertGroupKnown(ctx, tx, group)
  if (!ctx.access.can(action, { group: known })) throw new ProductError('auth.forbidden')
}

/**
 * Finds a group that the caller may see. It cannot be changed or deleted until the transaction ends.
 * @throws ProductError `group.unknown`
 */
export const assertGroupKnown = async (ctx: RequestContext, tx: TenantTransaction, group: string): Promise<Group> => {
  const known = await lockGroupShared(tx, group)
  if (!known || !ctx.access.can('groups:read', { group: known })) throw new ProductError('group.unknown', { group })
  return known
}
