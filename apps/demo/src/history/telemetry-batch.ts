import { reportRows } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { insertRows } from './insert-rows.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { hasTelemetry, planTelemetry } from './plan-telemetry.ts'

/** What a customer's handsets reported about themselves in the last weeks. */
export const telemetryBatch = (
  { client }: DemoCustomer,
  handsets: readonly PlannedHandset[],
  anchor: number,
): Batch => ({
  client,
  payload_references: [],
  isDone: async (tx) => {
    const found = await tx.db
      .selectFrom('latest_telemetry')
      .select('device_reference')
      .where('client', '=', tx.client)
      .where('device_reference', '=', handsets.find(hasTelemetry)?.device_reference ?? '')
      .executeTakeFirst()
    return found !== undefined
  },
  prepare: async () => async (tx) => {
    const reports = planTelemetry(handsets, anchor).map(({ handset, at, telemetry }) => {
      const { device_reference, person } = handset
      return reportRows({ client, device_reference, group: person.group, received_at: new Date(at) }, telemetry)
    })
    await insertRows(
      tx,
      'device_telemetry',
      reports.map(({ history }) => history),
    )
    const latest = new Map(reports.map((report) => [report.latest.device_reference, report.latest]))
    await insertRows(tx, 'latest_telemetry', [...latest.values()])
  },
})
