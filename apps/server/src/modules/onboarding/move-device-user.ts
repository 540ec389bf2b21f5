import type { Group } from '@holdfast/access'
import type { DeviceUser } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { deviceUserOf } from '../device-users/index.ts'
import { accessesInTime } from '../grants/index.ts'
import { grantByMove, type MoveGrant } from './grant-by-move.ts'
import { assertMovable, type LockedPerson, lockGroupToJoin, lockPersonForChange } from './rights-to-people.ts'
import { replacePerson } from './save-person.ts'

/** Somebody who is to move. */
interface Move {
  device_user_reference: string
  version: number | undefined
  group: string
}

/**
 * Checks a move, apart from what it gives to whom.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `edit.conflict`, `group.unknown`
 */
export const checkMove = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { device_user_reference, version, group }: Move,
): Promise<{ person: LockedPerson; to: Group }> => {
  const person = await lockPersonForChange(ctx, tx, device_user_reference)
  assertVersion(version, person.row)
  return { person, to: await lockGroupToJoin(ctx, tx, group) }
}

/** @throws ProductError `access.exceeds_own`, `access.opens_to_others`, `access.needs_second_person` */
export const assertMayMove = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { person: { row, group: from }, to }: { person: LockedPerson; to: Group },
  grant: MoveGrant,
): Promise<void> => {
  if (from.group_reference === to.group_reference) return
  assertMovable(await accessesInTime(ctx, tx), from, to)
  await grantByMove(ctx, tx, { device_user_reference: row.device_user_reference, from, to }, grant)
}

/** Moves somebody and changes nothing else of them. */
export const moveDeviceUser = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  move: Move,
  grant: MoveGrant,
): Promise<DeviceUser> => {
  const checked = await checkMove(ctx, tx, move)
  const { row } = checked.person
  if (row.group === move.group) {
    tx.audit('record.unchanged', { device_user_reference: row.device_user_reference }, [])
    return deviceUserOf(row)
  }
  await assertMayMove(ctx, tx, checked, grant)
  return replacePerson(ctx, tx, row, { group: move.group }, 'device_user.updated')
}
