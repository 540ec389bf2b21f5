import type { ClientPortalConfig, PortalConfig } from '@holdfast/contract'
import { type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

const columns = [
  'client',
  'maps_key',
  'monitoring',
  'application_id',
  'region',
  'updated_at',
  'updated_by',
  'version',
] as const

const nothingSet: PortalConfig = { maps_key: null, monitoring: null, application_id: null, region: null }

export const portalConfigs = versionedTable({ table: 'portal_configs', key: 'client', columns })

/** The configuration as staff read it. Before the first edit, nothing is set and the version is 0. */
export const readPortalConfig = async (tx: TenantTransaction): Promise<ClientPortalConfig> => {
  const stored = await portalConfigs.find(tx, tx.client)
  return stored ?? { client: tx.client, ...nothingSet, updated_at: null, updated_by: null, version: 0 }
}

export const fieldsOf = ({ maps_key, monitoring, application_id, region }: PortalConfig): PortalConfig => ({
  maps_key,
  monitoring,
  application_id,
  region,
})

/** The configuration that browsers of the account get with the profile. */
export const portalConfigOf = async (tx: TenantTransaction): Promise<PortalConfig> =>
  fieldsOf(await readPortalConfig(tx))
