import type { CallInput, calls, DeviceUser } from '@holdfast/contract'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { type DeviceUserRow, deviceUserOf, insertDeviceUser, replaceDeviceUser } from '../device-users/index.ts'
import { updateDevicesOf } from '../devices/index.ts'
import { movePersonalNumbers } from '../personal-numbers/index.ts'

/** What people say of a device user. */
export type PersonFields = Omit<CallInput<typeof calls.putDeviceUser>['body'], 'version'>

export const columnsOf = ({
  group,
  services,
  expected_device_count = 1,
  email,
  first_name,
  surname,
}: PersonFields) => ({
  group,
  services,
  expected_device_count,
  email,
  first_name,
  surname,
})

/** The fields of a person whose changes the trail tells. */
const toldOf = ({ group, services, expected_device_count, email, first_name, surname, is_active }: DeviceUserRow) => ({
  group,
  services,
  expected_device_count,
  email,
  first_name,
  surname,
  is_active,
})

export const addPerson = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  device_user_reference: string,
  fields: PersonFields,
): Promise<DeviceUser> => {
  const added = await insertDeviceUser(
    tx,
    device_user_reference,
    { ...columnsOf(fields), is_active: true, onboard_date: tx.now, is_legacy: false },
    ctx.actor.reference,
  )
  tx.audit('device_user.onboarded', { device_user_reference, before: null, after: toldOf(added) }, [added.group])
  return deviceUserOf(added)
}

/** Brings back somebody who was offboarded. */
export const bringBack = (
  ctx: RequestContext,
  tx: AuditedTransaction,
  row: DeviceUserRow,
  fields: PersonFields,
): Promise<DeviceUser> =>
  replacePerson(
    ctx,
    tx,
    row,
    { ...columnsOf(fields), is_active: true, onboard_date: tx.now, offboard_date: null },
    'device_user.onboarded',
  )

/** Whether the devices of a person get other services; the order does not matter. */
export const areServicesChanged = (before: readonly string[], after: readonly string[]): boolean =>
  [...before].sort().join() !== [...after].sort().join()

/** Saves a person who exists, lets their devices and personal numbers follow, and records it. */
export const replacePerson = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  stored: DeviceUserRow,
  fields: Parameters<typeof replaceDeviceUser>[2],
  event: 'device_user.onboarded' | 'device_user.updated',
): Promise<DeviceUser> => {
  const { device_user_reference } = stored
  const updated_by = ctx.actor.reference
  const saved = await replaceDeviceUser(tx, device_user_reference, fields, updated_by)
  if (saved.group !== stored.group) await movePersonalNumbers(tx, device_user_reference, saved.group)
  const device_references = await updateDevicesOf(tx, saved, {
    areServicesChanged: areServicesChanged(stored.services, saved.services),
    updated_by,
  })
  const details = { device_user_reference, before: toldOf(stored), after: toldOf(saved), device_references }
  tx.audit(event, details, [stored.group, saved.group])
  return deviceUserOf(saved)
}
