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
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { recordCalls } from './record-calls.ts'
import { Version } from './versions.ts'

export const OidcConfig = Type.Object({ issuer: OidcIssuer, audience: OidcAudience, jwks_uri: JwksUri }, closed)
export type OidcConfig = Static<typeof OidcConfig>

/** The fields of a client app that people edit. */
export const clientAppFields = {
  oidc_config: OidcConfig,
  group: nullable({ ...GroupReference, description: 'Decides who manages the app; its roles decide what it may read' }),
  roles: Type.Array(RoleReference, { maxItems: 100, uniqueItems: true }),
  cidr_ranges: nullable(Type.Array(CidrRange, { maxItems: 1000, uniqueItems: true })),
}

export const ClientAppConfiguration = Type.Object(
  {
    app_reference: ClientAppReference,
    ...clientAppFields,
    ...changeFields,
    version: Version,
    ...mayField(['change', 'delete']),
  },
  { title: 'ClientAppConfiguration', description: "A customer's program that calls with tokens of its own issuer." },
)
export type ClientAppConfiguration = Static<typeof ClientAppConfiguration>

const grantErrors = [
  'group.unknown',
  'role.unknown',
  'access.exceeds_own',
  'alert.not_given',
  'access.ends_sooner',
  'access.needs_second_person',
] as const

/** Its tokens are accepted from its creation on, and refused from the next call on after its deletion. */
export const {
  params: AppParams,
  list: listApps,
  get: getApp,
  create: createApp,
  put: putApp,
  remove: deleteApp,
} = recordCalls({
  catalogue: 'admin-client',
  path: 'account/apps',
  key: 'app_reference',
  reference: ClientAppReference,
  entity: ClientAppConfiguration,
  fields: clientAppFields,
  filter: {},
  read: 'apps:read',
  write: 'apps:write',
  one: 'client app',
  several: 'client apps',
  events: { created: 'app.created', updated: 'app.updated', deleted: 'app.deleted' },
  createErrors: ['app.exists', 'app.tokens_taken', ...grantErrors],
  putErrors: ['request.not_found', 'edit.conflict', 'app.tokens_taken', ...grantErrors],
})

export const previewApp = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/account/apps/{app_reference}/preview',
  summary: 'Tells what a client app would gain and lose by other roles or ranges; changes nothing.',
  action: 'roles:read',
  params: AppParams,
  body: Type.Object({ roles: clientAppFields.roles, cidr_ranges: clientAppFields.cidr_ranges }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: AccessImpact,
  errors: ['role.unknown'],
  beyondSpecification: true,
})

export const clientAppCalls = { listApps, getApp, createApp, putApp, previewApp, deleteApp }
