import { type Static, Type } from 'typebox'
import {
  CidrRange,
  ClientAppReference,
  GroupReference,
  JwksUri,
  OidcAudience,
  OidcIssuer,
  RoleReference,
  UserReference,
} from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

export const OidcConfig = Type.Object({ issuer: OidcIssuer, audience: OidcAudience, jwks_uri: JwksUri }, closed)
export type OidcConfig = Static<typeof OidcConfig>

/** What a person edits of a client app. */
export const clientAppFields = {
  oidc_config: OidcConfig,
  group: nullable(GroupReference),
  roles: Type.Array(RoleReference, { maxItems: 100, uniqueItems: true }),
  cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
}

export const ClientAppConfiguration = Type.Object(
  {
    app_reference: ClientAppReference,
    ...clientAppFields,
    updated_at: Timestamp,
    updated_by: nullable(UserReference),
  },
  { title: 'ClientAppConfiguration', description: "A customer's program that calls with tokens of its own issuer." },
)
export type ClientAppConfiguration = Static<typeof ClientAppConfiguration>
