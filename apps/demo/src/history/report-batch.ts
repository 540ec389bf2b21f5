import type { DemoCustomer } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { insertRows } from './insert-rows.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { planLogs } from './plan-logs.ts'
import { planTrail, reportingHandsets } from './plan-trails.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { SeededRandom } from './seeded-random.ts'
import { secondMs } from './time-spans.ts'

const arrivesAfterMs = 20 * secondMs

/** Where some handsets were in the last days, and what they logged. */
export const reportBatch = (
  { client }: DemoCustomer,
  handsets: readonly PlannedHandset[],
  payloads: readonly PlannedPayload[],
  anchor: number,
): Batch => {
  const reporting = reportingHandsets(handsets)
  return {
    client,
    payload_references: [],
    isDone: async (tx) => {
      const found = await tx.db
        .selectFrom('device_logs')
        .select('log_id')
        .where('client', '=', tx.client)
        // Simulated handsets log as well.
        .where('device_reference', '=', reporting[0]?.device_reference ?? '')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    prepare: async () => async (tx) => {
      const random = new SeededRandom(`${client} references of reports`)
      const sender = ({ device_reference, person: { device_user_reference, group } }: PlannedHandset, at: number) => ({
        client,
        device_reference,
        device_user_reference,
        group,
        received_at: new Date(at + arrivesAfterMs),
      })
      await insertRows(
        tx,
        'gps',
        reporting
          .flatMap((handset) => planTrail(handset, anchor))
          .map(({ handset, at, ...measured }) => ({
            ...sender(handset, at),
            ...measured,
            gps_reference: random.id(at),
            timestamp: new Date(at),
            timezone: handset.timezone,
          })),
      )
      await insertRows(
        tx,
        'device_logs',
        reporting
          .flatMap((handset) => planLogs(handset, payloads, anchor))
          .map(({ handset, at, ...line }) => ({
            ...sender(handset, at),
            ...line,
            log_id: `${random.id(at)}-${random.hex(6)}`,
            log_datetime: new Date(at),
            local_timezone: handset.timezone,
          })),
      )
    },
  }
}
