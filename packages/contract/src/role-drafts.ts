/** Changes of roles, and others that give access, that somebody may not make alone and hands to somebody who can approve them. */
import { type Static, Type } from 'typebox'
import type { Action } from './actions.ts'
import { call } from './call.ts'
import { AppParams, clientAppFields } from './client-apps.ts'
import { DeviceUserParams } from './device-users.ts'
import { Author, accountFields } from './entity-fields.ts'
import { GroupReference, RoleReference, Ulid, UserReference, writtenText } from './fields.ts'
import { GroupParams, GroupTags } from './groups.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { RoleAssignment, RoleAssignmentParams } from './portal-users.ts'
import { RoleFields, roleFields } from './roles.ts'
import { TagParams, tagFields } from './tags.ts'
import { Timestamp } from './times.ts'
import { Version } from './versions.ts'

export const roleDraftStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
export const RoleDraftState = Type.Enum(roleDraftStates)
export type RoleDraftState = Static<typeof RoleDraftState>

/** What is changed: a role; the tags of a group; the definition of a tag; the default role; a client app; the roles of a person; the group of a device user; an account setting. */
export const roleDraftKinds = [
  'role',
  'group',
  'tag',
  'default_role',
  'app',
  'role_assignment',
  'device_user',
  'second_person',
] as const
export const RoleDraftKind = Type.Enum(roleDraftKinds)
export type RoleDraftKind = Static<typeof RoleDraftKind>

/** What whoever hands over or decides on a change has to be allowed, as for making it directly. */
export const actionOfDraft = {
  role: 'roles:write',
  group: 'groups:write',
  tag: 'tags:write',
  default_role: 'account:write',
  app: 'apps:write',
  role_assignment: 'roles:write',
  device_user: 'device_users:write',
  second_person: 'account:write',
} as const satisfies Record<RoleDraftKind, Action>

/**
 * The actions of which a person needs one to decide on a change of this kind. What apps and the default role give is a
 * matter of roles, so people who may give roles decide on it as well; its author has the right to the rest.
 */
export const actionsToDecide = (kind: RoleDraftKind): readonly Action[] =>
  kind === 'app' || kind === 'default_role' ? [actionOfDraft[kind], 'roles:write'] : [actionOfDraft[kind]]

const Note = writtenText(1000)

/** What each kind of change consists of, but for roles, and for second persons being needed no longer. */
const changedFields = {
  group: { tags: GroupTags },
  tag: { definition: nullable(Type.Object(tagFields, closed)) },
  default_role: { role: nullable(RoleReference) },
  app: clientAppFields,
  device_user: { group: GroupReference },
  role_assignment: { role: RoleReference, valid_until: Timestamp, reason: RoleAssignment.properties.reason },
}

export const RoleDraftChange = Type.Union([
  Type.Object({ kind: Type.Literal('group'), ...changedFields.group }),
  Type.Object({ kind: Type.Literal('tag'), ...changedFields.tag }),
  Type.Object({ kind: Type.Literal('default_role'), ...changedFields.default_role }),
  Type.Object({ kind: Type.Literal('app'), ...changedFields.app }),
  Type.Object({ kind: Type.Literal('device_user'), ...changedFields.device_user }),
  Type.Object({ kind: Type.Literal('role_assignment'), ...changedFields.role_assignment }),
])
export type RoleDraftChange = Static<typeof RoleDraftChange>

export const RoleDraft = Type.Object(
  {
    ...accountFields,
    draft_reference: Ulid,
    kind: RoleDraftKind,
    subject: Type.String({ description: 'What is changed: the role, group, tag, app, person, device user or account' }),
    /** Of a change of a role. */
    role_reference: nullable(RoleReference),
    base_version: { ...Version, description: 'The version that the draft changes; 0: something new' },
    note: Note,
    state: RoleDraftState,
    handed_over_at: Timestamp,
    handed_over_by: Author,
    decided_at: nullable(Timestamp),
    decided_by: nullable(Author),
    decision_note: nullable(Note),
  },
  {
    title: 'RoleDraft',
    description: 'A change of a role, or another that gives access, that waits for somebody who may approve it.',
  },
)
export type RoleDraft = Static<typeof RoleDraft>

/** For changes of tags and groups, whether these people may grant the access is checked only when they approve. */
export const RoleDraftApprovers = Type.Object(
  {
    total: Type.Integer({ minimum: 0 }),
    people: Type.Array(Type.Object({ user_reference: UserReference, display_name: Type.String() }), { maxItems: 10 }),
  },
  { description: 'While it waits: other people who may approve it now. They are named to people who may see roles.' },
)
export type RoleDraftApprovers = Static<typeof RoleDraftApprovers>

export const RoleDraftDetail = Type.Interface(
  [RoleDraft],
  {
    role: nullable(RoleFields),
    change: nullable(RoleDraftChange),
    approvers: nullable(RoleDraftApprovers),
  },
  {
    title: 'RoleDraftDetail',
    description: 'A change that was handed over: what a role would be, or what else would change.',
  },
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
    {
      role_reference: RoleReference,
      version: Version,
      ...roleFields,
      note: Note,
      replaces: Type.Optional({
        ...Ulid,
        description: 'A waiting change of a role that the caller handed over. It is withdrawn at the same time.',
      }),
    },
    { ...closed, description: '`version`: that of the role as it was read, 0 for a new one' },
  ),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: RoleDraft,
  audit: 'role_draft.handed_over',
  errors: [
    'edit.conflict',
    'role.system',
    'role.looks_like_system',
    'role.test_cases_fail',
    'role_draft.too_many',
    'role_draft.is_waiting',
    'request.not_found',
    'role_draft.not_own',
    'role_draft.is_decided',
  ],
})

export const listRoleDrafts = call({
  ...common,
  method: 'GET',
  path: '/role_drafts',
  summary:
    'Lists changes that were handed over, newest first: all of them for people who may see roles, one’s own for others.',
  action: 'signed_in',
  query: listQuery({
    state: Type.Optional(RoleDraftState),
    kind: Type.Optional(RoleDraftKind),
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'What is changed' })),
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
  summary:
    'Reads a change that was handed over. People who may not see roles read their own, without the names of those who may approve it.',
  action: 'signed_in',
  params: RoleDraftParams,
  response: RoleDraftDetail,
  errors: ['request.not_found'],
})

/** Of the calls that make the changes directly. */
const errorsOfSaving = [
  'group.tags_invalid',
  'group.unknown',
  'tag.breaks_groups',
  'role.unknown',
  'app.exists',
  'app.tokens_taken',
  'account.would_lose_role',
  'portal_user.is_removed',
  'role_assignment.end_out_of_range',
] as const

export const decideRoleDraft = call({
  ...common,
  method: 'PUT',
  path: '/role_drafts/{draft_reference}',
  summary:
    'Approves or rejects a change that somebody else handed over. Approving makes it, with the checks of the call that makes it directly for whoever approves, who needs the action of that call; of apps and the default role, `roles:write` is sufficient. For people of the account alone.',
  action: 'roles:read',
  params: RoleDraftParams,
  body: Type.Object({ state: Type.Enum(['approved', 'rejected']), decision_note: Type.Optional(Note) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: RoleDraft,
  audit: 'role_draft.approved',
  errors: [
    'request.not_found',
    'role_draft.own',
    'role_draft.is_decided',
    'role_draft.author_lost_rights',
    'edit.conflict',
    'role.system',
    'role.looks_like_system',
    'role.would_lock_out',
    'role.test_cases_fail',
    'access.exceeds_own',
    'alert.not_given',
    'access.ends_sooner',
    'access.opens_to_others',
    ...errorsOfSaving,
  ],
})

export const withdrawRoleDraft = call({
  ...common,
  method: 'DELETE',
  path: '/role_drafts/{draft_reference}',
  summary: 'Withdraws a change that one has handed over oneself and nobody has decided on.',
  action: 'signed_in',
  params: RoleDraftParams,
  responseKind: 'empty',
  audit: 'role_draft.withdrawn',
  errors: ['request.not_found', 'role_draft.not_own', 'role_draft.is_decided'],
})

const handingOver = {
  ...common,
  method: 'POST',
  maxBodyBytes: limits.maxFormBodyBytes,
  response: RoleDraft,
  audit: 'role_draft.handed_over',
} as const

export const handOverGroup = call({
  ...handingOver,
  path: '/role_drafts/groups/{group_reference}',
  summary: 'Hands other tags of a group, or a new group, to those who can grant what they open.',
  action: 'groups:write',
  params: GroupParams,
  body: Type.Object({ version: Version, ...changedFields.group, note: Note }, closed),
  errors: ['edit.conflict', 'group.tags_invalid', 'role_draft.too_many', 'role_draft.is_waiting'],
})

export const handOverTag = call({
  ...handingOver,
  path: '/role_drafts/tags/{tag_key}',
  summary:
    'Hands a forced change or deletion of a tag to those who can grant what it opens. A `null` definition deletes it.',
  action: 'tags:write',
  params: TagParams,
  body: Type.Object({ version: Version, ...changedFields.tag, note: Note }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  errors: [
    'request.not_found',
    'edit.conflict',
    'access.exceeds_own',
    'alert.not_given',
    'role_draft.too_many',
    'role_draft.is_waiting',
  ],
})

export const handOverDefaultRole = call({
  ...handingOver,
  path: '/role_drafts/default_role',
  summary: 'Hands another default role to those who can grant it. `version`: that of the account defaults.',
  action: 'account:write',
  body: Type.Object({ version: Version, ...changedFields.default_role, note: Note }, closed),
  errors: ['edit.conflict', 'role.unknown', 'role_draft.too_many', 'role_draft.is_waiting'],
})

export const handOverApp = call({
  ...handingOver,
  path: '/role_drafts/apps/{app_reference}',
  summary: 'Hands a change of a client app, or a new app (version 0), to those who can grant its roles.',
  action: 'apps:write',
  params: AppParams,
  body: Type.Object({ version: Version, ...changedFields.app, note: Note }, closed),
  errors: [
    'request.not_found',
    'edit.conflict',
    'app.exists',
    'group.unknown',
    'role.unknown',
    'role_draft.too_many',
    'role_draft.is_waiting',
  ],
})

export const handOverRoleAssignment = call({
  ...handingOver,
  path: '/role_drafts/portal_users/{user_reference}/roles/{role_reference}',
  summary: 'Hands a role for a time for a person to those who can grant it. The reason is also the note.',
  action: 'roles:write',
  params: RoleAssignmentParams,
  body: Type.Object({ valid_until: Timestamp, reason: RoleAssignment.properties.reason }, closed),
  errors: [
    'request.not_found',
    'portal_user.is_removed',
    'role_assignment.end_out_of_range',
    'role.unknown',
    'role_draft.too_many',
    'role_draft.is_waiting',
  ],
})

export const handOverDeviceUser = call({
  ...handingOver,
  path: '/role_drafts/users/{device_user_reference}',
  summary: 'Hands the move of a device user to another group to those who can grant what it opens.',
  action: 'device_users:write',
  params: DeviceUserParams,
  body: Type.Object({ version: Version, ...changedFields.device_user, note: Note }, closed),
  errors: ['request.not_found', 'edit.conflict', 'group.unknown', 'role_draft.too_many', 'role_draft.is_waiting'],
})

export const handOverSecondPerson = call({
  ...handingOver,
  path: '/role_drafts/second_person',
  summary: 'Asks that second persons are needed no longer. `version`: that of the account settings.',
  action: 'account:write',
  body: Type.Object({ version: Version, note: Note }, closed),
  errors: ['edit.conflict', 'role_draft.too_many', 'role_draft.is_waiting'],
})

export const roleDraftCalls = {
  handOverRole,
  handOverGroup,
  handOverTag,
  handOverDefaultRole,
  handOverApp,
  handOverRoleAssignment,
  handOverDeviceUser,
  handOverSecondPerson,
  listRoleDrafts,
  getRoleDraft,
  decideRoleDraft,
  withdrawRoleDraft,
}
