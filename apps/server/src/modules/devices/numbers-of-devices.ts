import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'

/** A number of the device's present holder, or of a former holder (`held_until` is set). */
export type HeldNumber = DeviceRow['phone_numbers'][number] & { held_until?: string }

const heldNumbers = ({
  phone_numbers,
  former_phone_numbers,
}: Pick<DeviceRow, 'phone_numbers' | 'former_phone_numbers'>): HeldNumber[] => [
  ...phone_numbers,
  ...former_phone_numbers,
]

/** The phone numbers of an account's devices, page by page. @param after the reference of the last device of the page before */
export const numbersOfDevices = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  after: string,
  limit: number,
): Promise<{ device_reference: string; phone_numbers: HeldNumber[] }[]> => {
  const devices = await db
    .selectFrom('devices')
    .select(['device_reference', 'phone_numbers', 'former_phone_numbers'])
    .where('client', '=', client)
    .where('device_reference', '>', after)
    .orderBy('device_reference')
    .limit(limit)
    .execute()
  return devices.map(({ device_reference, ...numbers }) => ({ device_reference, phone_numbers: heldNumbers(numbers) }))
}

/** Who had a device until when; `until` is null for the holder of today. */
export interface Holding {
  until: string | null
  device_user_reference: string | null
  group: string
}

interface HeldDevice {
  phone_numbers: HeldNumber[]
  holdings: Holding[]
}

/**
 * The numbers of a device, and who had it, in the group that they had then: or in their current one if that was deleted. The earliest holding first, which also counts
 * for earlier times (docs/decisions/0015).
 */
export const holdingsOfDevice = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  device_reference: string,
): Promise<HeldDevice> => {
  const [device, former] = await Promise.all([
    db
      .selectFrom('devices')
      .select(['device_user_reference', 'group', 'phone_numbers', 'former_phone_numbers'])
      .where('client', '=', client)
      .where('device_reference', '=', device_reference)
      .executeTakeFirst(),
    db
      .selectFrom('former_holders as holder')
      .innerJoin('device_users as person', (join) =>
        join
          .onRef('person.device_user_reference', '=', 'holder.device_user_reference')
          .on('person.client', '=', client),
      )
      .leftJoin('groups', (join) =>
        join.onRef('groups.group_reference', '=', 'holder.group').on('groups.client', '=', client),
      )
      .select([
        'holder.held_until',
        'holder.device_user_reference',
        'groups.group_reference as group_then',
        'person.group as group_now',
      ])
      .where('holder.client', '=', client)
      .where('holder.device_reference', '=', device_reference)
      .orderBy('holder.held_until')
      .execute(),
  ])
  const before = former.map(({ held_until: until, device_user_reference, group_then, group_now }) => ({
    until,
    device_user_reference,
    group: group_then ?? group_now,
  }))
  if (!device) return { phone_numbers: [], holdings: before }
  const { phone_numbers, former_phone_numbers, ...present } = device
  return {
    phone_numbers: heldNumbers({ phone_numbers, former_phone_numbers }),
    holdings: [...before, { until: null, ...present }],
  }
}
