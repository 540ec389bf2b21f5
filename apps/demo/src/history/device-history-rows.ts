import type { Tables } from '@holdfast/server'
import type { Insertable } from 'kysely'
import { isOutOfUse, reasonOf } from './handset-rows.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { minuteMs } from './time-spans.ts'

/** When a handset was added, for whom and with which number, and when it was deactivated. */
export const deviceChangeRows = (
  client: string,
  handset: PlannedHandset,
  deactivator: string,
): Insertable<Tables['device_changes']>[] => {
  const { device_reference, person, from, until, phone_number, status } = handset
  const random = new SeededRandom(`${client} changes of ${device_reference}`)
  const change = { client, device_reference, group: person.group, slot_index: null, before: [], reason: null }
  /** @param order of changes of one moment */
  const byDevice = (at: number, own: Pick<Insertable<Tables['device_changes']>, 'field' | 'after'>, order = 0) => ({
    ...change,
    ...own,
    change_id: random.id(at + order),
    changed_at: new Date(at),
    changed_by: device_reference,
  })
  const deactivatedAt = until + 20 * minuteMs
  return [
    byDevice(from, { field: 'device_reference', after: [device_reference] }),
    byDevice(from, { field: 'group', after: [person.group] }, 1),
    byDevice(from, { field: 'device_user_reference', after: [person.device_user_reference] }, 2),
    ...(status === 'pending'
      ? []
      : [{ ...byDevice(from + 5 * minuteMs, { field: 'phone_number', after: [phone_number] }), slot_index: 0 }]),
    ...(isOutOfUse(handset)
      ? [
          {
            ...byDevice(deactivatedAt, { field: 'is_deactivated', after: ['true'] }),
            before: ['false'],
            changed_by: deactivator,
            reason: reasonOf(handset),
          },
        ]
      : []),
  ]
}

/** From when to when its number was verified. */
export const numberPeriodRows = (
  client: string,
  { device_reference, person, phone_number, from, until, status }: PlannedHandset,
): Insertable<Tables['phone_number_periods']>[] =>
  status === 'pending'
    ? []
    : [
        {
          client,
          phone_number,
          device_reference,
          device_user_reference: person.device_user_reference,
          group: person.group,
          slot_index: 0,
          first_verified: new Date(from + 5 * minuteMs),
          last_verified: new Date(until),
        },
      ]
