import { sql } from 'kysely'
import { aboutPerson, maxWatched, type Watch } from '../alerts/index.ts'

/** People are given this time to get a device. */
const settledMs = 7 * 24 * 60 * 60 * 1000

/** Active people with services who have no active device, a week after they were onboarded. */
export const withoutDeviceWatch: Watch = {
  condition: 'person_without_device',
  async causes({ client, db, now }) {
    const since = new Date(now.getTime() - settledMs)
    const { rows } = await sql<{ device_user_reference: string; group: string }>`
      select device_user_reference, "group" from device_users person
      where client = ${client} and is_active and expected_device_count > 0 and services <> '{}'
        and coalesce(onboard_date, created_at) <= ${since}
        and not exists (select from devices where client = ${client}
          and device_user_reference = person.device_user_reference and not is_deactivated and activated_at is not null)
      order by device_user_reference limit ${maxWatched}`.execute(db)
    return rows.map(({ device_user_reference: person, group }) => ({
      condition: 'person_without_device',
      of: person,
      values: { person },
      group,
      related: [aboutPerson(person)],
    }))
  },
}
