import { type Static, Type } from 'typebox'
import { AccessImpact } from './access-impact.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { CidrRange, ClientIdentifier, GroupReference, QueryTotal, RoleReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

const cidr_ranges = nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true }))

const fields = { user_group: nullable(GroupReference), role: nullable(RoleReference), cidr_ranges }

const UnconfirmedLimit = Type.Object(
  { lapses_at: Timestamp, cidr_ranges_otherwise: cidr_ranges },
  {
    title: 'UnconfirmedLimit',
    description: 'cidr_ranges hold until lapses_at unless somebody confirms them from inside; what holds then.',
  },
)

export const AccountDefaults = Type.Object(
  {
    ...fields,
    unconfirmed_limit: nullable(UnconfirmedLimit),
    ...changeFields,
    version: Version,
  },
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
    'Replaces the account defaults. What would shut out the caller, or take their role, takes the account identifier as confirmation. Other network ranges than before lapse after 15 minutes, unless confirmed from inside.',
  action: 'account:write',
  body: Type.Object({ ...expectedVersion, ...fields, confirmation: Type.Optional(ClientIdentifier) }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: AccountDefaults,
  audit: 'account_defaults.updated',
  errors: [
    'edit.conflict',
    'group.unknown',
    'role.unknown',
    'account.would_lock_out',
    'account.would_lose_role',
    'access.exceeds_own',
    'alert.not_given',
    'access.ends_sooner',
    'access.needs_second_person',
  ],
})

const ShutOut = Type.Object(
  {
    kind: Type.Enum(['portal_user', 'client_app']),
    reference: Type.String(),
    display_name: Type.String(),
    addresses: Type.Array(Type.String(), { description: 'Theirs that lie outside, the latest first; 20 at most.' }),
    last_seen: Timestamp,
    is_seen_inside: Type.Boolean({ description: 'They called from addresses inside, too.' }),
  },
  { title: 'ShutOut', description: 'Somebody who called from an address that the ranges do not contain.' },
)
export type ShutOut = Static<typeof ShutOut>

export const previewAccountLimit = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/defaults/preview',
  summary: 'Tells which people and client apps of the last 30 days network ranges would shut out; changes nothing.',
  action: 'account:write',
  body: Type.Object({ cidr_ranges }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ shut_out: Type.Array(ShutOut), total: QueryTotal }),
  beyondSpecification: true,
})

export const previewDefaultRole = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/defaults/access_preview',
  summary: 'Tells what the people who have the default role would gain and lose by another; changes nothing.',
  action: 'roles:read',
  body: Type.Object({ role: nullable(RoleReference) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccessImpact,
  errors: ['role.unknown'],
  beyondSpecification: true,
})

export const confirmAccountLimit = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/defaults/confirmation',
  summary: 'Confirms, from inside, network ranges that would lapse otherwise. For people alone.',
  action: 'account:write',
  body: Type.Object({ version: Version }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccountDefaults,
  audit: 'account_limit.confirmed',
  errors: ['edit.conflict', 'account.nothing_to_confirm'],
  beyondSpecification: true,
})

export const accountDefaultsCalls = {
  getAccountDefaults,
  putAccountDefaults,
  previewAccountLimit,
  previewDefaultRole,
  confirmAccountLimit,
}
