import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ClientIdentifier } from './fields.ts'
import { Locale } from './locales.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp } from './times.ts'

export const Client = Type.Object(
  { client: ClientIdentifier, name: Type.String(), locale: Locale, is_active: Type.Boolean(), created_at: Timestamp },
  { title: 'Client', description: "A customer's account, or the provider's own account `admin`." },
)
export type Client = Static<typeof Client>

export const listClients = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/clients',
  summary: 'Lists the accounts by identifier.',
  action: 'internal:clients',
  query: listQuery({ is_active: Type.Optional(Type.Boolean()) }),
  response: listOf(Client),
  errors: ['list.bad_last_key'],
})
