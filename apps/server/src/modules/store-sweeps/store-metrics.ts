import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/index.ts'
import { countDamaged } from '../payloads/index.ts'
import { countObjectsWithoutRows } from '../uploads/index.ts'

/**
 * Metrics of the stored recordings. Each scrape reads them from the database, so that they are right whichever process found
 * the damage. While the database can't answer, the figures are missing rather than wrong.
 */
export const registerStoreMetrics = (registry: Registry, database: Pick<Database, 'readAcrossClients'>): void => {
  new Gauge({
    name: 'holdfast_payloads_damaged',
    help: 'Recordings whose stored content is known to be damaged or missing',
    labelNames: ['payload_type'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await countDamaged(database).catch(() => [])
      for (const { payload_type, payloads } of rows) this.set({ payload_type }, Number(payloads))
    },
  })
  new Gauge({
    name: 'holdfast_objects_without_rows',
    help: 'Objects of accounts that no row names, by what lies there: recordings are never removed, parts of uploads are',
    labelNames: ['folder'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await countObjectsWithoutRows(database).catch(() => [])
      for (const { folder, objects } of rows) this.set({ folder }, Number(objects))
    },
  })
  new Gauge({
    name: 'holdfast_store_sweep_oldest_seconds',
    help: 'Seconds since the account that was swept longest ago was swept as a whole, by what is swept',
    labelNames: ['scope'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await oldestSweeps(database).catch(() => [])
      for (const { scope, since } of rows) this.set({ scope }, Math.max(0, (Date.now() - Date.parse(since)) / 1000))
    },
  })
}

/** A sweep that never completed counts from its beginning. */
const oldestSweeps = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('store_sweeps')
      .select(({ fn }) => ['scope', fn.min<string>(fn.coalesce('last_completed_at', 'begun_at')).as('since')])
      .groupBy('scope')
      .execute(),
  )
