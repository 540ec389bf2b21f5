import { type Static, Type } from 'typebox'
import { UserActivity } from './activities.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { ClientIdentifier, RoleReference, text, Ulid, UserReference, writtenText } from './fields.ts'
import { LeftBehind } from './left-behind.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { Role } from './roles.ts'
import { Timestamp } from './times.ts'
import { transitions } from './transitions.ts'
import { VisitEvent } from './visit-events.ts'

export const supportAccessApprovalStates = [
  'pending',
  'canceled',
  'approved',
  'rejected',
  'revoked',
  'expired',
] as const
export const SupportAccessApprovalState = Type.Enum(supportAccessApprovalStates)
export type SupportAccessApprovalState = Static<typeof SupportAccessApprovalState>

export const SupportAccess = Type.Object(
  {
    ...changeFields,
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
  },
  { title: 'SupportAccess', description: "The provider's request to enter a customer's account, and the answer." },
)
export type SupportAccess = Static<typeof SupportAccess>

/** Staff cancel pending requests and end their own visits; the customer approves, rejects and revokes; both can expire. */
export const supportAccessTransitions = transitions<SupportAccessApprovalState>(
  {
    pending: ['canceled', 'approved', 'rejected', 'expired'],
    approved: ['canceled', 'revoked', 'expired'],
    canceled: [],
    rejected: [],
    revoked: [],
    expired: [],
  },
  'support_access.illegal_transition',
)

const filter = {
  approval_state: Type.Optional(SupportAccessApprovalState),
  requested_by: Type.Optional(UserReference),
}

const Requests = listOf(SupportAccess)
const ClientParams = Type.Object({ client: ClientIdentifier }, closed)
const ClientRequestParams = Type.Object({ client: ClientIdentifier, request_reference: Ulid }, closed)
const RequestParams = Type.Object({ request_reference: Ulid }, closed)

export const listClientRoles = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/clients/{client}/roles',
  summary: 'Lists the roles of an account that support access can be asked for.',
  action: 'internal:support',
  params: ClientParams,
  query: listQuery({}),
  response: listOf(Role),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const listClientSupportAccess = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/clients/{client}/supportaccess',
  summary: 'Lists requests for access to an account, newest first.',
  action: 'internal:support',
  params: ClientParams,
  query: listQuery(filter),
  response: Requests,
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const requestSupportAccess = call({
  catalogue: 'admin-internal',
  method: 'POST',
  path: '/clients/{client}/supportaccess',
  summary: 'Asks a customer for access to its account in a role, with a reason and an end within 24 hours.',
  action: 'internal:support',
  params: ClientParams,
  body: Type.Object(
    { role: RoleReference, request_description: writtenText(2000), requested_expiry: Timestamp },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: SupportAccess,
  audit: 'support_access.requested',
  errors: ['request.not_found', 'role.unknown', 'support_access.expiry_out_of_range'],
})

export const getClientSupportAccess = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/clients/{client}/supportaccess/{request_reference}',
  summary: 'Reads a request for access to an account.',
  action: 'internal:support',
  params: ClientRequestParams,
  response: SupportAccess,
  errors: ['request.not_found'],
})

export const cancelSupportAccess = call({
  catalogue: 'admin-internal',
  method: 'DELETE',
  path: '/clients/{client}/supportaccess/{request_reference}',
  summary: 'Withdraws a request that was not decided on, or ends the approved visit of whoever calls.',
  action: 'internal:support',
  params: ClientRequestParams,
  responseKind: 'empty',
  audit: 'support_access.canceled',
  errors: ['request.not_found', 'support_access.illegal_transition'],
})

export const listSupportAccessByStatus = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/supportaccess/{approval_status}',
  summary: 'Lists requests for access to all accounts by state, newest first.',
  action: 'internal:support',
  params: Type.Object({ approval_status: SupportAccessApprovalState }, closed),
  query: listQuery({ requested_by: Type.Optional(UserReference), client: Type.Optional(ClientIdentifier) }),
  response: Requests,
  errors: ['list.bad_last_key'],
})

export const listSupportAccess = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/supportaccess',
  summary: "Lists the provider's requests for access to this account, newest first.",
  action: 'support_access:read',
  requestHeaders: portalReadHeaders,
  query: listQuery(filter),
  response: Requests,
  errors: ['list.bad_last_key'],
  outsideAccountRanges: true,
})

export const getSupportAccess = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/supportaccess/{request_reference}',
  summary: "Reads one of the provider's requests.",
  action: 'support_access:read',
  params: RequestParams,
  response: SupportAccess,
  errors: ['request.not_found'],
  outsideAccountRanges: true,
})

/** Approve until `approval_expiry` (at most the requested time), reject or revoke, each with an optional reason. */
export const SupportAccessDecision = Type.Object(
  {
    approval_state: Type.Enum(['approved', 'rejected', 'revoked']),
    rejection_reason: Type.Optional(nullable(writtenText(2000))),
    approval_expiry: Type.Optional(Timestamp),
  },
  closed,
)
export type SupportAccessDecision = Static<typeof SupportAccessDecision>

export const decideSupportAccess = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/supportaccess/{request_reference}',
  summary:
    'Approves, rejects or revokes support access, with a reason. Revoking is not bound by the network ranges of the account.',
  action: 'support_access:decide',
  params: RequestParams,
  body: SupportAccessDecision,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: SupportAccess,
  audit: 'support_access.approved',
  errors: [
    'request.not_found',
    'support_access.illegal_transition',
    'support_access.own_request',
    'support_access.expiry_out_of_range',
    'role.unknown',
    'access.exceeds_own',
    'access.ends_sooner',
  ],
  outsideAccountRanges: true,
})

export const VisitEntry = Type.Object(
  {
    ...UserActivity.properties,
    events: Type.Array(VisitEvent),
  },
  { title: 'VisitEntry', description: "One call that the provider's staff made under a request, refused ones too." },
)
export type VisitEntry = Static<typeof VisitEntry>

export const listVisit = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/supportaccess/{request_reference}/visit',
  summary: 'Lists what the provider did under a request, oldest first.',
  action: 'support_access:read',
  params: RequestParams,
  query: listQuery({}),
  response: listOf(VisitEntry),
  errors: ['request.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

const number = (description: string) => Type.Integer({ minimum: 0, description })

export const VisitFigures = Type.Object(
  {
    read: number('Calls that only read'),
    opened: number('Calls that handed out content or listings of it'),
    changed: number('Calls that changed something'),
    not_done: number('Calls that were refused or failed'),
    is_capped: Type.Boolean({ description: `Only the first ${limits.maxCounted} calls are counted` }),
  },
  { title: 'VisitFigures', description: 'How many calls of a visit did what.' },
)
export type VisitFigures = Static<typeof VisitFigures>

export const getVisitFigures = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/supportaccess/{request_reference}/visit_figures',
  summary:
    'Counts what the provider did under a request: calls that read, opened or changed something, and those that were not done.',
  action: 'support_access:read',
  params: RequestParams,
  response: VisitFigures,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const getLeftBehind = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/supportaccess/{request_reference}/left_behind',
  summary: 'Tells what of the provider’s changes under a request still stands: roles, groups, tags and the like.',
  action: 'support_access:read',
  params: RequestParams,
  response: LeftBehind,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

const support = {
  catalogue: 'admin-client',
  action: 'signed_in',
  responseKind: 'empty',
  beyondSpecification: true,
} as const

export const enterSupportMode = call({
  ...support,
  method: 'POST',
  path: '/support_mode',
  summary: 'Says that a visit begins; called with the prefix of support access.',
  audit: 'support_mode.entered',
})

export const leaveSupportMode = call({
  ...support,
  method: 'DELETE',
  path: '/support_mode',
  summary: 'Says that a visit is over; called with the prefix of support access.',
  audit: 'support_mode.left',
})

export const supportAccessCalls = {
  listClientRoles,
  listClientSupportAccess,
  requestSupportAccess,
  getClientSupportAccess,
  cancelSupportAccess,
  listSupportAccessByStatus,
  listSupportAccess,
  getSupportAccess,
  decideSupportAccess,
  getVisitFigures,
  getLeftBehind,
  listVisit,
  enterSupportMode,
  leaveSupportMode,
}
