import { findGroup, lockGroupShared } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findDeviceUser, lockDeviceUser } from '../device-users/index.ts'
import { assertMayChange } from './policy.ts'

/**
 * Finds a person whose personal numbers the caller may change. Returns the person's group.
 * @throws ProductError `request.not_found`, also for a person of a group in which the caller may not
 */
export const findPersonWithNumbers = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  device_user_reference: string,
): Promise<string> => {
  const person = await findDeviceUser(tx, device_user_reference)
  return assertMayChange(ctx, person && (await findGroup(tx, person.group)))
}

/** The same, locked: two people who change the numbers of one person take turns, and nobody moves the person meanwhile. */
export const lockPersonWithNumbers = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  device_user_reference: string,
): Promise<string> => {
  const person = await lockDeviceUser(tx, device_user_reference)
  return assertMayChange(ctx, person && (await lockGroupShared(tx, person.group)))
}
