import type { Updateable } from 'kysely'
import { type DeviceRow, storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { insertDevice } from './add-device.ts'
import { recordDeviceChanges } from './device-changes.ts'
import { saveFormerHolder } from './former-holders.ts'
import { updateDevice } from './update-device.ts'
import { lockDevice } from './verified-device.ts'

/** The person who holds a legacy device, who may have been offboarded. */
type LegacyHolder = Parameters<typeof insertDevice>[2]

/** A legacy platform's knowledge of a device. */
interface LegacyDeviceFields {
  imeis: string[]
  model: string | null
  legacy_phone_number: string | null
  is_deactivated: boolean
  activated_at: string | null
  deactivation_date: string | null
}

export const lockLegacyDevice = lockDevice

/** Adds or changes a device that was never active here. It stays legacy until it authenticates. */
export const saveLegacyDevice = async (
  tx: TenantTransaction,
  stored: DeviceRow | undefined,
  { device_reference, holder }: { device_reference: string; holder: LegacyHolder },
  { model, ...fields }: LegacyDeviceFields,
  changed_by: string,
): Promise<void> => {
  const device_info = storedJson({ ...stored?.device_info, ...(model === null ? {} : { model }) })
  if (stored) {
    const { device_user_reference, group, email, first_name, surname, services } = holder
    const held = { device_user_reference, group, email, first_name, surname, services }
    const held_since = await saveFormerHolder(tx, stored, holder)
    const ended = fields.is_deactivated ? {} : { deactivated_by: null, deactivation_reason: null }
    await updateDevice(tx, stored, { ...fields, ...ended, ...held, held_since, device_info }, { changed_by })
  } else await addLegacyDevice(tx, { device_reference, holder }, { ...fields, device_info }, changed_by)
  await tx.notify({ kind: 'device', reference: device_reference, state: null, payload_type: null, group: holder.group })
}

const addLegacyDevice = async (
  tx: TenantTransaction,
  { device_reference, holder }: { device_reference: string; holder: LegacyHolder },
  fields: Updateable<Tables['devices']>,
  updated_by: string,
): Promise<void> => {
  const added = await insertDevice(tx, device_reference, holder, { updated_by, is_legacy: true })
  if (!added) throw new Error('The device was added meanwhile')
  const saved = await tx.db
    .updateTable('devices')
    .set(fields)
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordDeviceChanges(tx, null, saved, { changed_by: updated_by })
}

/** These devices, and those that these people hold now, the legacy ones first: for recordings that name a person only. */
export const devicesForRecordings = (
  tx: TenantTransaction,
  device_references: readonly string[],
  device_user_references: readonly string[],
) =>
  tx.db
    .selectFrom('devices')
    .select(['device_reference', 'device_user_reference', 'group', 'is_legacy', 'legacy_phone_number'])
    .where('client', '=', tx.client)
    .where((eb) =>
      eb.or([
        eb('device_reference', '=', eb.fn.any(eb.val([...device_references]))),
        eb('device_user_reference', '=', eb.fn.any(eb.val([...device_user_references]))),
      ]),
    )
    .orderBy('is_legacy', 'desc')
    .orderBy('device_reference')
    .execute()
