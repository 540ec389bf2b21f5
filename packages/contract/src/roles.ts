import { type Static, Type } from 'typebox'
import { AccessDifference } from './access-impact.ts'
import { Action } from './actions.ts'
import { AlertPermission } from './alert-kinds.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { CidrRange, GroupReference, NetworkAddress, RoleReference, text, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { Permission } from './role-rules.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

/** A test of a role: a question with the expected answer, stored with the role and asked again whenever the role is saved. */
export const RoleTestCase = Type.Object(
  {
    description: text(255),
    action: Action,
    group_reference: nullable(GroupReference),
    payload_type: nullable(PayloadType),
    address: nullable(NetworkAddress),
    is_allowed: Type.Boolean({ description: 'What is expected' }),
  },
  closed,
)
export type RoleTestCase = Static<typeof RoleTestCase>

/**
 * The fields of a role that people edit. At least one permission (rules-and-calls section 5); null payload_types or
 * cidr_ranges: no limit.
 */
export const roleFields = {
  permissions: Type.Array(Permission, { minItems: 1, maxItems: 1000 }),
  payload_types: nullable(Type.Array(PayloadType, { uniqueItems: true })),
  cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
  alert_permissions: Type.Array(AlertPermission, { uniqueItems: true }),
  is_alertable: Type.Boolean(),
  description: nullable(text(1000)),
  test_cases: Type.Array(RoleTestCase, { maxItems: 100 }),
}

export const RoleFields = Type.Object(roleFields, closed)
export type RoleFields = Static<typeof RoleFields>

export const Role = Type.Object(
  {
    role_reference: RoleReference,
    ...roleFields,
    is_system: Type.Boolean(),
    member_count: Type.Integer({ minimum: 0 }),
    app_count: Type.Integer({ minimum: 0 }),
    ...changeFields,
    version: Version,
  },
  { title: 'Role', description: 'What its members may do, on which groups and payload types, and from where.' },
)
export type Role = Static<typeof Role>

export const RoleParams = Type.Object({ role_reference: RoleReference }, closed)

export const listRoles = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/roles',
  summary: 'Lists roles by reference.',
  action: 'roles:read',
  query: listQuery({ is_system: Type.Optional(Type.Boolean()), search: Type.Optional(text(255, 1)) }),
  response: listOf(Role),
  errors: ['list.bad_last_key'],
})

export const getRole = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/roles/{role_reference}',
  summary: 'Reads one role.',
  action: 'roles:read',
  params: RoleParams,
  response: Role,
  errors: ['request.not_found'],
})

export const putRole = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/roles/{role_reference}',
  summary:
    'Creates or replaces a role; without test_cases those that it has are kept. Nobody can give a role what they could not do themselves.',
  action: 'roles:write',
  params: RoleParams,
  body: Type.Object({ ...expectedVersion, ...roleFields, test_cases: Type.Optional(roleFields.test_cases) }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: Role,
  audit: 'role.updated',
  errors: [
    'edit.conflict',
    'role.system',
    'role.looks_like_system',
    'role.would_lock_out',
    'role.test_cases_fail',
    'access.exceeds_own',
    'alert.not_given',
    'access.ends_sooner',
    'access.needs_second_person',
  ],
})

export const deleteRole = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/roles/{role_reference}',
  summary: 'Deletes a role that nobody has.',
  action: 'roles:write',
  params: RoleParams,
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'role.deleted',
  errors: ['request.not_found', 'edit.conflict', 'role.system', 'role.in_use'],
})

/** What a role was before a change. */
export const RoleVersion = Type.Object(
  { ...roleFields, role_reference: RoleReference, ...changeFields, version: Version },
  { title: 'RoleVersion', description: 'What a role was before a change, with who had saved it and when.' },
)
export type RoleVersion = Static<typeof RoleVersion>

export const listRoleVersions = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/roles/{role_reference}/versions',
  summary: 'Lists what a role was before each of its changes, newest first; nothing for a role that does not exist.',
  action: 'roles:read',
  params: RoleParams,
  query: listQuery({}),
  response: listOf(RoleVersion),
  errors: ['list.bad_last_key'],
  beyondSpecification: true,
})

/** Where a role allows one action: everywhere, nowhere, or in some groups (at most 100 are named). */
export const ActionReach = Type.Object({
  action: Action,
  payload_types: nullable(Type.Array(PayloadType, { description: 'null: no payload type is in question' })),
  group_count: Type.Integer({ minimum: 0 }),
  groups: Type.Array(GroupReference, { maxItems: 100 }),
  without_group: Type.Boolean({ description: 'Also where no group is in question' }),
})
export type ActionReach = Static<typeof ActionReach>

/** How many of the actions that exist a permission covers, whatever its conditions are. */
export const PatternMatch = Type.Object({
  actions_matching: Type.String(),
  is_regex: Type.Boolean(),
  is_denied: Type.Boolean(),
  action_count: Type.Integer({ minimum: 0 }),
  probably: nullable(
    Type.String({ description: 'For a permission that covers no action: the pattern that was probably meant' }),
  ),
})
export type PatternMatch = Static<typeof PatternMatch>

/** How a change of a role changes what its assignees may do with all their roles. */
export const RolePreview = Type.Object(
  {
    problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Why the role cannot be kept; while there are any, the rest is empty',
      maxItems: 100,
    }),
    exceeds_own: nullable(
      Type.Object({
        permission_index: nullable(Type.Integer({ description: 'null: a denial that is taken away or limited' })),
        action: Action,
        message: Type.String(),
        ends_sooner: Type.Boolean({
          description: 'The caller can do it for a time only, and so not grant it beyond that',
        }),
      }),
    ),
    pattern_matches: Type.Array(PatternMatch, { description: 'One for each permission, in their order' }),
    reach: Type.Array(ActionReach),
    group_total: Type.Integer({ minimum: 0 }),
    members: Type.Object({
      total: Type.Integer({ minimum: 0 }),
      gaining: Type.Integer({ minimum: 0 }),
      losing: Type.Integer({ minimum: 0 }),
      changes: Type.Array(
        Type.Object({
          user_reference: UserReference,
          display_name: nullable(Type.String({ description: 'null: visiting staff, or no name is known' })),
          gained: Type.Array(AccessDifference),
          lost: Type.Array(AccessDifference),
        }),
        { maxItems: 100 },
      ),
    }),
    test_results: Type.Array(Type.Boolean({ description: 'Whether the test case at this place holds' })),
  },
  {
    title: 'RolePreview',
    description: 'What a role would give, before it is saved, in the groups that the caller may see.',
  },
)
export type RolePreview = Static<typeof RolePreview>

export const previewRole = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/roles/{role_reference}/preview',
  summary: 'Tells what a role would give, and who would gain or lose what, without saving it.',
  action: 'roles:read',
  params: RoleParams,
  body: RoleFields,
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: RolePreview,
  beyondSpecification: true,
})

export const roleCalls = { listRoles, getRole, putRole, deleteRole, listRoleVersions, previewRole }
