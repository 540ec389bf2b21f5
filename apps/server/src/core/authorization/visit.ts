import type { RoleRules } from '@holdfast/contract'
import { preparedStatement } from '../../platform/database/index.ts'

/** A caller who presents the support access prefix, as the provider's own account knows them. */
export interface Visitor {
  user_reference: string
  support_reference: string
}

/** One of the provider's staff in a customer's account, under both identities. */
export interface Visit {
  /** The request that the customer approved; `null` for changes from the provider's area. */
  support_reference: string | null
  /** Their identity in the provider's own account. */
  staff: { user_reference: string; roles: readonly string[] }
  /** When the approval expires; absent for changes from the provider's area. */
  ends_at?: string
}

/**
 * Denied to every role in support mode: the provider's area; decisions on support access; client apps and webhooks, which would give
 * access or reports after the visit; account settings, which could lock the customer out; the enrolment secret, which lets handsets in
 * after the visit; and the retention policy and the release of legal holds, which let recordings be destroyed after it. What is denied here can't be granted from support mode
 * either.
 */
export const limitsOfVisits: readonly RoleRules[] = [
  {
    role_reference: 'support mode',
    permissions: [
      { actions_matching: 'internal:*', is_denied: true },
      { actions_matching: 'support_access:decide', is_denied: true },
      { actions_matching: 'apps:write', is_denied: true },
      { actions_matching: 'account:write', is_denied: true },
      { actions_matching: 'webhooks:write', is_denied: true },
      { actions_matching: 'enrolment:*', is_denied: true },
      { actions_matching: 'retention:write', is_denied: true },
      { actions_matching: 'legal_holds:release', is_denied: true },
    ],
    payload_types: null,
    cidr_ranges: null,
  },
]

/** The approved role of a request in force: of this account, requested by this person, and not expired. */
export const grantStatement = preparedStatement(
  'support access',
  (db, request: { client: string; support_reference: string; user_reference: string; now: string }) =>
    db
      .selectFrom('support_access as request')
      .innerJoin('clients as account', (join) =>
        join.onRef('account.client', '=', 'request.client').on('account.client', '=', request.client),
      )
      .leftJoin('access_versions as access', (join) =>
        join.onRef('access.client', '=', 'request.client').on('access.client', '=', request.client),
      )
      .select(['request.role', 'request.approval_expiry', 'account.is_active as is_account_active', 'access.version'])
      .where('request.client', '=', request.client)
      .where('request.request_reference', '=', request.support_reference)
      .where('request.requested_by', '=', request.user_reference)
      .where('request.approval_state', '=', 'approved')
      .where('request.approval_expiry', '>', request.now),
)
