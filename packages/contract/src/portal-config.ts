import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { settingFields } from './entity-fields.ts'
import { ClientIdentifier, OidcIssuer, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { expectedVersion, Version } from './versions.ts'

const portalConfigFields = {
  maps_key: nullable(text(255, 1)),
  monitoring: nullable(
    Type.Object(
      {
        url: Type.String({ ...OidcIssuer, rule: 'MonitoringUrl', description: 'Where the portal reports its errors' }),
        sample_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the sessions that report' }),
      },
      closed,
    ),
  ),
  application_id: nullable(text(255, 1)),
  region: nullable(text(64, 1)),
}

/** The settings of an account's portal. Every browser of the account receives them, so none of them is secret. */
export const PortalConfig = Type.Object(portalConfigFields, {
  title: 'PortalConfig',
  description: 'Settings that the portal of an account runs with.',
})
export type PortalConfig = Static<typeof PortalConfig>

export const ClientPortalConfig = Type.Object(
  {
    ...settingFields,
    ...portalConfigFields,
    version: Version,
  },
  { title: 'ClientPortalConfig', description: "Settings of an account's portal, as the provider's staff edit them." },
)
export type ClientPortalConfig = Static<typeof ClientPortalConfig>

const ofClient = {
  catalogue: 'admin-internal',
  path: '/clients/{client}/portal_config',
  action: 'internal:clients',
  params: Type.Object({ client: ClientIdentifier }, closed),
  response: ClientPortalConfig,
  beyondSpecification: true,
} as const

export const getPortalConfig = call({
  ...ofClient,
  method: 'GET',
  summary: "Reads the settings that an account's portal runs with.",
  errors: ['request.not_found'],
})

export const putPortalConfig = call({
  ...ofClient,
  method: 'PUT',
  summary: "Replaces the settings that an account's portal runs with.",
  body: Type.Object({ ...expectedVersion, ...portalConfigFields }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  audit: 'portal_config.updated',
  errors: ['request.not_found', 'edit.conflict'],
})

export const portalConfigCalls = { getPortalConfig, putPortalConfig }
