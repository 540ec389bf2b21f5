import { type Access, type Group, type GroupChange, gainProblem } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { accessesInTime } from '../grants/index.ts'

const mayWrite = (access: Access, group: Group): boolean => access.can('groups:write', { group })

/**
 * Creating a group needs `groups:write` for the new group.
 * @throws ProductError `auth.forbidden`
 */
export const assertMayCreateGroup = (access: Access, group: Group): void => {
  if (!mayWrite(access, group)) throw new ProductError('auth.forbidden')
}

/**
 * Changing a group needs `groups:write` for it, both as it was and as it will be.
 * @throws ProductError `auth.forbidden`
 */
export const assertMayChangeGroup = (access: Access, { before, after }: GroupChange): void => {
  if (!mayWrite(access, before) || !mayWrite(access, after)) throw new ProductError('auth.forbidden')
}

/** Whether the caller may know that the group exists. */
export const isVisibleTo = (access: Access, group: Group): boolean =>
  mayWrite(access, group) || access.can('groups:read', { group })

/**
 * Checks that the caller gains no access by changing groups, neither at present nor after the end of a role that they
 * have for a time, which may give all of it today.
 * @throws ProductError `access.exceeds_own` with the action that they would gain, and the group if they may know it
 */
export const assertGainsNothing = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  changes: readonly GroupChange[],
): Promise<void> => {
  const { access } = ctx
  let gain: ReturnType<typeof gainProblem> = null
  for (const one of await accessesInTime(ctx, tx)) gain ??= gainProblem(one, changes)
  if (!gain) return
  const { group_reference, action, payload_type, message } = gain
  const changed = changes.find(({ before }) => before.group_reference === group_reference)
  const isNamed = changed !== undefined && isVisibleTo(access, changed.before)
  throw new ProductError('access.exceeds_own', {
    ...(isNamed ? { group_reference } : {}),
    action,
    payload_type,
    message,
  })
}
