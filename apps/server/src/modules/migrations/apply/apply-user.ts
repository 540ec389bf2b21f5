import { recordProductActivity } from '../../../core/activities/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { type DeviceUserRow, deviceUsers, findDeviceUser, replaceDeviceUser } from '../../device-users/index.ts'
import { lockDevicesOf, updateDevicesOf } from '../../devices/index.ts'
import { isGroup, lockGroups } from '../../groups/index.ts'
import type { LegacyUser } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import { movePersonalNumbers } from '../../personal-numbers/index.ts'
import { decideUser, laterEnd } from './decide-user.ts'
import { type Applied, failed, type PlannedUser, type Run } from './run.ts'

/** Finds a person as they are, or as a dry run would have left them. */
export const findUser = async (tx: TenantTransaction, run: Run, reference: string): Promise<PlannedUser | undefined> =>
  run.planned.users.get(reference) ?? (await findDeviceUser(tx, reference))

/** Finds people as they are, or as a dry run would have left them. */
export const findUsers = async (
  tx: TenantTransaction,
  run: Run,
  references: readonly string[],
): Promise<PlannedUser[]> => {
  const planned = references.flatMap((reference) => run.planned.users.get(reference) ?? [])
  const stored = await deviceUsers
    .select(tx)
    .where((eb) => eb('device_user_reference', '=', eb.fn.any(eb.val([...references]))))
    .where('destroyed_at', 'is', null)
    .execute()
  return [...stored, ...planned]
}

/** Adds or changes a person, who stays legacy until they are onboarded here. */
export const applyUser = async (tx: TenantTransaction, run: Run, row: LegacyUser): Promise<Applied> => {
  const { device_user_reference } = row
  if (!run.isDryRun) await lockDevicesOf(tx, device_user_reference)
  const locked = await deviceUsers.lock(tx, device_user_reference)
  if (locked && locked.destroyed_at !== null) {
    return { code: 'OffboardedUserSupersededByNewerRecord', message: say('destroyed_person') }
  }
  const stored = run.planned.users.get(device_user_reference) ?? locked
  const { isWritten, ...ended } = decideUser(row, stored, run.settings)
  if (!isWritten) return ended
  if (row.group === null || row.email === null || row.first_name === null || row.surname === null) {
    return failed(say('incomplete_person'))
  }
  if (!run.planned.groups.has(row.group) && !(await isGroup(tx, row.group))) {
    return failed(say('no_group', { group: row.group }))
  }
  const complete = { ...row, group: row.group, email: row.email, first_name: row.first_name, surname: row.surname }
  const fields = columnsOf(complete, stored)
  if (run.isDryRun) run.planned.users.set(device_user_reference, plannedOf(tx, run, complete, stored))
  else await save(tx, run, { row: complete, stored: stored as DeviceUserRow | undefined, fields })
  return ended
}

type CompleteUser = LegacyUser & Pick<DeviceUserRow, 'group' | 'email' | 'first_name' | 'surname'>

const columnsOf = (row: CompleteUser, stored: PlannedUser | undefined) => {
  const { kind: _kind, device_user_reference: _reference, onboard_date, offboard_date, ...fields } = row
  return {
    ...fields,
    onboard_date: onboard_date ?? stored?.onboard_date ?? null,
    offboard_date: row.is_active ? null : laterEnd(offboard_date, stored?.offboard_date ?? null),
    is_legacy: true,
  }
}

const plannedOf = (
  tx: TenantTransaction,
  run: Run,
  row: CompleteUser,
  stored: PlannedUser | undefined,
): PlannedUser => ({
  client: tx.client,
  device_user_reference: row.device_user_reference,
  ...columnsOf(row, stored),
  updated_at: tx.now.toISOString(),
  updated_by: run.by,
  version: (stored?.version ?? 0) + 1,
})

interface Saving {
  row: CompleteUser
  stored: DeviceUserRow | undefined
  fields: ReturnType<typeof columnsOf>
}

const save = async (tx: TenantTransaction, run: Run, { row, stored, fields }: Saving): Promise<void> => {
  const { device_user_reference } = row
  await lockGroups(tx, [row.group])
  const saved = stored
    ? await replaceDeviceUser(tx, device_user_reference, fields, run.by)
    : await deviceUsers.insert(tx, device_user_reference, fields, run.by)
  if (stored) {
    if (saved.group !== stored.group) await movePersonalNumbers(tx, device_user_reference, saved.group)
    const areServicesChanged = [...stored.services].sort().join() !== [...saved.services].sort().join()
    await updateDevicesOf(tx, saved, { areServicesChanged, updated_by: run.by })
  }
  await recordProductActivity(tx, {
    call: 'JOB run_migration',
    event: stored ? 'device_user.updated' : 'device_user.onboarded',
    details: { device_user_reference, migration_id: run.migration_id, is_legacy: true, after: told(saved) },
    group: saved.group,
  })
}

const told = ({ group, services, email, first_name, surname, is_active }: DeviceUserRow) => ({
  group,
  services,
  email,
  first_name,
  surname,
  is_active,
})
