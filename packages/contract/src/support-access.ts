import { type Static, Type } from 'typebox'
import { RoleReference, text, Ulid, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'

export const supportAccessApprovalStates = [
  'pending',
  'canceled',
  'approved',
  'rejected',
  'revoked',
  'expired',
] as const
export const SupportAccessApprovalState = Type.Enum([...supportAccessApprovalStates])
export type SupportAccessApprovalState = Static<typeof SupportAccessApprovalState>

export const SupportAccess = Type.Object(
  {
    request_reference: Ulid,
    role: RoleReference,
    request_description: text(2000),
    requested_by: UserReference,
    requested_at: Timestamp,
    requested_expiry: Timestamp,
    approval_state: SupportAccessApprovalState,
    rejection_reason: nullable(text(2000)),
    approval_expiry: nullable(Timestamp),
    approved_by: nullable(UserReference),
    updated_at: Timestamp,
  },
  { title: 'SupportAccess', description: "The provider's request to enter a customer's account, and the answer." },
)
export type SupportAccess = Static<typeof SupportAccess>

/** Staff cancel what is pending; the customer approves, rejects and revokes; time expires both. */
export const supportAccessTransitions = transitions<SupportAccessApprovalState>(
  {
    pending: ['canceled', 'approved', 'rejected', 'expired'],
    approved: ['revoked', 'expired'],
    canceled: [],
    rejected: [],
    revoked: [],
    expired: [],
  },
  'support_access.illegal_transition',
)
