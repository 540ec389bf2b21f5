import type { CallInput, calls } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { carriersOfTelemetry, seenCarriersStatements } from '../carriers/index.ts'
import { updateLastSeen } from '../devices/index.ts'
import { type LatestRow, reportRows } from './report-rows.ts'

/** `POST /telemetry`. A report is identified by its device and time, so sending it again changes nothing. */
export const receiveTelemetry = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.receiveTelemetry>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    const { device_reference, group } = ctx.device
    const { history, latest } = reportRows({ client: tx.client, device_reference, group, received_at: tx.now }, body)
    const added = await tx.db
      .insertInto('device_telemetry')
      .values(history)
      .onConflict((conflict) => conflict.columns(['client', 'telemetry_id']).doNothing())
      .returning('telemetry_id')
      .execute()
    if (added.length > 0) await replaceLatest(tx, latest)
    const carriers = seenCarriersStatements(tx, carriersOfTelemetry(body))
    if (carriers.length > 0) await tx.executeAll(carriers)
    await updateLastSeen(tx, device_reference)
    ctx.setAuditGroup(group)
    tx.audit('telemetry.received', { collected_at: history.collected_at, received: added.length })
    return undefined
  })

/**
 * Keeps the latest report of the device, so that lists need not look for it. An older report that arrives late does not replace it,
 * unless the kept one was made in the future: its device's clock was ahead, and would keep out all reports until then.
 */
const replaceLatest = async ({ db }: TenantTransaction, latest: LatestRow): Promise<void> => {
  await db
    .insertInto('latest_telemetry')
    .values(latest)
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'device_reference'])
        .doUpdateSet((eb) => ({
          telemetry_id: eb.ref('excluded.telemetry_id'),
          group: eb.ref('excluded.group'),
          collected_at: eb.ref('excluded.collected_at'),
          received_at: eb.ref('excluded.received_at'),
          telemetry: eb.ref('excluded.telemetry'),
          application_count: eb.ref('excluded.application_count'),
          problems: eb.ref('excluded.problems'),
          problem_count: eb.ref('excluded.problem_count'),
          app_version: eb.ref('excluded.app_version'),
          os_version: eb.ref('excluded.os_version'),
        }))
        .where(
          sql<boolean>`excluded.collected_at >= latest_telemetry.collected_at
            or latest_telemetry.collected_at > latest_telemetry.received_at`,
        ),
    )
    .execute()
}
