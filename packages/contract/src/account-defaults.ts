import { type Static, Type } from 'typebox'
import { CidrRange, GroupReference, RoleReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'

export const AccountDefaults = Type.Object(
  {
    user_group: nullable(GroupReference),
    role: nullable(RoleReference),
    cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
  },
  {
    ...closed,
    title: 'AccountDefaults',
    description: 'What portal users get when their identity names neither; and from where the account may be used.',
  },
)
export type AccountDefaults = Static<typeof AccountDefaults>
