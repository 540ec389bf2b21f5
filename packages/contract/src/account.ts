import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ClientIdentifier } from './fields.ts'
import { Locale } from './locales.ts'
import { nullable } from './nullable.ts'

export const portals = ['admin', 'client'] as const
export const Portal = Type.Enum(portals)
export type Portal = Static<typeof Portal>

export const AccountMetadata = Type.Object(
  {
    client: ClientIdentifier,
    name: Type.String(),
    locale: Locale,
    portals: Type.Array(Portal),
    sign_in: Type.Object({
      provider: Type.Enum(['holdfast', 'customer'], {
        description: "Whose sign-in page comes: ours or the customer's",
      }),
      label: nullable(Type.String()),
    }),
    build_version: Type.String(),
  },
  { title: 'AccountMetadata', description: 'What may be known about an account before signing in.' },
)
export type AccountMetadata = Static<typeof AccountMetadata>

export const getAccountMetadata = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/account/metadata',
  summary: 'Tells what the sign-in page needs to know about an account.',
  action: 'public',
  response: AccountMetadata,
})

export const accountCalls = { getAccountMetadata }
