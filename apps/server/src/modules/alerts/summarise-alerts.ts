import { type AlertSummary, alertSeverities } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, type Tables } from '../../platform/database/index.ts'
import { alertsLateSince } from './lateness.ts'
import { type AlertReader, readerOf, staffReaderOf } from './policy.ts'

interface Counted {
  alert_scope: string
  alert_severity: string
  count: number
}

/** `GET /alerts/summary` of the account. */
export const summariseAlerts = async (ctx: RequestContext) => {
  const reader = await readerOf(ctx)
  return ctx.read(async (tx) => ({
    ...summary(reader, await count(tx.db, reader, tx.client)),
    late_since: await alertsLateSince(tx.db, tx.client),
  }))
}

/** `GET /alerts/summary` of the provider's area. */
export const summariseAllAlerts = (ctx: RequestContext) => {
  const reader = staffReaderOf(ctx)
  return ctx.platform.database.readAcrossClients(async (db) => ({
    ...summary(reader, await count(db, reader, null)),
    late_since: await alertsLateSince(db, null),
  }))
}

const count = async (db: Kysely<Tables>, { conditions, reference }: AlertReader, client: string | null) => {
  const { rows } = await sql<Counted>`select alert_scope, alert_severity, count(*) as count from alerts
    where ${allOf([
      client === null ? undefined : sql<boolean>`client = ${client}`,
      sql<boolean>`alert_state = 'Triggered'`,
      sql<boolean>`not ${reference} = any(dismissed_by)`,
      ...conditions,
    ])}
    group by alert_scope, alert_severity`.execute(db)
  return rows
}

/** Every severity of the scopes that the caller may read, also those of which there are none. */
const summary = ({ scopes }: AlertReader, counted: readonly Counted[]): { items: AlertSummary[] } => ({
  items: scopes.flatMap((scope) =>
    alertSeverities.map((severity) => {
      const found = counted.find((one) => one.alert_scope === scope && one.alert_severity === severity)
      return { scope, severity, count: Number(found?.count ?? 0) }
    }),
  ),
})
