import { type Access, type Group, moveProblem } from '@holdfast/access'
import { type Action, ProductError } from '@holdfast/contract'
import { lockGroupShared } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type DeviceUserRow, lockDeviceUser } from '../device-users/index.ts'
import { lockDevicesOf } from '../devices/index.ts'

/** A locked device user, and the group that they are in. */
export interface LockedPerson {
  row: DeviceUserRow
  group: Group
}

/** What lets somebody know that a group exists. */
const seeing: readonly Action[] = ['groups:read', 'device_users:read', 'device_users:write']

/** Locks a person, if there is one, with the devices that they hold and the group that they are in. */
export const lockPerson = async (
  tx: TenantTransaction,
  device_user_reference: string,
): Promise<LockedPerson | undefined> => {
  await lockDevicesOf(tx, device_user_reference)
  const row = await lockDeviceUser(tx, device_user_reference)
  const group = row && (await lockGroupShared(tx, row.group))
  return row && group && { row, group }
}

/** Whether the caller may know of a person. */
export const maySeePerson = ({ access }: RequestContext, { group }: Pick<LockedPerson, 'group'>): boolean =>
  access.can('device_users:read', { group }) || access.can('device_users:write', { group })

/** @throws ProductError `auth.forbidden` */
export const assertMayChangePerson = (ctx: RequestContext, { group }: LockedPerson): void => {
  ctx.setAuditGroup(group.group_reference)
  if (!ctx.access.can('device_users:write', { group })) throw new ProductError('auth.forbidden')
}

/**
 * Locks a person whom the caller may change.
 * @throws ProductError `request.not_found`, also if the caller may not see the person; `auth.forbidden`
 */
export const lockPersonForChange = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  device_user_reference: string,
): Promise<LockedPerson> => {
  const person = await lockPerson(tx, device_user_reference)
  if (!person || !maySeePerson(ctx, person)) throw new ProductError('request.not_found')
  assertMayChangePerson(ctx, person)
  return person
}

/**
 * The group that a person joins.
 * @throws ProductError `group.unknown`, also if the caller may not see the group; `auth.forbidden`
 */
export const mayJoin = ({ access }: RequestContext, group: Group | undefined, reference: string): Group => {
  if (!group || !seeing.some((action) => access.can(action, { group }))) {
    throw new ProductError('group.unknown', { group: reference })
  }
  if (!access.can('device_users:write', { group })) throw new ProductError('auth.forbidden')
  return group
}

/** Finds the group that a person joins, which can't be changed or deleted until the transaction ends. */
export const lockGroupToJoin = async (ctx: RequestContext, tx: TenantTransaction, reference: string): Promise<Group> =>
  mayJoin(ctx, await lockGroupShared(tx, reference), reference)

/**
 * Nobody gains access to what a person records by moving them (docs/decisions/0012).
 * @param accesses what the caller can do, at present and after the end of each role that they have for a time (`accessesInTime`)
 * @throws ProductError `access.exceeds_own` with the first thing that the caller would gain
 */
export const assertMovable = (accesses: readonly Access[], from: Group, to: Group): void => {
  for (const access of accesses) {
    const problem = moveProblem(access, { from, to })
    if (problem) throw new ProductError('access.exceeds_own', { ...problem })
  }
}
