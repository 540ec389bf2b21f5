import type { AlertPreferences, NotificationKind } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { alertPreferencesOf, deliveriesTo, notifyPeople } from '../notifications/index.ts'
import { dueAt } from './due-at.ts'
import type { AlertNews } from './publish-alert.ts'
import { addTellings } from './tellings.ts'

/** Notifies those of these people who want to know of an alert, each of them once, and has e-mails sent to those who chose them. */
export const tellPeople = async (
  tx: TenantTransaction,
  readers: readonly string[],
  alert: AlertNews,
): Promise<void> => {
  const kind = kindOf(alert)
  const preferencesOf = await alertPreferencesOf(tx, readers)
  const deliveryTo = await deliveriesTo(tx, readers)
  const wanting = readers.filter(
    (person) => deliveryTo(person, kind) !== 'off' && isWanted(alert, preferencesOf(person)),
  )
  const inPortal = wanting.map((recipient) => ({ recipient, dueAt: null }))
  const byEmail = wanting
    .filter((person) => deliveryTo(person, kind) === 'portal_and_email')
    .map((recipient) => ({ recipient, dueAt: dueAt(preferencesOf(recipient), alert.alert_severity, tx.now) }))
  const told = await addTellings(tx, 'portal', alert, inPortal)
  await addTellings(tx, 'email', alert, byEmail)
  const { client, alert_reference: reference, alert_subject: name, condition, condition_values } = alert
  const about = { kind, caused_by: null, reference, name, alert: { client, condition, condition_values } }
  await notifyPeople(
    tx,
    told.map((recipient) => ({ recipient, ...about })),
  )
}

/** People choose the channel of each of the four kinds. */
export const kindOf = ({
  alert_scope,
  alert_severity,
}: Pick<AlertNews, 'alert_scope' | 'alert_severity'>): NotificationKind =>
  `alert_${alert_scope}_${alert_severity === 'High' ? 'high' : 'other'}`

/** Alerts without a group are about all groups. */
const isWanted = (
  { alert_type, alert_severity, group }: AlertNews,
  { alert_types, alert_severities, groups }: AlertPreferences,
): boolean =>
  alert_severities.includes(alert_severity) &&
  (alert_types === null || alert_types.includes(alert_type)) &&
  (groups === null || group === null || groups.includes(group))
