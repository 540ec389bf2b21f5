import type { ClientAppConfiguration } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

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

export const selectApps = (tx: TenantTransaction) =>
  tx.db.selectFrom('client_apps').select(appColumns).where('client', '=', tx.client)

export type AppRow = Awaited<ReturnType<ReturnType<typeof selectApps>['execute']>>[number]

/** What people edit of an app. */
export type AppFields = Pick<ClientAppConfiguration, 'oidc_config' | 'group' | 'roles' | 'cidr_ranges'>

export const toApp = ({ issuer, audience, jwks_uri, ...row }: AppRow): ClientAppConfiguration => ({
  ...row,
  oidc_config: { issuer, audience, jwks_uri },
})

export const fieldsOf = (row: AppRow): AppFields => {
  const { oidc_config, group, roles, cidr_ranges } = toApp(row)
  return { oidc_config, group, roles, cidr_ranges }
}

/** An empty list of ranges limits nothing, and is kept as what it is. */
export const columnsOf = ({ oidc_config, group, roles, cidr_ranges }: AppFields) => ({
  ...oidc_config,
  group,
  roles,
  cidr_ranges: cidr_ranges?.length ? cidr_ranges : null,
})
