import {
  type AlertCondition,
  type AlertConditionName,
  type AlertRelatedEntity,
  alertConditions,
  keptAlertOccurrences,
} from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { languageOf } from '../portal-words/index.ts'
import { notifyScreens } from './notify-screens.ts'
import { tellAlertJob } from './tell-job.ts'

/** Something that happened, or a state that began, of which people are told. */
export interface AlertCause {
  condition: AlertConditionName
  /** What it is about, within its condition: a device, a person, a service. The same one while Triggered adds an occurrence. */
  of: string
  values?: Readonly<Record<string, string>>
  /** Only its readers see the alert; absent: those who read the alerts of the whole account. */
  group?: string | null
  related?: readonly AlertRelatedEntity[]
  /** The call that caused it, such as `PUT /devices/{device_reference}/block`. */
  api_action?: string | null
}

/** What is stored of an alert when it begins. */
export interface NewAlert extends Omit<AlertCondition, 'values'> {
  condition: AlertConditionName
  key: string
  subject: string
  message: string
  values: Readonly<Record<string, string>>
  group: string | null
  related: readonly AlertRelatedEntity[]
  api_action: string | null
  expires_after: Date | null
  updated_by: string | null
}

const english = languageOf('en-GB')
const hourMs = 60 * 60 * 1000
/** Only the first occurrences add what they are about. */
const maxRelated = 100

export const alertKey = (condition: AlertConditionName, of: string): string => `${condition}:${of}`

/** Raises an alert in the transaction of what caused it, or adds an occurrence to the one that is Triggered. */
export const raiseAlert = (tx: TenantTransaction, cause: AlertCause): Promise<RaisedAlert> => {
  const { condition, of, values = {}, group = null, related = [], api_action = null } = cause
  const declared: AlertCondition = alertConditions[condition]
  const { expires_after_hours } = declared
  return storeOccurrence(tx, {
    ...declared,
    condition,
    key: alertKey(condition, of),
    subject: english.findText(`alert_condition.${condition}`, values) ?? condition,
    message: english.findText(`alert_condition.${condition}.message`, values) ?? condition,
    values,
    group,
    related,
    api_action,
    expires_after: expires_after_hours === undefined ? null : new Date(tx.now.getTime() + expires_after_hours * hourMs),
    updated_by: null,
  })
}

export interface RaisedAlert {
  alert_reference: string
  isNew: boolean
}

/** The only function that writes new alerts and occurrences. */
export const storeOccurrence = async (tx: TenantTransaction, alert: NewAlert): Promise<RaisedAlert> => {
  const { rows } = await upsert(tx, alert).execute(tx.db)
  const [stored] = rows
  if (!stored) throw new Error('An alert was not stored')
  const { alert_reference, occurrence_count } = stored
  await tx.db
    .insertInto('alert_occurrences')
    .values({
      client: tx.client,
      alert_reference,
      place: placeOf(occurrence_count),
      number: occurrence_count,
      time: tx.now,
      message: alert.message,
    })
    .onConflict((conflict) =>
      conflict.columns(['client', 'alert_reference', 'place']).doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        time: eb.ref('excluded.time'),
        message: eb.ref('excluded.message'),
      })),
    )
    .execute()
  const isNew = occurrence_count === 1
  if (isNew) {
    await tx.enqueue(tellAlertJob, { client: tx.client, alert_reference })
    await notifyScreens(tx, [{ group: alert.group, alert_targets: alert.targets }])
  }
  return { alert_reference, isNew }
}

/** The first ones have places of their own; the later ones share as many, and the oldest of them makes room. */
const placeOf = (number: number): number =>
  number <= keptAlertOccurrences
    ? number
    : keptAlertOccurrences + 1 + ((number - keptAlertOccurrences - 1) % keptAlertOccurrences)

const upsert = (
  { client, now }: TenantTransaction,
  alert: NewAlert,
): RawBuilder<{ alert_reference: string; occurrence_count: number }> => {
  const { key, condition, type, scope, severity, key_type, targets, subject, message, values, group } = alert
  const related = JSON.stringify(alert.related)
  const relatedText = alert.related.map(({ entity_id }) => entity_id).join(' ') || null
  return sql`insert into alerts (client, alert_reference, alert_key, condition, alert_type, alert_scope, alert_severity,
      alert_key_type, alert_targets, alert_subject, alert_message, condition_values, alert_state, "group", expires_after,
      api_action, first_occurrence, last_occurrence, related_entities, related_entity_string, updated_at, updated_by)
    values (${client}, ${newId(now)}, ${key}, ${condition}, ${type}, ${scope}, ${severity}, ${key_type},
      ${[...targets]}::text[], ${subject}, ${message}, ${JSON.stringify(values)}::jsonb, 'Triggered', ${group},
      ${alert.expires_after}, ${alert.api_action}, ${now}, ${now}, ${related}::jsonb, ${relatedText}, ${now},
      ${alert.updated_by})
    on conflict (client, alert_key) where alert_state = 'Triggered' do update set
      last_occurrence = excluded.last_occurrence, occurrence_count = alerts.occurrence_count + 1,
      alert_subject = excluded.alert_subject, alert_message = excluded.alert_message,
      condition_values = excluded.condition_values, updated_by = excluded.updated_by,
      alert_severity = case when 'High' in (alerts.alert_severity, excluded.alert_severity) then 'High'
        when 'Medium' in (alerts.alert_severity, excluded.alert_severity) then 'Medium' else 'Low' end,
      expires_after = excluded.expires_after, quiet_since = null, updated_at = excluded.updated_at,
      related_entities = case when alerts.related_entities @> excluded.related_entities
          or alerts.occurrence_count >= ${maxRelated} then alerts.related_entities
        else alerts.related_entities || excluded.related_entities end,
      related_entity_string = case when alerts.related_entities @> excluded.related_entities
          or alerts.occurrence_count >= ${maxRelated} then alerts.related_entity_string
        else coalesce(alerts.related_entity_string || ' ', '') || excluded.related_entity_string end
    returning alert_reference, occurrence_count`
}
