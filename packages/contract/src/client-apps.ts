import { type Static, Type } from 'typebox'
import { AccessImpact } from './access-impact.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  CidrRange,
  ClientAppReference,
  GroupReference,
  JwksUri,
  OidcAudience,
  OidcIssuer,
  RoleReference,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

export const OidcConfig = Type.Object({ issuer: OidcIssuer, audience: OidcAudience, jwks_uri: JwksUri }, closed)
export type OidcConfig = Static<typeof OidcConfig>

/** The fields of a client app that people edit. */
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
    ...changeFields,
    version: Version,
  },
  { title: 'ClientAppConfiguration', description: "A customer's program that calls with tokens of its own issuer." },
)
export type ClientAppConfiguration = Static<typeof ClientAppConfiguration>

export const AppParams = Type.Object({ app_reference: ClientAppReference }, closed)

const AppBody = Type.Object(clientAppFields, closed)

const grantErrors = ['group.unknown', 'role.unknown', 'access.exceeds_own', 'access.needs_second_person'] as const

export const listApps = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/account/apps',
  summary: 'Lists client apps by reference.',
  action: 'apps:read',
  query: listQuery({}),
  response: listOf(ClientAppConfiguration),
  errors: ['list.bad_last_key'],
})

export const getApp = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/account/apps/{app_reference}',
  summary: 'Reads one client app.',
  action: 'apps:read',
  params: AppParams,
  response: ClientAppConfiguration,
  errors: ['request.not_found'],
})

export const createApp = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/apps/{app_reference}',
  summary: 'Creates a client app that calls with tokens of its own issuer.',
  action: 'apps:write',
  params: AppParams,
  body: AppBody,
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ClientAppConfiguration,
  audit: 'app.created',
  errors: ['app.exists', 'app.tokens_taken', ...grantErrors],
})

export const putApp = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/account/apps/{app_reference}',
  summary: 'Replaces the settings of a client app.',
  action: 'apps:write',
  params: AppParams,
  body: Type.Object({ ...expectedVersion, ...clientAppFields }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ClientAppConfiguration,
  audit: 'app.updated',
  errors: ['request.not_found', 'edit.conflict', 'app.tokens_taken', ...grantErrors],
})

export const previewApp = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/apps/{app_reference}/preview',
  summary:
    'Tells what a client app would gain and lose by other roles or ranges; changes nothing. Also needs `roles:read`.',
  action: 'apps:write',
  params: AppParams,
  body: Type.Object({ roles: clientAppFields.roles, cidr_ranges: clientAppFields.cidr_ranges }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: AccessImpact,
  errors: ['role.unknown'],
  beyondSpecification: true,
})

export const deleteApp = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/account/apps/{app_reference}',
  summary: 'Deletes a client app; its tokens are refused from its next call on.',
  action: 'apps:write',
  params: AppParams,
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'app.deleted',
  errors: ['request.not_found', 'edit.conflict'],
})

export const clientAppCalls = { listApps, getApp, createApp, putApp, previewApp, deleteApp }
