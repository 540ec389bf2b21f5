import { type Static, Type } from 'typebox'
import { AccessImpact } from './access-impact.ts'
import { call } from './call.ts'
import { PersonName } from './comments.ts'
import { Author, changeFields } from './entity-fields.ts'
import { Email, GroupReference, RoleReference, text, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { batchOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

/** A role that somebody gave a person for a time, beside those of their identity. */
export const RoleAssignment = Type.Object(
  {
    role_reference: RoleReference,
    valid_until: Timestamp,
    reason: Type.String(),
    given_at: Timestamp,
    given_by: Author,
    end_changed_at: nullable({ ...Timestamp, description: 'null: the end is the one with which it was given' }),
    end_changed_by: nullable(Author),
    end_change_reason: nullable(Type.String()),
  },
  { title: 'RoleAssignment', description: 'A role that a person has until a time.' },
)
export type RoleAssignment = Static<typeof RoleAssignment>

export const PortalUser = Type.Object(
  {
    user_reference: UserReference,
    display_name: Type.String(),
    email: nullable(Email),
    email_failed_at: nullable({
      ...Timestamp,
      description: 'null, unless the newest e-mail to them could not be sent',
    }),
    roles: Type.Array(RoleReference, {
      description: 'Of their identity or the defaults, and those of role_assignments',
    }),
    role_assignments: Type.Array(RoleAssignment, { description: 'Those that have not ended' }),
    user_group: nullable(GroupReference),
    is_active: Type.Boolean(),
    created_at: Timestamp,
    ...changeFields,
  },
  {
    title: 'PortalUser',
    description:
      'A person who has signed in to the account. Roles come from their identity, or from people who gave them for a time.',
  },
)
export type PortalUser = Static<typeof PortalUser>

const filter = {
  role: Type.Optional(RoleReference),
  is_active: Type.Optional(Type.Boolean()),
  search: Type.Optional(text(255, 1)),
}

const list = {
  method: 'GET',
  query: listQuery(filter),
  response: listOf(PortalUser),
  errors: ['list.bad_last_key'],
} as const

export const listPortalUsers = call({
  ...list,
  catalogue: 'admin-client',
  path: '/portal_users',
  query: listQuery({
    ...filter,
    gets_reports: Type.Optional({
      ...Type.Boolean(),
      description: 'Active people whose roles let them get scheduled reports, or the others',
    }),
  }),
  summary: 'Lists the people who have signed in to the account, by reference.',
  action: 'roles:read',
  beyondSpecification: true,
})

export const namePeople = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/people_names',
  summary:
    'Names 1 to 100 people of the account, for its own people. Unknown references are left out; client apps and staff on a visit need roles:read or audit:read.',
  action: 'signed_in',
  query: Type.Object({ user_references: batchOf(UserReference) }, closed),
  response: Type.Object({ items: Type.Array(PersonName) }),
  beyondSpecification: true,
})

export const listStaff = call({
  ...list,
  catalogue: 'admin-internal',
  path: '/staff',
  summary: "Lists the provider's staff who have signed in, by reference.",
  action: 'internal:staff',
})

const PortalUserParams = Type.Object({ user_reference: UserReference }, closed)

const change = {
  catalogue: 'admin-client',
  action: 'account:write',
  params: PortalUserParams,
  responseKind: 'empty',
  beyondSpecification: true,
} as const

const acceptUndecided = Type.Object(
  {
    accept_undecided: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Also if nobody could then approve changes that wait for approval; without it: role_draft.last_approver',
      }),
    ),
  },
  closed,
)

export const removePortalUser = call({
  ...change,
  query: acceptUndecided,
  method: 'DELETE',
  path: '/portal_users/{user_reference}',
  summary:
    'Removes somebody: their sessions end, and they cannot sign in any more. Nobody removes themselves. For people alone.',
  audit: 'portal_user.removed',
  errors: ['request.not_found', 'portal_user.is_oneself', 'role_draft.last_approver'],
})

export const restorePortalUser = call({
  ...change,
  method: 'POST',
  path: '/portal_users/{user_reference}/restore',
  summary: 'Lets somebody who was removed back in, with what their identity gives them. For people alone.',
  audit: 'portal_user.restored',
  errors: ['request.not_found'],
})

export const endPortalUserSessions = call({
  ...change,
  method: 'DELETE',
  path: '/portal_users/{user_reference}/sessions',
  summary: 'Ends all sessions of somebody at once; they can sign in again. For people alone.',
  audit: 'portal_user.sessions_ended',
  errors: ['request.not_found'],
})

export const RoleAssignmentParams = Type.Object(
  { user_reference: UserReference, role_reference: RoleReference },
  closed,
)

export const putRoleAssignment = call({
  ...change,
  action: 'roles:write',
  params: RoleAssignmentParams,
  method: 'PUT',
  path: '/portal_users/{user_reference}/roles/{role_reference}',
  summary:
    'Gives somebody a role until a time, at most a year; again, to change the time. Nobody gives what they could not do themselves. For people of the account alone.',
  body: Type.Object({ valid_until: Timestamp, reason: writtenText(1000) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  audit: 'portal_user.role_given',
  errors: [
    'request.not_found',
    'portal_user.is_removed',
    'role.unknown',
    'access.exceeds_own',
    'alert.not_given',
    'access.ends_sooner',
    'access.needs_second_person',
    'role_assignment.end_out_of_range',
  ],
})

export const previewGivenRole = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/portal_users/{user_reference}/roles/{role_reference}/preview',
  summary: 'Tells what somebody would gain by a role; changes nothing. Also needs `roles:read`.',
  action: 'roles:write',
  params: RoleAssignmentParams,
  response: AccessImpact,
  errors: ['request.not_found', 'role.unknown'],
  beyondSpecification: true,
})

export const deleteRoleAssignment = call({
  ...change,
  query: acceptUndecided,
  action: 'roles:write',
  params: RoleAssignmentParams,
  method: 'DELETE',
  path: '/portal_users/{user_reference}/roles/{role_reference}',
  summary: 'Ends a role that somebody was given until a time. For people of the account alone.',
  audit: 'portal_user.role_ended',
  errors: ['request.not_found', 'role_draft.last_approver'],
})

export const portalUserCalls = {
  listPortalUsers,
  namePeople,
  removePortalUser,
  restorePortalUser,
  endPortalUserSessions,
  putRoleAssignment,
  previewGivenRole,
  deleteRoleAssignment,
  listStaff,
}
