import {
  type Action,
  type CallInput,
  type CallResponse,
  type calls,
  type ErrorCode,
  ProductError,
  type ReviewOutcome,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { isDenial } from '../../platform/http/index.ts'
import { reviewableStates } from '../payloads/index.ts'
import { reviewPayloads } from './review-payloads.ts'

/** `POST /reviews`. Hidden and unknown recordings are answered alike. */
export const markReviewed = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.markReviewed>,
): Promise<CallResponse<typeof calls.markReviewed>> => {
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  return ctx.transaction(async (tx) => {
    const said = { ...body, note: body.note ?? null }
    const { items, accepted } = await reviewPayloads(tx, ctx.actor, said, (payload) => refusalOf(payload, may))
    recordOutcome(ctx, items, accepted)
    return { items }
  })
}

const refusalOf = (
  payload: PayloadRow | undefined,
  may: (action: Action, payload: PayloadRow) => boolean,
): ErrorCode | null => {
  if (!payload || !may('payloads:read', payload)) return 'payload.not_found'
  if (!may('reviews:write', payload)) return 'auth.forbidden'
  return reviewableStates.includes(payload.payload_state) ? null : 'review.not_processed'
}

/** A refused recording counts as a refusal of the call, whose entry on the trail is filtered by the group of the accepted ones. */
const recordOutcome = (ctx: RequestContext, items: readonly ReviewOutcome[], accepted: readonly PayloadRow[]): void => {
  const code = items.find((item) => item.code !== undefined)?.code as ErrorCode | undefined
  if (code) ctx.recordRefusal({ reason: code, isDenial: isDenial(new ProductError(code)) })
  const [group, ...others] = new Set(accepted.map((payload) => payload.group))
  if (group !== undefined && others.length === 0) ctx.setAuditGroup(group)
}
