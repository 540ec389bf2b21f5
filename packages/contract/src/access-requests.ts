/** Requests of people for access that they were refused, and what was decided. */
import { type Static, Type } from 'typebox'
import { Action } from './actions.ts'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { GroupReference, PayloadReference, RoleReference, Ulid, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { Timestamp } from './times.ts'

export const accessRequestStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export const AccessRequestState = Type.Enum(accessRequestStates)
export type AccessRequestState = Static<typeof AccessRequestState>

const Note = writtenText(1000)
const Hours = Type.Integer({
  minimum: 1,
  maximum: limits.maxAccessRequestHours,
  description: 'How long the access is wanted for, from the decision on',
})

export const AccessRequest = Type.Object(
  {
    ...accountFields,
    access_request_reference: Ulid,
    requested_by: UserReference,
    requested_by_name: nullable(Type.String({ description: 'null: not known' })),
    requested_at: Timestamp,
    expires_at: { ...Timestamp, description: 'When it expires if nobody decides' },
    action: Action,
    payload: nullable(
      Type.Object(
        { payload_reference: PayloadReference, payload_type: PayloadType },
        { description: 'The recording that it is for' },
      ),
    ),
    group: nullable(GroupReference),
    payload_type: nullable(PayloadType),
    is_hidden: Type.Boolean({
      description: 'It is for a group or a recording that is gone, or that the caller may not see',
    }),
    reason: Note,
    hours: Hours,
    state: AccessRequestState,
    asked: Type.Integer({ minimum: 0, description: 'How many people were notified of it' }),
    is_for_me: Type.Boolean({ description: 'The caller is one of them, or nobody is and the caller may give roles' }),
    decided_at: nullable(Timestamp),
    decided_by: nullable(Author),
    decision_note: nullable(Note),
    role_reference: nullable({ ...RoleReference, description: 'The role that was given' }),
    valid_until: nullable({ ...Timestamp, description: 'The end of the role as it was approved' }),
    is_in_force: Type.Boolean({ description: 'The requester has the role now' }),
  },
  { title: 'AccessRequest', description: 'A request for access that somebody was refused.' },
)
export type AccessRequest = Static<typeof AccessRequest>

export const AccessRequestRole = Type.Object(
  {
    role_reference: RoleReference,
    description: nullable(Type.String()),
    is_system: Type.Boolean(),
    is_grantable: Type.Boolean({ description: 'false: it allows more than the caller could do themselves' }),
    groups: Type.Integer({
      minimum: 0,
      description: 'In how many groups the requester could do what they asked for, and can not do it now',
    }),
    further_actions: Type.Array(Action, {
      description: 'What else the requester could do, in some group, and can not do now',
    }),
  },
  { title: 'AccessRequestRole', description: 'A role that would give what was asked for, and what else.' },
)
export type AccessRequestRole = Static<typeof AccessRequestRole>

const RequestParams = Type.Object({ access_request_reference: Ulid }, closed)

const common = { catalogue: 'admin-client', beyondSpecification: true } as const

export const requestAccess = call({
  ...common,
  method: 'POST',
  path: '/access_requests',
  summary:
    'Asks for access that the caller does not have: to one recording or group that they can see, to a type of recordings, or to an action. Whoever can give it is notified. For people of the account alone.',
  action: 'signed_in',
  body: Type.Object(
    {
      action: Action,
      payload_reference: Type.Optional({ ...PayloadReference, description: 'Alone, without group and payload_type' }),
      group: Type.Optional(GroupReference),
      payload_type: Type.Optional(PayloadType),
      reason: Note,
      hours: Hours,
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccessRequest,
  audit: 'access_request.made',
  errors: [
    'request.not_found',
    'group.unknown',
    'access_request.is_allowed',
    'access_request.is_waiting',
    'access_request.too_many',
  ],
})

export const listAccessRequests = call({
  ...common,
  method: 'GET',
  path: '/access_requests',
  summary:
    'Lists requests for access, newest first: one’s own, and those of everybody for people who see or change roles.',
  action: 'signed_in',
  requestHeaders: portalReadHeaders,
  query: listQuery({
    state: Type.Optional(AccessRequestState),
    is_own: Type.Optional(Type.Boolean()),
    is_for_me: Type.Optional(
      Type.Boolean({
        description: 'Those that the caller was notified of, and if they may give roles those of which nobody was',
      }),
    ),
  }),
  response: listOf(AccessRequest),
  errors: ['list.bad_last_key'],
})

export const getAccessRequest = call({
  ...common,
  method: 'GET',
  path: '/access_requests/{access_request_reference}',
  summary: 'Reads a request for access.',
  action: 'signed_in',
  params: RequestParams,
  response: AccessRequest,
  errors: ['request.not_found'],
})

export const listAccessRequestRoles = call({
  ...common,
  method: 'GET',
  path: '/access_requests/{access_request_reference}/roles',
  summary:
    'Tells which roles would give what was asked for, and what else each of them gives; first those that the caller can grant and that give least.',
  action: 'roles:write',
  params: RequestParams,
  response: Type.Object({ roles: Type.Array(AccessRequestRole) }),
  errors: ['request.not_found', 'access_request.own'],
})

export const decideAccessRequest = call({
  ...common,
  method: 'PUT',
  path: '/access_requests/{access_request_reference}',
  summary:
    'Approves somebody else’s request with a role that gives what was asked for, until a time; or rejects it with a reason. Nobody gives what they could not do themselves. For people of the account alone.',
  action: 'roles:write',
  params: RequestParams,
  body: Type.Object(
    {
      state: Type.Enum(['approved', 'rejected']),
      role_reference: Type.Optional({ ...RoleReference, description: 'Of an approval, which needs it' }),
      valid_until: Type.Optional({
        ...Timestamp,
        description: 'Of an approval, which needs it: at most the hours that were asked for away',
      }),
      decision_note: Type.Optional({ ...Note, description: 'A rejection needs it' }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccessRequest,
  audit: 'access_request.approved',
  errors: [
    'request.not_found',
    'access_request.own',
    'access_request.is_decided',
    'access_request.is_gone',
    'access_request.other_role',
    'access_request.end_out_of_range',
    'portal_user.is_removed',
    'role.unknown',
    'access.exceeds_own',
    'alert.not_given',
    'access.ends_sooner',
  ],
})

export const withdrawAccessRequest = call({
  ...common,
  method: 'DELETE',
  path: '/access_requests/{access_request_reference}',
  summary: 'Withdraws a request that one has made oneself and nobody has decided on.',
  action: 'signed_in',
  params: RequestParams,
  responseKind: 'empty',
  audit: 'access_request.withdrawn',
  errors: ['request.not_found', 'access_request.not_own', 'access_request.is_decided'],
})

export const accessRequestCalls = {
  requestAccess,
  listAccessRequests,
  getAccessRequest,
  listAccessRequestRoles,
  decideAccessRequest,
  withdrawAccessRequest,
}
