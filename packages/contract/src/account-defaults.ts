import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CidrRange, ClientIdentifier, GroupReference, RoleReference, UserReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { Version } from './versions.ts'

const fields = {
  user_group: nullable(GroupReference),
  role: nullable(RoleReference),
  cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
}

export const AccountDefaults = Type.Object(
  { ...fields, updated_at: Timestamp, updated_by: nullable(UserReference), version: Version },
  {
    title: 'AccountDefaults',
    description: 'What portal users get when their identity names neither; and from where the account may be used.',
  },
)
export type AccountDefaults = Static<typeof AccountDefaults>

export const getAccountDefaults = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/account/defaults',
  summary: 'Reads the default group and role of portal users, and from where the account may be used.',
  action: 'account:read',
  response: AccountDefaults,
})

export const putAccountDefaults = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/account/defaults',
  summary:
    'Replaces the account defaults. What would shut out the caller, or take their role, takes the account identifier as confirmation.',
  action: 'account:write',
  body: Type.Object({ version: Version, ...fields, confirmation: Type.Optional(ClientIdentifier) }, closed),
  response: AccountDefaults,
  audit: 'account_defaults.updated',
  errors: [
    'edit.conflict',
    'group.unknown',
    'role.unknown',
    'account.would_lock_out',
    'account.would_lose_role',
    'access.exceeds_own',
  ],
})
