import type { PayloadState } from '@holdfast/contract'
import type { Actor, PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { lockPayload, transition } from '../payloads/index.ts'
import { processPayloadJob } from '../processing/index.ts'
import { isLate } from './late.ts'
import { isUploadable } from './uploadable.ts'

/**
 * Moves a payload to Uploaded, when all its sealed bytes are durable at `s3_path`, and enqueues its processing.
 * @returns the payload as it was before; `null` if it no longer accepts bytes, because another copy of the upload was faster
 */
export const finishUpload = async (
  tx: TenantTransaction,
  actor: Actor,
  payload_reference: string,
  s3_path: string,
): Promise<PayloadRow | null> => {
  const payload = await lockPayload(tx, payload_reference)
  if (!payload || !isUploadable(payload.payload_state as PayloadState)) return null
  await transition(tx, actor, payload, {
    to: 'Uploaded',
    event: 'payload.uploaded',
    details: { checksum: payload.checksum, size: payload.size },
    set: {
      s3_path,
      uploaded_at: tx.now.toISOString(),
      is_late: isLate(payload.payload_time, tx.now),
      failure: null,
      damaged_at: null,
    },
  })
  await tx.db
    .deleteFrom('upload_parts')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await tx.enqueue(processPayloadJob, { client: tx.client, payload_reference })
  return payload
}
