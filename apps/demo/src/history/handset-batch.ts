import type { DemoCustomer } from '../demo-customers.ts'
import type { Batch } from './batch.ts'
import { deviceChangeRows, numberPeriodRows } from './device-history-rows.ts'
import { fillLicences } from './fill-licences.ts'
import { gapReportRows, gapRow, planGaps } from './gap-rows.ts'
import { handsetRow } from './handset-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type PlannedPersonalNumber, personalNumberRow } from './personal-numbers.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { nextSequences } from './plan-payloads.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { officerOf } from './playbacks.ts'

/** A customer's handsets with their licences, and the personal numbers of their users. */
export const handsetBatch = (
  customer: DemoCustomer,
  handsets: readonly PlannedHandset[],
  personalNumbers: readonly PlannedPersonalNumber[],
  payloads: readonly PlannedPayload[],
  anchor: number,
): Batch => {
  const { client } = customer
  return {
    client,
    payload_references: [],
    isDone: async (tx) => {
      const first = handsets[0]?.device_reference ?? ''
      const found = await tx.db
        .selectFrom('devices')
        .select('device_reference')
        .where('client', '=', tx.client)
        .where('device_reference', '=', first)
        .executeTakeFirst()
      return found !== undefined
    },
    prepare: async () => async (tx) => {
      const next = nextSequences(payloads)
      const maker = officerOf(customer).user_reference
      await insertRows(
        tx,
        'devices',
        handsets.map((handset) => handsetRow(client, handset, next.get(handset.device_reference) ?? 0, maker)),
      )
      await insertRows(
        tx,
        'device_changes',
        handsets.flatMap((handset) => deviceChangeRows(client, handset, maker)),
      )
      await insertRows(
        tx,
        'phone_number_periods',
        handsets.flatMap((handset) => numberPeriodRows(client, handset)),
      )
      await insertRows(
        tx,
        'personal_numbers',
        personalNumbers.map((personal) => personalNumberRow(client, maker, personal)),
      )
      const gaps = planGaps(payloads)
      await insertRows(
        tx,
        'sequence_gaps',
        gaps.map((gap) => gapRow(client, gap, maker)),
      )
      await insertRows(tx, 'device_telemetry', gapReportRows(client, gaps))
      await fillLicences(tx, handsets, anchor)
    },
  }
}
