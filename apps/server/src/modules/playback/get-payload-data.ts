import type { Access, Group } from '@holdfast/access'
import {
  type CallInput,
  type calls,
  type PayloadData,
  type PayloadDataActionType,
  type PayloadDataStatus,
  payloadTypes,
} from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/http/index.ts'
import { findPayload } from '../payloads/index.ts'
import { issuePlaybackAddress } from './playback-ticket.ts'

/** States in which the stored content is whole, scanned and clean. */
const playableStates = ['Processed', 'Transferred']

/** `GET /payloads/{payload_reference}/data`: an address of the content, or why there is none. Recorded either way. */
export const getPayloadData = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.getPayloadData>,
): Promise<PayloadData> => {
  const { payload_reference } = params
  const action = query.action ?? 'download'
  const groups = await ctx.groups()
  const session = await ctx.sessionNow()
  return ctx.transaction(async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    const group = payload && groups.get(payload.group)
    const mayKnow = group && ctx.access.can('payloads:read', { group, payload_type: payload.payload_type })
    const status = mayKnow ? dataStatus(ctx.access, payload, group, action) : 'NoMatchingRecord'
    const details = { payload_reference, data_action: action, status }
    if (payload) {
      ctx.concerns(payload.group)
      await tx.custody(ctx.actor, [{ payload_reference, event: 'payload.data_requested', details }])
    }
    tx.audit('payload.data_requested', details)
    if (status !== 'Ok') {
      ctx.withholds({ reason: status, isDenial: status !== 'NoS3Url' })
      return { status, s3_url: null }
    }
    const ticket = { payload_reference, action, session_from: session.sessions_valid_from_s }
    return { status, s3_url: issuePlaybackAddress(ctx, ticket) }
  })
}

/** Whether this caller may have this content now (rules-and-calls section 4, PayloadDataStatus). */
export const dataStatus = (
  access: Access,
  payload: PayloadRow,
  group: Group,
  action: PayloadDataActionType,
): PayloadDataStatus => {
  const may = (payload_type: PayloadRow['payload_type']) => access.can(`payloads:${action}`, { group, payload_type })
  if (payload.is_personal_number) return 'Personal'
  if (!may(payload.payload_type)) return payloadTypes.some(may) ? 'TypeNotAuthorised' : 'GroupNotAuthorised'
  return playableStates.includes(payload.payload_state) && payload.s3_path ? 'Ok' : 'NoS3Url'
}
