import {
  type AlertChange,
  type AlertCondition,
  type AlertResult,
  type AlertsChanged,
  alertConditions,
  type CallInput,
  type calls,
  instantOf,
  maxAlertSilenceDays,
  ProductError,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { alertColumns, type SelectedAlert, toAlert } from './alert-row.ts'
import { clearedColumns } from './clear-alert.ts'
import { endSilenceOf, lockSilenced, notSilenced } from './end-silence.ts'
import { notifyScreens } from './notify-screens.ts'
import { type AlertReader, isSilencedAt, readerOf, staffReaderOf } from './policy.ts'
import { tellCleared, tellReopened } from './tell-job.ts'

type ChangeBody = CallInput<typeof calls.changeAlerts>['body']
type DismissBody = CallInput<typeof calls.dismissAlerts>['body']

/** `PUT /alerts` of the account: clears, re-opens, acknowledges or silences each alert that the caller may change. */
export const changeAlerts = async (ctx: RequestContext, { body }: CallInput<typeof calls.changeAlerts>) =>
  change(ctx, await readerOf(ctx), body)

/** `PUT /alerts` of the provider's own account. */
export const changeAllAlerts = async (ctx: RequestContext, { body }: CallInput<typeof calls.changeAllAlerts>) =>
  change(ctx, staffReaderOf(ctx), body)

/** `PUT /clients/{client}/alerts`. It is on the trail of the customer, too. */
export const changeClientAlerts = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.changeClientAlerts>,
) => {
  const reader = staffReaderOf(ctx)
  await ctx.enterCustomer(params.client)
  return change(ctx, reader, body)
}

/** `PUT /alerts/dismiss`: the caller no longer wants to see an alert; others do. */
export const dismissAlerts = async (ctx: RequestContext, { body }: CallInput<typeof calls.dismissAlerts>) =>
  dismiss(ctx, await readerOf(ctx), body)

/** `PUT /alerts/dismiss` of the provider's own account. */
export const dismissAllAlerts = async (ctx: RequestContext, { body }: CallInput<typeof calls.dismissAllAlerts>) =>
  dismiss(ctx, staffReaderOf(ctx), body)

/** `PUT /clients/{client}/alerts/dismiss`. */
export const dismissClientAlerts = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.dismissClientAlerts>,
) => {
  const reader = staffReaderOf(ctx)
  await ctx.enterCustomer(params.client)
  return dismiss(ctx, reader, body)
}

/** What a change writes; `unchanged` if the alert is so already, `conflict` if it cannot become so. */
type Outcome = AlertResult | { set: Record<string, unknown> }
type Decide = (alert: SelectedAlert) => Outcome | Promise<Outcome>

const change = (ctx: RequestContext, reader: AlertReader, body: ChangeBody): Promise<AlertsChanged> => {
  const { alert_references, change: wanted, reason = null, until } = body
  const now = new Date()
  const silencedUntil = wanted === 'silence' ? endOfSilence(until, now) : null
  return ctx.transaction(async (tx) => {
    const columns = { updated_at: tx.now, updated_by: reader.reference }
    const formerReasons = new Set<string>()
    const decisions: Record<AlertChange, Decide> = {
      clear: ({ alert_state }) =>
        alert_state === 'Cleared'
          ? 'unchanged'
          : { set: clearedColumns(tx.now, reason ?? 'by_hand', reader.reference) },
      reopen: async (alert) => {
        if (alert.alert_state === 'Triggered') return 'unchanged'
        if (await hasTriggered(tx, alert.alert_key)) return 'conflict'
        if (alert.cleared_reason !== null) formerReasons.add(alert.cleared_reason)
        return {
          set: {
            ...columns,
            alert_state: 'Triggered',
            cleared_at: null,
            cleared_reason: null,
            quiet_since: null,
            expires_after: expiryOf(alert, tx.now),
          },
        }
      },
      acknowledge: ({ alert_state, acknowledged_by }) => {
        // A person who already deals with it goes on.
        if (alert_state === 'Cleared' || acknowledged_by !== null) return 'unchanged'
        return { set: { ...columns, acknowledged_by: reader.reference, acknowledged_at: tx.now } }
      },
      silence: ({ alert_state }) =>
        alert_state === 'Cleared'
          ? 'unchanged'
          : { set: { ...columns, silenced_until: silencedUntil, silenced_by: reader.reference } },
      unsilence: async (alert) => {
        if (!isSilencedAt(alert, tx.now)) return 'unchanged'
        await endSilenceOf(tx, alert.alert_key)
        return { set: { ...columns, ...notSilenced } }
      },
    }
    if (wanted === 'unsilence') await lockSilenced(tx, alert_references)
    const items = await changeEach(tx, reader, alert_references, {
      mayChange: (alert) => reader.mayChange(alert),
      decide: decisions[wanted],
    })
    const changed = items.flatMap(({ alert_reference, result }) =>
      result === 'changed' && alert_reference ? [alert_reference] : [],
    )
    tx.audit('alert.changed', {
      decision: wanted,
      reason,
      until: silencedUntil?.toISOString() ?? null,
      ...(formerReasons.size > 0 && { former_reason: [...formerReasons].join('; ') }),
      alert_references: changed,
    })
    if (wanted === 'clear')
      await tellCleared(
        tx,
        changed.map((alert_reference) => ({ alert_reference })),
      )
    if (wanted === 'reopen') await tellReopened(tx, changed)
    await notifyScreens(
      tx,
      items.flatMap(({ alert, result }) => (alert && result === 'changed' ? [alert] : [])),
    )
    return { items }
  })
}

const dismiss = (
  ctx: RequestContext,
  reader: AlertReader,
  { alert_references, is_dismissed = true }: DismissBody,
): Promise<AlertsChanged> =>
  ctx.transaction(async (tx) => {
    const items = await changeEach(tx, reader, alert_references, {
      mayChange: () => true,
      decide: ({ dismissed_by }) => {
        if (dismissed_by.includes(reader.reference) === is_dismissed) return 'unchanged'
        const others = dismissed_by.filter((person) => person !== reader.reference)
        return { set: { dismissed_by: is_dismissed ? [...others, reader.reference] : others } }
      },
    })
    const changed = items.flatMap(({ alert_reference, result }) => (result === 'changed' ? [alert_reference] : []))
    tx.audit('alert.dismissed', { is_dismissed, alert_references: changed })
    return { items }
  })

/** Locks the alerts by reference, so that two batches cannot deadlock, and then changes each of them. */
const changeEach = async (
  tx: AuditedTransaction,
  reader: AlertReader,
  references: readonly string[],
  { mayChange, decide }: { mayChange: (alert: SelectedAlert) => boolean; decide: Decide },
): Promise<AlertsChanged['items']> => {
  const rows = await tx.db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('client', '=', tx.client)
    .where(sql<boolean>`alert_reference = any(${references}::text[])`)
    .orderBy('alert_reference')
    .forNoKeyUpdate()
    .execute()
  const visible = new Map(rows.filter((row) => reader.maySee(row)).map((row) => [row.alert_reference, row]))
  const items: AlertsChanged['items'] = []
  for (const alert_reference of references) {
    const row = visible.get(alert_reference)
    if (!row) items.push({ alert_reference, result: 'not_found', alert: null })
    else if (!mayChange(row)) items.push({ alert_reference, result: 'forbidden', alert: toAlert(row, reader) })
    else {
      const outcome = await decide(row)
      const isChange = typeof outcome === 'object'
      const now = isChange ? await write(tx, alert_reference, outcome.set) : row
      items.push({ alert_reference, result: isChange ? 'changed' : outcome, alert: toAlert(now, reader) })
    }
  }
  return items
}

const write = (tx: AuditedTransaction, alert_reference: string, set: Record<string, unknown>) =>
  tx.db
    .updateTable('alerts')
    .set(set)
    .where('client', '=', tx.client)
    .where('alert_reference', '=', alert_reference)
    .returning(alertColumns)
    .executeTakeFirstOrThrow()

const hasTriggered = async (tx: AuditedTransaction, alert_key: string): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('alerts')
    .select('alert_reference')
    .where('client', '=', tx.client)
    .where('alert_key', '=', alert_key)
    .where('alert_state', '=', 'Triggered')
    .executeTakeFirst()
  return found !== undefined
}

/** Of Transient ones, as long after now as after an occurrence; what people raised has the time that they gave, or none. */
const expiryOf = ({ condition }: SelectedAlert, now: Date): Date | null => {
  const { expires_after_hours }: AlertCondition = alertConditions[condition]
  return expires_after_hours === undefined ? null : new Date(now.getTime() + expires_after_hours * hourMs)
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

const endOfSilence = (until: string | undefined, now: Date): Date => {
  const end = until === undefined ? null : instantOf(until)
  const latest = now.getTime() + maxAlertSilenceDays * dayMs
  if (end === null || end <= now || end.getTime() > latest) {
    throw new ProductError('alert.bad_silence', { days: maxAlertSilenceDays })
  }
  return end
}
