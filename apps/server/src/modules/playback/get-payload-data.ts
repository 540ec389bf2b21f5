import type { CallInput, calls, PayloadData } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { findPayload } from '../payloads/index.ts'
import { dataStatus } from './data-status.ts'
import { issuePlaybackAddress } from './playback-ticket.ts'

/** `GET /payloads/{payload_reference}/data`: an address for the content, or why there is none. Either is recorded. */
export const getPayloadData = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.getPayloadData>,
): Promise<PayloadData> => {
  const { payload_reference } = params
  const action = query.action ?? 'download'
  const groups = await ctx.groups()
  const session = await ctx.currentSession()
  return ctx.transaction(async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    const group = payload && groups.get(payload.group)
    const mayKnow = group && ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })
    const status = mayKnow ? dataStatus(ctx.access, payload, group, action) : 'NoMatchingRecord'
    const details = { payload_reference, data_action: action, status }
    if (payload) {
      ctx.setAuditGroup(payload.group)
      await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.data_requested', details }])
    }
    tx.audit('payload.data_requested', details)
    if (status !== 'Ok') {
      ctx.recordRefusal({ reason: status, isDenial: status !== 'NoS3Url' })
      return { status, s3_url: null }
    }
    const ticket = { payload_reference, action, session_from: session.sessions_valid_from_s }
    return { status, s3_url: issuePlaybackAddress(ctx, ticket) }
  })
}
