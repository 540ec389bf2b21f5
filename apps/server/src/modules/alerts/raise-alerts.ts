import { type AlertsChanged, type CallInput, type calls, instantOf, ProductError } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { alertColumns, toAlert } from './alert-row.ts'
import { type AlertReader, readerOf, staffReaderOf } from './policy.ts'
import { alertKey, type NewAlert, storeOccurrences } from './raise-alert.ts'

type Raised = CallInput<typeof calls.raiseAlerts>['body']['alerts'][number]

/** `POST /alerts` of the account: people and client apps raise alerts with texts of their own. */
export const raiseAlerts = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.raiseAlerts>,
): Promise<AlertsChanged> => {
  const reader = await readerOf(ctx)
  await assertGroupsExist(ctx, body.alerts)
  return ctx.transaction((tx) => raiseAll(tx, reader, body.alerts, ['client']))
}

/**
 * `POST /alerts` of the provider's area: in one customer's account, where customer and provider see them, or in the provider's own.
 * All alerts of a call are of one account, since a transaction is.
 */
export const raiseAlertsAsStaff = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.raiseAlertsAsStaff>,
): Promise<AlertsChanged> => {
  const reader = staffReaderOf(ctx)
  const accounts = new Set(body.alerts.map(({ client = providerClient }) => client))
  const [account = providerClient] = accounts
  if (accounts.size > 1) throw new ProductError('alert.several_accounts')
  if (account !== providerClient) await ctx.enterCustomer(account)
  await assertGroupsExist(ctx, body.alerts)
  return ctx.transaction((tx) => raiseAll(tx, reader, body.alerts, ['client', 'admin']))
}

const assertGroupsExist = async (ctx: RequestContext, alerts: readonly Raised[]): Promise<void> => {
  const groups = await ctx.groups()
  if (alerts.some(({ group }) => group !== undefined && !groups.get(group))) throw new ProductError('request.not_found')
}

const raiseAll = async (
  tx: AuditedTransaction,
  reader: AlertReader,
  alerts: readonly Raised[],
  targets: NewAlert['targets'],
): Promise<AlertsChanged> => {
  assertEndsLater(alerts, tx.now)
  const items: AlertsChanged['items'] = []
  for (const raised of alerts) {
    const concerned = { alert_scope: raised.alert_scope, group: raised.group ?? null, alert_targets: targets }
    if (!reader.mayChange(concerned)) {
      items.push({ alert_reference: null, result: 'forbidden', alert: null })
      continue
    }
    const [stored] = await storeOccurrences(tx, [newAlert(raised, targets, reader.reference)])
    if (!stored) throw new Error('An alert was not stored')
    const row = await tx.db
      .selectFrom('alerts')
      .select(alertColumns)
      .where('client', '=', tx.client)
      .where('alert_reference', '=', stored.alert_reference)
      .executeTakeFirstOrThrow()
    items.push({
      alert_reference: stored.alert_reference,
      result: stored.isNew ? 'raised' : 'occurred',
      alert: reader.maySee(row) ? toAlert(row, reader) : null,
    })
  }
  const references = items.flatMap(({ alert_reference }) => alert_reference ?? [])
  tx.audit('alert.raised', { alert_references: references })
  return { items }
}

/** @throws ProductError `alert.ends_in_past` */
const assertEndsLater = (alerts: readonly Raised[], now: Date): void => {
  const isOver = ({ expires_after }: Raised) => {
    const end = expires_after === undefined ? null : instantOf(expires_after)
    return end !== null && end <= now
  }
  if (alerts.some(isOver)) throw new ProductError('alert.ends_in_past')
}

/** Scope, group and portals belong to the key: nobody adds an occurrence to an alert that they could not raise. */
const keyOf = ({ alert_key = newId(), alert_scope, group = '' }: Raised, targets: NewAlert['targets']): string =>
  alertKey('raised_by_hand', [alert_key, alert_scope, group, targets.join('+')].join(' '))

const newAlert = (raised: Raised, targets: NewAlert['targets'], updated_by: string): NewAlert => ({
  condition: 'raised_by_hand',
  type: raised.alert_type,
  scope: raised.alert_scope,
  severity: raised.alert_severity,
  key_type: raised.expires_after === undefined ? 'Scoped' : 'Transient',
  targets,
  key: keyOf(raised, targets),
  subject: raised.alert_subject,
  message: raised.alert_message,
  values: {},
  group: raised.group ?? null,
  related: raised.related_entities ?? [],
  api_action: 'POST /alerts',
  expires_after: raised.expires_after === undefined ? null : instantOf(raised.expires_after),
  updated_by,
})
