import type { Notice, PayloadRow } from '../../platform/database/index.ts'
import type { VerificationRow } from './verification-rows.ts'

/** Tells open screens of the recording how far its verification is. */
export const verificationNotice = (
  { payload_reference, payload_type, group, size }: PayloadRow,
  { state, bytes_read }: Pick<VerificationRow, 'state' | 'bytes_read'>,
): Notice => ({
  kind: 'verification',
  reference: payload_reference,
  state,
  payload_type,
  group,
  ...(size ? { progress: Math.min(1, bytes_read / size) } : {}),
})
