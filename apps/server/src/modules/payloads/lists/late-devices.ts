import { sql } from 'kysely'
import { aboutDevice, maxWatched, type Watch } from '../../alerts/index.ts'

/** Devices with recordings that are late and have not been uploaded. */
export const lateWatch: Watch = {
  condition: 'payload_late',
  async causes({ client, db }) {
    // Written like the condition of the partial index.
    const { rows } = await sql<{ device_reference: string; group: string }>`
      select device_reference, min("group") as "group" from payloads
      where client = ${client} and is_late and payload_state = 'Recorded'
      group by device_reference order by device_reference limit ${maxWatched}`.execute(db)
    return rows.map(({ device_reference: device, group }) => ({
      condition: 'payload_late',
      of: device,
      values: { device },
      group,
      related: [aboutDevice(device)],
    }))
  },
}
