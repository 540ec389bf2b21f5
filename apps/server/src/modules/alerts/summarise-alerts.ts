import { type AlertSeverity, type AlertSummary, alertSeverities } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, type Tables } from '../../platform/database/index.ts'
import { alertsLateSince } from './lateness.ts'
import { type AlertReader, isShownTo, readerOf, staffReaderOf } from './policy.ts'

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

/**
 * How many alerts are open in each account, by severity, of those that the caller may see as staff and has not dismissed; `null` if
 * they may see none.
 */
export const openAlertsOfClients = async (ctx: RequestContext, db: Kysely<Tables>) => {
  const reader = staffReaderOf(ctx)
  if (reader.scopes.length === 0) return null
  const { rows } = await sql<{ client: string; severity: AlertSeverity; count: number }>`
    select client, alert_severity as severity, count(*) as count from alerts
    where ${allOf([isOpen, isNotDismissedBy(reader.reference), ...reader.conditions])}
    group by client, alert_severity`.execute(db)
  return Map.groupBy(rows, ({ client }) => client)
}

/** How many alerts of all accounts are open that the product shows to the provider. */
export const countOpenAlerts = async (db: Kysely<Tables>) => {
  const { rows } = await sql<Counted>`select alert_scope, alert_severity, count(*) as count from alerts
    where ${allOf([isOpen, isShownTo('admin')])} group by alert_scope, alert_severity`.execute(db)
  return rows
}

const isOpen = sql<boolean>`alert_state = 'Triggered'`
const isNotDismissedBy = (reference: string) => sql<boolean>`not ${reference} = any(dismissed_by)`

const count = async (db: Kysely<Tables>, { conditions, reference }: AlertReader, client: string | null) => {
  const { rows } = await sql<Counted>`select alert_scope, alert_severity, count(*) as count from alerts
    where ${allOf([
      client === null ? undefined : sql<boolean>`client = ${client}`,
      isOpen,
      isNotDismissedBy(reference),
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
