import type { CallInput, calls, PayloadData } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { problemOfReason } from '../account-settings/index.ts'
import { findPayload } from '../payloads/index.ts'
import { dataStatus } from './data-status.ts'
import { issuePlaybackAddress } from './playback-ticket.ts'

/**
 * `GET /payloads/{payload_reference}/data`: an address for the content, or why there is none. Either is recorded.
 * @throws ProductError `playback.reason_required`, `playback.reason_not_listed`
 */
export const getPayloadData = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.getPayloadData>,
): Promise<PayloadData> => {
  const { payload_reference } = params
  const { action = 'download', reason } = query
  const groups = await ctx.groups()
  const session = await ctx.currentSession()
  const problem = await problemOfReason(ctx, reason)
  return ctx.transaction(async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    const group = payload && groups.get(payload.group)
    const mayKnow = group && ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })
    const status = mayKnow ? dataStatus(ctx.access, payload, group, action) : 'NoMatchingRecord'
    if (status === 'Ok' && problem) throw problem
    const details = { payload_reference, data_action: action, status, ...(reason !== undefined && { reason }) }
    if (payload) {
      ctx.setAuditGroup(payload.group)
      await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.data_requested', details }])
    }
    tx.audit('payload.data_requested', details)
    if (status !== 'Ok') {
      ctx.recordRefusal({ reason: status, isDenial: status !== 'NoS3Url' })
      return { status, s3_url: null }
    }
    const listening = action === 'play' ? newId() : undefined
    ctx.setListening(listening)
    const ticket = { payload_reference, action, listening, reason, session_from: session.sessions_valid_from_s }
    return { status, s3_url: issuePlaybackAddress(ctx, ticket) }
  })
}
