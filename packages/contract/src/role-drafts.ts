/** Changes of roles that somebody may not grant and hands to somebody who can. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { RoleReference, Ulid, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { RoleFields, roleFields } from './roles.ts'
import { Timestamp } from './times.ts'
import { Version } from './versions.ts'

export const roleDraftStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
export const RoleDraftState = Type.Enum(roleDraftStates)
export type RoleDraftState = Static<typeof RoleDraftState>

const Note = writtenText(1000)

export const RoleDraft = Type.Object(
  {
    ...accountFields,
    draft_reference: Ulid,
    role_reference: RoleReference,
    base_version: { ...Version, description: 'The version of the role that the draft changes; 0: a new role' },
    note: Note,
    state: RoleDraftState,
    handed_over_at: Timestamp,
    handed_over_by: Author,
    decided_at: nullable(Timestamp),
    decided_by: nullable(Author),
    decision_note: nullable(Note),
  },
  { title: 'RoleDraft', description: 'A change of a role that waits for somebody who may grant it.' },
)
export type RoleDraft = Static<typeof RoleDraft>

export const RoleDraftDetail = Type.Interface(
  [RoleDraft],
  { role: RoleFields },
  { title: 'RoleDraftDetail', description: 'A change of a role, with what the role would be.' },
)
export type RoleDraftDetail = Static<typeof RoleDraftDetail>

const RoleDraftParams = Type.Object({ draft_reference: Ulid }, closed)

const common = { catalogue: 'admin-client', beyondSpecification: true } as const

export const handOverRole = call({
  ...common,
  method: 'POST',
  path: '/role_drafts',
  summary:
    'Hands the change of a role, or a new role, to those who may grant it. It changes nothing until one of them approves it. For people of the account alone.',
  action: 'roles:write',
  body: Type.Object(
    { role_reference: RoleReference, version: Version, ...roleFields, note: Note },
    { ...closed, description: '`version`: that of the role as it was read, 0 for a new one' },
  ),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: RoleDraft,
  audit: 'role_draft.handed_over',
  errors: ['edit.conflict', 'role.system', 'role.looks_like_system', 'role.test_cases_fail', 'role_draft.too_many'],
})

export const listRoleDrafts = call({
  ...common,
  method: 'GET',
  path: '/role_drafts',
  summary: 'Lists changes of roles that were handed over, newest first.',
  action: 'roles:read',
  query: listQuery({
    state: Type.Optional(RoleDraftState),
    is_approvable: Type.Optional(
      Type.Boolean({ description: 'Waiting ones of other people that the caller may approve' }),
    ),
  }),
  response: listOf(RoleDraft),
  errors: ['list.bad_last_key'],
})

export const getRoleDraft = call({
  ...common,
  method: 'GET',
  path: '/role_drafts/{draft_reference}',
  summary: 'Reads a change of a role that was handed over.',
  action: 'roles:read',
  params: RoleDraftParams,
  response: RoleDraftDetail,
  errors: ['request.not_found'],
})

export const decideRoleDraft = call({
  ...common,
  method: 'PUT',
  path: '/role_drafts/{draft_reference}',
  summary:
    'Approves or rejects a change of a role that somebody else handed over. Approving saves the role, with the checks of `PUT /roles/{role_reference}` for whoever approves. For people of the account alone.',
  action: 'roles:write',
  params: RoleDraftParams,
  body: Type.Object({ state: Type.Enum(['approved', 'rejected']), decision_note: Type.Optional(Note) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: RoleDraft,
  audit: 'role_draft.approved',
  errors: [
    'request.not_found',
    'role_draft.own',
    'role_draft.is_decided',
    'edit.conflict',
    'role.system',
    'role.looks_like_system',
    'role.would_lock_out',
    'role.test_cases_fail',
    'access.exceeds_own',
  ],
})

export const withdrawRoleDraft = call({
  ...common,
  method: 'DELETE',
  path: '/role_drafts/{draft_reference}',
  summary: 'Withdraws a change of a role that one has handed over oneself and nobody has decided on.',
  action: 'roles:write',
  params: RoleDraftParams,
  responseKind: 'empty',
  audit: 'role_draft.withdrawn',
  errors: ['request.not_found', 'role_draft.not_own', 'role_draft.is_decided'],
})

export const roleDraftCalls = { handOverRole, listRoleDrafts, getRoleDraft, decideRoleDraft, withdrawRoleDraft }
