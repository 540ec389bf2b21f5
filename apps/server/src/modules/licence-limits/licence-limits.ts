import { type ClientLicenseLimits, limits, type ServiceLimits, serviceNames } from '@holdfast/contract'
import type { Kysely } from 'kysely'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

export const licenceLimits = versionedTable({
  table: 'licence_limits',
  key: 'client',
  columns: ['client', ...serviceNames, 'updated_at', 'updated_by', 'version'],
})

export const limitsOf = (stored: ServiceLimits): ServiceLimits =>
  Object.fromEntries(serviceNames.map((service) => [service, stored[service]])) as ServiceLimits

const greatest = Object.fromEntries(serviceNames.map((service) => [service, limits.maxLicences])) as ServiceLimits

/** The limits of an account for which nobody has set any. */
const unsetLimits = (client: string): ClientLicenseLimits => ({
  client,
  ...greatest,
  updated_at: null,
  updated_by: null,
  version: 0,
})

export const readLicenceLimits = async (tx: TenantTransaction): Promise<ClientLicenseLimits> =>
  (await licenceLimits.find(tx, tx.client)) ?? unsetLimits(tx.client)

/** Reads the limits of these customers. Returns a function that gives those of one. */
export const limitsOfClients = async (db: Kysely<Tables>, clients: readonly string[]) => {
  const rows = await db.selectFrom('licence_limits').selectAll().where('client', 'in', clients).execute()
  const stored = new Map(rows.map((row) => [row.client, row]))
  return (client: string): ClientLicenseLimits => stored.get(client) ?? unsetLimits(client)
}
