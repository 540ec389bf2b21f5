import type { ClientPortalConfig, PortalConfig } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

const columns = ['maps_key', 'monitoring', 'application_id', 'region', 'updated_at', 'updated_by', 'version'] as const

const nothingSet: PortalConfig = { maps_key: null, monitoring: null, application_id: null, region: null }

export const selectPortalConfig = (tx: TenantTransaction) =>
  tx.db.selectFrom('portal_configs').select(columns).where('client', '=', tx.client)

/** As staff read it; version 0 and nothing set before the first edit. */
export const readPortalConfig = async (tx: TenantTransaction): Promise<ClientPortalConfig> => {
  const stored = await selectPortalConfig(tx).executeTakeFirst()
  return { client: tx.client, ...(stored ?? { ...nothingSet, updated_at: null, updated_by: null, version: 0 }) }
}

export const fieldsOf = ({ maps_key, monitoring, application_id, region }: PortalConfig): PortalConfig => ({
  maps_key,
  monitoring,
  application_id,
  region,
})

/** What every browser of the account is told with the profile. */
export const portalConfigOf = async (tx: TenantTransaction): Promise<PortalConfig> =>
  fieldsOf(await readPortalConfig(tx))
