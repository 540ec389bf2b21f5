import { sql } from 'kysely'
import {
  type Actor,
  custodyStatement,
  noticesStatement,
  type PayloadRow,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { payloadNotice } from './payload-notice.ts'

type LatePayload = Pick<
  PayloadRow,
  'payload_reference' | 'payload_type' | 'payload_state' | 'group' | 'device_reference' | 'thread_id' | 'payload_time'
>

/**
 * Marks payloads as late that were made before a time and whose sealed bytes have not arrived, the oldest first. Those that another
 * transaction has locked are left out.
 * @returns how many were marked; there may be more if it is `limit`
 */
export const markLate = async (
  tx: TenantTransaction,
  actor: Actor,
  { made_before, limit }: { made_before: Date; limit: number },
): Promise<number> => {
  // Written like the condition of the partial index. No handset still has the content of a legacy recording.
  const missing = sql`select payload_reference from payloads
    where client = ${tx.client} and payload_state in ('Recorded', 'NotRecoverable') and not is_late
      and not is_legacy and payload_time < ${made_before}
    order by payload_time, payload_reference limit ${limit} for update skip locked`
  const { rows } = await sql<LatePayload>`
    update payloads set is_late = true, updated_at = ${tx.now}, updated_by = ${actor.reference}
    where client = ${tx.client} and payload_reference in (${missing})
    returning payload_reference, payload_type, payload_state, "group", device_reference, thread_id, payload_time`.execute(
    tx.db,
  )
  if (rows.length === 0) return 0
  await tx.executeAll([
    custodyStatement(
      tx,
      rows.map(({ payload_reference, payload_time }) => {
        return { actor, payload_reference, event: 'payload.late', details: { payload_time } }
      }),
    ),
    noticesStatement(
      tx,
      rows.map((payload) => payloadNotice(payload, payload.payload_state)),
    ),
  ])
  return rows.length
}
