import { type CallInput, type calls, instantOf } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { storedJson } from '../../platform/database/index.ts'
import { updateLastSeen } from './last-seen.ts'

/** `POST /telemetry`. A report is identified by its device and time, so sending it again changes nothing. */
export const receiveTelemetry = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.receiveTelemetry>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    const { device_reference, group } = ctx.device
    const collected_at = instantOf(body.reported_at).toISOString()
    const added = await tx.db
      .insertInto('device_telemetry')
      .values({
        client: tx.client,
        // Sorts by time; a device_reference never contains a slash.
        telemetry_id: `${collected_at}/${device_reference}`,
        device_reference,
        group,
        collected_at,
        received_at: tx.now,
        telemetry: storedJson(body),
      })
      .onConflict((conflict) => conflict.columns(['client', 'telemetry_id']).doNothing())
      .returning('telemetry_id')
      .execute()
    await updateLastSeen(tx, device_reference)
    ctx.setAuditGroup(group)
    tx.audit('telemetry.received', { collected_at, received: added.length })
    return undefined
  })
