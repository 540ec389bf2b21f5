import { limits, type SupportAccessApprovalState } from '@holdfast/contract'
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

const hourMs = 3_600_000
const answerWithinMs = limits.supportRequestHours * hourMs
/** The longest time that can be requested or granted. */
export const longestAccessMs = limits.maxSupportAccessHours * hourMs

/** The fields that determine the state of a request. */
export interface TimedRequest {
  approval_state: SupportAccessApprovalState
  requested_at: string
  requested_expiry: string
  approval_expiry: string | null
}

/**
 * When a request expires in its current state; `null` if it has ended. A pending request expires after 12 hours, or
 * when the requested time is over; an approved one when the granted time is over.
 */
export const expiryOf = (request: TimedRequest): Date | null => {
  const { approval_state, requested_at, requested_expiry, approval_expiry } = request
  if (approval_state === 'approved' && approval_expiry !== null) return new Date(approval_expiry)
  if (approval_state !== 'pending') return null
  return new Date(Math.min(Date.parse(requested_at) + answerWithinMs, Date.parse(requested_expiry)))
}

/** The state of a request at `now`, whether or not the worker has already stored its expiry. */
export const stateAt = (request: TimedRequest, now: Date): SupportAccessApprovalState => {
  const expiry = expiryOf(request)
  return expiry !== null && expiry <= now ? 'expired' : request.approval_state
}

/** Like `stateAt`, as a query condition: the request is in the given state. */
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
