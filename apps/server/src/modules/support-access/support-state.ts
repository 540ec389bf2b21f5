import { limits, type SupportAccessApprovalState } from '@holdfast/contract'
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

const hourMs = 3_600_000
const answerWithinMs = limits.supportRequestHours * hourMs
/** No access lasts longer, however it was asked for. */
export const longestAccessMs = limits.maxSupportAccessHours * hourMs

/** What the state of a request follows from. */
export interface TimedRequest {
  approval_state: SupportAccessApprovalState
  requested_at: string
  requested_expiry: string
  approval_expiry: string | null
}

/**
 * When a request expires in the state that it is in; null when it has ended. One that nobody answered does after 12 hours,
 * and when the time that it asked for is over; an approved one when the time that it was granted is.
 */
export const expiryOf = (request: TimedRequest): Date | null => {
  const { approval_state, requested_at, requested_expiry, approval_expiry } = request
  if (approval_state === 'approved' && approval_expiry !== null) return new Date(approval_expiry)
  if (approval_state !== 'pending') return null
  return new Date(Math.min(Date.parse(requested_at) + answerWithinMs, Date.parse(requested_expiry)))
}

/** The state of a request at a moment: to the millisecond, whether or not the worker has written it down yet. */
export const stateAt = (request: TimedRequest, now: Date): SupportAccessApprovalState => {
  const expiry = expiryOf(request)
  return expiry !== null && expiry <= now ? 'expired' : request.approval_state
}

/** The same for a query: the condition that a request is in a state. */
export const isInState =
  (state: SupportAccessApprovalState, now: Date) =>
  (eb: ExpressionBuilder<Tables, 'support_access'>): ExpressionWrapper<Tables, 'support_access', SqlBool> => {
    const moment = now.toISOString()
    const oldest = new Date(now.getTime() - answerWithinMs).toISOString()
    const stored = eb('approval_state', '=', state)
    const unanswered = eb.or([eb('requested_at', '<=', oldest), eb('requested_expiry', '<=', moment)])
    const over = eb('approval_expiry', '<=', moment)
    if (state === 'pending') return eb.and([stored, eb.not(unanswered)])
    if (state === 'approved') return eb.and([stored, eb.not(over)])
    if (state !== 'expired') return eb.and([stored])
    return eb.or([
      stored,
      eb.and([eb('approval_state', '=', 'pending'), unanswered]),
      eb.and([eb('approval_state', '=', 'approved'), over]),
    ])
  }
