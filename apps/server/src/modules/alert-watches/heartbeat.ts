import { alertsLateMinutes } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { alertsLateSince, watchedAt } from '../alerts/index.ts'

const timeoutMs = 10_000

/**
 * Every minute: a request to the address that the operator set, only while alerts are looked for and told in time and no job is late.
 * Whatever expects the requests tells the operator when they stop, also when nothing here works any more.
 */
export const heartbeat: Job<Record<string, unknown>> = {
  definition: { name: 'heartbeat', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { database, log, settings }, signal }) {
    const { heartbeatUrl } = settings
    if (heartbeatUrl === undefined) return
    const late = await database.readAcrossClients(whatIsLate)
    if (late !== null) {
      log.warn({ late }, 'no heartbeat is sent')
      return
    }
    const response = await fetch(heartbeatUrl, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch(() => null)
    // The address may be a secret.
    if (!response?.ok) log.warn({ status: response?.status }, 'the heartbeat was not taken')
  },
}

/** The part that has been late for a quarter of an hour, or `null`. */
export const whatIsLate = async (db: Kysely<Tables>): Promise<'alerts' | 'jobs' | null> => {
  if ((await alertsLateSince(db, null)) !== null) return 'alerts'
  const { rows } = await sql<{ is_late: boolean }>`select
    coalesce(app.oldest_due_job() < now() - make_interval(mins => ${alertsLateMinutes}), false) as is_late`.execute(db)
  return rows[0]?.is_late ? 'jobs' : null
}

/** Each scrape asks the database, because workers look for alerts and the api is scraped. */
export const registerWatchMetrics = (registry: Registry, database: Pick<Database, 'readAcrossClients'>): void => {
  new Gauge({
    name: 'holdfast_alert_watch_age_seconds',
    help: 'How long ago alerts were looked for, in the account that waits longest',
    registers: [registry],
    async collect() {
      this.reset()
      const watched = await database.readAcrossClients(watchedAt).catch(() => null)
      if (watched !== null) this.set((Date.now() - Date.parse(watched)) / 1000)
    },
  })
}
