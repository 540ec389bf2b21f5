import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { text } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { anyOf } from './reference-lists.ts'

/** What `GET /found` looks for, in the order of its answer. `number`: of a recording's party; `own_number`: that a device has or had. */
export const foundKinds = [
  'device_user',
  'device',
  'own_number',
  'number',
  'group',
  'role',
  'portal_user',
  'payload',
] as const
const FoundKind = Type.Enum(foundKinds)
export type FoundKind = Static<typeof FoundKind>

export const Found = Type.Object(
  {
    kind: FoundKind,
    reference: Type.String({ description: 'A number is its own reference.' }),
    name: nullable(
      Type.String({
        description:
          'The name of the person, of the person who holds the device or had its number last, or that handsets gave a number: the one by which it was found, or one of those in recordings that the caller may read.',
      }),
    ),
    payload_type: nullable(PayloadType),
  },
  { title: 'Found', description: 'Something with a name, number or reference that contains the text.' },
)
export type Found = Static<typeof Found>

export const find = call({
  catalogue: 'client',
  method: 'GET',
  path: '/found',
  summary:
    'Finds device users, devices, groups, roles and people by any part of a name or reference or by the beginnings of its words, numbers of devices by any part of them, numbers of parties also by their names, and a recording by its reference: at most 8 of each kind, of what the caller may read, the best matches first.',
  action: 'signed_in',
  query: Type.Object({ text: text(255, 1), kinds: anyOf(FoundKind) }, closed),
  response: Type.Object({
    items: Type.Array(Found),
    more: Type.Array(FoundKind, { description: 'The kinds that have more matches than `items` contains.' }),
  }),
  beyondSpecification: true,
})

export const foundCalls = { find }
