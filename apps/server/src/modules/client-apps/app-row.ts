import type { ClientAppConfiguration } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { type Tables, versionedTable } from '../../platform/database/index.ts'

export const appColumns = [
  'client',
  'app_reference',
  'issuer',
  'audience',
  'jwks_uri',
  'group',
  'roles',
  'cidr_ranges',
  'updated_at',
  'updated_by',
  'version',
] as const

export const apps = versionedTable({
  table: 'client_apps',
  key: 'app_reference',
  columns: appColumns,
  whenExists: 'app.exists',
  history: { kind: 'app', columns: ['roles', 'cidr_ranges'] },
})

export const lastChangesOfApps = apps.lastChanges

export type AppRow = Pick<Selectable<Tables['client_apps']>, (typeof appColumns)[number]>

/** The fields that people can edit. */
export type AppFields = Pick<ClientAppConfiguration, 'oidc_config' | 'group' | 'roles' | 'cidr_ranges'>

export const toApp = (
  { issuer, audience, jwks_uri, ...row }: AppRow,
  may: ClientAppConfiguration['may'],
): ClientAppConfiguration => ({ ...row, oidc_config: { issuer, audience, jwks_uri }, may })

export const fieldsOf = ({ issuer, audience, jwks_uri, group, roles, cidr_ranges }: AppRow): AppFields => ({
  oidc_config: { issuer, audience, jwks_uri },
  group,
  roles,
  cidr_ranges,
})

/** An empty list of ranges means no limit and is stored as `null`. */
export const columnsOf = ({ oidc_config, group, roles, cidr_ranges }: AppFields) => ({
  ...oidc_config,
  group,
  roles,
  cidr_ranges: cidr_ranges?.length ? cidr_ranges : null,
})
