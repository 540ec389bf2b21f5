import { aboutDevice, maxWatched, type Watch } from '../alerts/index.ts'

const settledMs = 60 * 60 * 1000

/** Devices with gaps that nobody has explained and that have been there for an hour: what is under way arrives by then. */
export const gapWatch: Watch = {
  condition: 'sequence_gap',
  async causes({ client, db, now }) {
    const rows = await db
      .selectFrom('sequence_gaps')
      .select(['device_reference', (eb) => eb.fn.min('group').as('group')])
      .where('client', '=', client)
      .where('state', '=', 'open')
      .where('seen_since', '<=', new Date(now.getTime() - settledMs).toISOString())
      .groupBy('device_reference')
      .orderBy('device_reference')
      .limit(maxWatched)
      .execute()
    return rows.map(({ device_reference: device, group }) => ({
      condition: 'sequence_gap',
      of: device,
      values: { device },
      group,
      related: [aboutDevice(device)],
    }))
  },
}
