import type { Notice, PayloadRow } from '../../../platform/database/index.ts'

/** What a notice tells of a payload. Without `thread_id`, no open conversation shows it by itself. */
export type NoticedPayload = Pick<PayloadRow, 'payload_reference' | 'payload_type' | 'group'> &
  Partial<Pick<PayloadRow, 'device_reference' | 'thread_id'>>

/** The notice that tells open portals which state a payload is in. */
export const payloadNotice = (
  { payload_reference, payload_type, group, device_reference, thread_id }: NoticedPayload,
  state: string,
): Notice => ({
  kind: 'payload',
  reference: payload_reference,
  state,
  payload_type,
  group,
  ...(device_reference && thread_id ? { thread: { device_reference, thread_id } } : {}),
})
