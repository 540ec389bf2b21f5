import type { PayloadState } from '@holdfast/contract'
import type { Actor, PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import {
  hasContent,
  lockPayload,
  storeContentsStatement,
  storedBytesStatements,
  transition,
} from '../payloads/index.ts'
import { processingStatements } from '../processing/index.ts'
import type { WholeContent } from './assemble-upload.ts'
import { isLate } from './late.ts'
import { isUploadable } from './uploadable.ts'

/**
 * Moves a payload to Uploaded, when all its sealed bytes have arrived, and enqueues its processing.
 * @returns the payload as it was before; `null` if it no longer accepts bytes, because another copy of the upload was faster, or
 * other bytes, because the handset sealed it again
 */
export const finishUpload = async (
  tx: TenantTransaction,
  actor: Actor,
  payload_reference: string,
  content: WholeContent,
): Promise<PayloadRow | null> => {
  const payload = await lockPayload(tx, payload_reference)
  if (!payload || !isUploadable(payload.payload_state as PayloadState)) return null
  if (payload.checksum !== content.checksum) return null
  const is_content_in_table = 'sealed' in content
  await transition(tx, actor, payload, {
    to: 'Uploaded',
    event: 'payload.uploaded',
    details: { checksum: payload.checksum, size: payload.size },
    set: {
      s3_path: is_content_in_table ? null : content.s3_path,
      is_content_in_table,
      uploaded_at: tx.now.toISOString(),
      is_late: !payload.is_legacy && isLate(payload.payload_time, tx.now),
      failure: null,
      damaged_at: null,
    },
  })
  await tx.db
    .deleteFrom('upload_parts')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
  await tx.executeAll([
    ...(is_content_in_table
      ? [storeContentsStatement(tx.client, [{ payload_reference, sealed: content.sealed }])]
      : []),
    // The bytes of a Failed payload that are sent again replace those that are stored.
    ...(hasContent(payload)
      ? []
      : storedBytesStatements(tx.client, [{ payload_type: payload.payload_type, bytes: payload.size ?? 0 }])),
    ...processingStatements(tx.client, [{ ...payload, is_content_in_table }]),
  ])
  return payload
}
