import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { ClientIdentifier, Email, OidcAudience, OidcIssuer, RoleReference, text, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { Locale } from './locales.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { KeyId } from './public-keys.ts'
import { Timestamp } from './times.ts'

export const Client = Type.Object(
  { ...accountFields, name: Type.String(), locale: Locale, is_active: Type.Boolean(), created_at: Timestamp },
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

/**
 * A customer's own OIDC provider, through which its people sign in; the secret is never returned. `roles_claim` and
 * `user_group_claim` name the claims with a person's roles and group: by default `roles` and none; `null` for none.
 */
export const IdentityProvider = Type.Object(
  {
    issuer: OidcIssuer,
    client_id: OidcAudience,
    client_secret: text(1024, 1),
    roles_claim: Type.Optional(nullable(text(255, 1))),
    user_group_claim: Type.Optional(nullable(text(255, 1))),
  },
  closed,
)

/** The first person of an account without a provider of its own, who becomes its Account Administrator. */
export const FirstAdministrator = Type.Object(
  { user_reference: UserReference, email: Email, name: text(255, 1) },
  closed,
)

export const NewClient = Type.Object(
  {
    client: ClientIdentifier,
    name: text(255, 1),
    locale: Locale,
    identity_provider: nullable(IdentityProvider),
    administrator: Type.Optional(nullable(FirstAdministrator)),
    default_role: Type.Optional(nullable(RoleReference)),
  },
  closed,
)
export type NewClient = Static<typeof NewClient>

export const CreatedClient = Type.Object(
  {
    client: ClientIdentifier,
    key_id: KeyId,
    enrolment_secret: Type.String({ description: 'For device management; it is told once' }),
    administrator_password: nullable(Type.String({ description: 'Of the first administrator; it is told once' })),
  },
  { title: 'CreatedClient', description: 'What is made with an account and told to whoever opened it.' },
)
export type CreatedClient = Static<typeof CreatedClient>

export const createClient = call({
  catalogue: 'admin-internal',
  method: 'POST',
  path: '/clients',
  summary: "Opens a customer's account with its system roles, key pair and enrolment secret.",
  action: 'internal:clients',
  body: NewClient,
  maxBodyBytes: limits.maxFormBodyBytes,
  response: CreatedClient,
  audit: 'client.created',
  errors: ['client.exists', 'role.unknown'],
  beyondSpecification: true,
})

export const clientCalls = { listClients, createClient }
