/** Who can open recordings of which groups, now or at an earlier moment. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { GroupReference, PayloadReference, RoleReference, UserReference } from './fields.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { anyOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

const Types = (description: string) => Type.Array(PayloadType, { description })

export const ContentAccess = Type.Object(
  {
    user_reference: {
      ...UserReference,
      description: 'Of a client app, its app_reference; of visiting staff, admin/ and theirs',
    },
    is_client_app: Type.Boolean(),
    display_name: Type.String(),
    group_reference: GroupReference,
    find: Types('Types of recordings that they could find'),
    play: Types('Types that they could play, read or look at'),
    download: Types('Types that they could download'),
    deciding_roles: Type.Array(RoleReference),
    depends_on_address: Type.Boolean({ description: 'Not from every network address' }),
  },
  {
    title: 'ContentAccess',
    description: 'What a person or client app could do with the recordings of a group at a moment, by which roles.',
  },
)
export type ContentAccess = Static<typeof ContentAccess>

export const listContentAccess = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/access/content',
  summary:
    'Lists who could find, play or download recordings at a moment, and by which roles: of groups, of people, or of one recording. Roles, people, groups, client apps, network ranges and visits count as they were then.',
  action: 'roles:read',
  query: listQuery({
    at: Type.Optional({ ...Timestamp, description: 'The moment; without it, now' }),
    groups: anyOf(GroupReference),
    people: anyOf({
      ...UserReference,
      description: 'Also of a client app, app/ and its app_reference; of visiting staff, admin/ and theirs',
    }),
    payload_reference: Type.Optional(PayloadReference),
  }),
  response: listOf(ContentAccess),
  errors: ['request.not_found', 'access.not_known_then', 'list.bad_last_key'],
  beyondSpecification: true,
})

export const contentAccessCalls = { listContentAccess }
