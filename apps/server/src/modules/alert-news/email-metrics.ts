import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/index.ts'

/** Each scrape counts them in the database, because workers send them and the api is scraped. */
export const registerAlertEmailMetrics = (registry: Registry, database: Pick<Database, 'readAcrossClients'>): void => {
  new Gauge({
    name: 'holdfast_alert_emails',
    help: 'Alerts about which an e-mail waits, is being sent or could not be sent, counted once for each recipient',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      const rows = await countUnsent(database).catch(() => [])
      for (const { email_state, alerts } of rows) this.set({ state: String(email_state) }, Number(alerts))
    },
  })
}

const countUnsent = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('alert_tellings')
      .select(({ fn }) => ['email_state', fn.countAll().as('alerts')])
      .where('email_state', 'in', ['waiting', 'sending', 'failed'])
      .groupBy('email_state')
      .execute(),
  )
