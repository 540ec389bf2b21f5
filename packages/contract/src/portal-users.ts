import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Email, GroupReference, RoleReference, text, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp } from './times.ts'

export const PortalUser = Type.Object(
  {
    user_reference: UserReference,
    display_name: Type.String(),
    email: nullable(Email),
    roles: Type.Array(RoleReference),
    user_group: nullable(GroupReference),
    is_active: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'PortalUser', description: 'A person who has signed in to the account. Roles come from their identity.' },
)
export type PortalUser = Static<typeof PortalUser>

const list = {
  method: 'GET',
  query: listQuery({
    role: Type.Optional(RoleReference),
    is_active: Type.Optional(Type.Boolean()),
    search: Type.Optional(text(255, 1)),
  }),
  response: listOf(PortalUser),
  errors: ['list.bad_last_key'],
} as const

export const listPortalUsers = call({
  ...list,
  catalogue: 'admin-client',
  path: '/portal_users',
  summary: 'Lists the people who have signed in to the account, by reference.',
  action: 'roles:read',
  beyondSpecification: true,
})

export const listStaff = call({
  ...list,
  catalogue: 'admin-internal',
  path: '/staff',
  summary: "Lists the provider's staff who have signed in, by reference.",
  action: 'internal:staff',
})
