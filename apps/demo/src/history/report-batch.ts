import type { DemoCustomer } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { deviceCallRows } from './device-call-rows.ts'
import { insertRows } from './insert-rows.ts'
import { logRows } from './log-rows.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { trailOfPositions } from './position-rows.ts'
import { telemetryRows } from './telemetry-rows.ts'

/** Number of handsets per customer with reports. Reports of all handsets would show nothing more. */
const reportingHandsets = 14

/** Telemetry, calls, positions and logs of handsets. */
export const reportBatch = (
  { client }: DemoCustomer,
  handsets: readonly PlannedHandset[],
  payloads: readonly PlannedPayload[],
  anchor: number,
): Batch => {
  const reporting = handsets
    .filter(({ status }) => status === 'active' || status === 'replaced')
    .slice(0, reportingHandsets)
  const deactivated = handsets.filter(({ status }) => status === 'deactivated')
  const telemetry = reporting.flatMap((handset) => telemetryRows(client, handset))
  return {
    client,
    payload_references: [],
    isDone: async (tx) => {
      const found = await tx.db
        .selectFrom('device_telemetry')
        .select('telemetry_id')
        .where('client', '=', tx.client)
        .where('telemetry_id', '=', telemetry[0]?.telemetry_id ?? '')
        .executeTakeFirst()
      return found !== undefined
    },
    prepare: async () => async (tx) => {
      await insertRows(tx, 'device_telemetry', telemetry)
      await insertRows(tx, 'device_activities', deviceCallRows(client, [...reporting, ...deactivated], anchor))
      await insertRows(
        tx,
        'gps',
        reporting.flatMap((handset) => trailOfPositions(client, handset, anchor)),
      )
      await insertRows(
        tx,
        'device_logs',
        reporting.flatMap((handset) => logRows(client, handset, payloads, anchor)),
      )
    },
  }
}
