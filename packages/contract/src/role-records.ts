import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CidrRange, RoleReference, text, UserReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { Permission } from './roles.ts'
import { Timestamp } from './times.ts'

export const alertPermissions = ['ops_read', 'ops_write', 'sec_read', 'sec_write'] as const
export const AlertPermission = Type.Enum([...alertPermissions])
export type AlertPermission = Static<typeof AlertPermission>

/** What a person edits of a role. At least one permission (section 5); null payload_types or cidr_ranges: no limit. */
export const roleFields = {
  permissions: Type.Array(Permission, { minItems: 1, maxItems: 1000 }),
  payload_types: nullable(Type.Array(PayloadType, { uniqueItems: true })),
  cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
  alert_permissions: Type.Array(AlertPermission, { uniqueItems: true }),
  is_alertable: Type.Boolean(),
  description: nullable(text(1000)),
}

export const Role = Type.Object(
  {
    role_reference: RoleReference,
    ...roleFields,
    is_system: Type.Boolean(),
    member_count: Type.Integer({ minimum: 0 }),
    app_count: Type.Integer({ minimum: 0 }),
    updated_at: Timestamp,
    updated_by: nullable(UserReference),
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
  query: listQuery({ is_system: Type.Optional(Type.Boolean()) }),
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
