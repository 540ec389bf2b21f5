import type { Tables } from '@holdfast/server'
import type { Insertable } from 'kysely'
import { demoServices } from '../demo-customers.ts'
import type { HandsetStatus, PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { minuteMs } from './time-spans.ts'

const outOfUse: readonly HandsetStatus[] = ['deactivated', 'replaced', 'legacyDeactivated']
export const isOutOfUse = ({ status }: PlannedHandset): boolean => outOfUse.includes(status)

/** Why somebody deactivated a handset. */
export const reasonOf = ({ status }: PlannedHandset): string =>
  status === 'replaced' ? 'Replaced by another handset' : 'Returned to the store'

const onLegacyPlatform: readonly HandsetStatus[] = ['legacyActive', 'legacyDeactivated']

/**
 * @param next_sequence the sequence number of its next recording
 * @param deactivator `user_reference` of the person who deactivates handsets
 */
export const handsetRow = (
  client: string,
  handset: PlannedHandset,
  next_sequence: number,
  deactivator: string,
): Insertable<Tables['devices']> => {
  const { device_reference, status, person, imei, from, until } = handset
  const { device_user_reference, group, email, first_name, surname } = person
  const isPending = status === 'pending'
  const isLegacy = onLegacyPlatform.includes(status)
  const isDeactivated = isOutOfUse(handset)
  const random = new SeededRandom(`${client} installation ${device_reference}`)
  const created_at = new Date(from)
  return {
    client,
    device_reference,
    device_user_reference,
    group,
    services: [...demoServices],
    imeis: isPending ? [] : [imei],
    email,
    first_name,
    surname,
    phone_numbers: JSON.stringify(isPending || isLegacy ? [] : [verifiedNumber(handset)]),
    device_info: JSON.stringify(isPending || isLegacy ? {} : deviceInfo(handset)),
    installation_id: isPending || isLegacy ? null : random.id(from),
    last_seen: isPending ? null : new Date(until),
    is_deactivated: isDeactivated,
    deactivation_date: isDeactivated ? new Date(until + 20 * minuteMs) : null,
    deactivated_by: isDeactivated ? deactivator : null,
    deactivation_reason: isDeactivated ? reasonOf(handset) : null,
    activated_at: isPending || isLegacy ? null : new Date(from + 5 * minuteMs),
    is_legacy: isLegacy,
    legacy_phone_number: isLegacy ? handset.phone_number : null,
    next_sequence,
    created_at,
    updated_at: isPending ? created_at : new Date(until),
    updated_by: 'system',
  }
}

const verifiedNumber = ({ phone_number, from, until }: PlannedHandset) => ({
  phone_number,
  first_verified: new Date(from + 5 * minuteMs).toISOString(),
  last_verified: new Date(until).toISOString(),
  slot_index: 0,
})

const deviceInfo = ({ device_reference, model, os_version, app_version }: PlannedHandset) => ({
  model,
  os_version,
  app_version,
  serial_number: device_reference,
  fcm_token: null,
})
