import {
  type AlertCondition,
  type AlertConditionName,
  type AlertRelatedEntity,
  alertConditions,
  keptAlertOccurrences,
} from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { enqueueStatement, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { languageOf } from '../portal-words/index.ts'
import { notifyScreens } from './notify-screens.ts'
import { tellAlertJob } from './tell-job.ts'

interface About {
  /** What it is about, within its condition: a device, a person, a service. The same one while Triggered adds an occurrence. */
  of: string
  /** Only readers of its alerts see the alert. Absent: only readers of the alerts of the whole account. */
  group?: string | null
  related?: readonly AlertRelatedEntity[]
  /** The call that caused it, such as `PUT /devices/{device_reference}/block`. */
  api_action?: string | null
}

/** The values that the texts of a condition name. */
type ValuesOf<C extends AlertConditionName> = Readonly<Record<(typeof alertConditions)[C]['values'][number], string>>

/** Something that happened, or a state that began, of which people are told. */
export type AlertCause = {
  [C in AlertConditionName]: About & { condition: C } & (keyof ValuesOf<C> extends never
      ? { values?: never }
      : { values: ValuesOf<C> })
}[AlertConditionName]

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

interface Telling {
  /** `false`: nobody is notified, such as of alerts of the past. */
  isTold?: boolean
}

/** Raises an alert in the transaction of what caused it, or adds an occurrence to the one that is Triggered. */
export const raiseAlert = async (
  tx: TenantTransaction,
  cause: AlertCause,
  telling: Telling = {},
): Promise<RaisedAlert> => {
  const [raised] = await raiseTogether(tx, [cause], telling)
  if (!raised) throw new Error('An alert was not stored')
  return raised
}

/** Does the same for several causes, with few statements unless some have the same key. */
export const raiseTogether = (
  tx: TenantTransaction,
  causes: readonly AlertCause[],
  telling: Telling = {},
): Promise<RaisedAlert[]> =>
  storeOccurrences(
    tx,
    causes.map((cause) => alertOf(tx.now, cause)),
    telling,
  )

const alertOf = (now: Date, cause: AlertCause): NewAlert => {
  const { condition, of, group = null, related = [], api_action = null } = cause
  const values: Readonly<Record<string, string>> = cause.values ?? {}
  const declared: AlertCondition = alertConditions[condition]
  const { expires_after_hours } = declared
  return {
    ...declared,
    condition,
    key: alertKey(condition, of),
    subject: english.findText(`alert_condition.${condition}`, values) ?? condition,
    message: english.findText(`alert_condition.${condition}.message`, values) ?? condition,
    values,
    group,
    related,
    api_action,
    expires_after: expires_after_hours === undefined ? null : new Date(now.getTime() + expires_after_hours * hourMs),
    updated_by: null,
  }
}

export interface RaisedAlert {
  alert_reference: string
  isNew: boolean
}

/** @returns a result for each alert, in their order */
export const storeOccurrences = async (
  tx: TenantTransaction,
  alerts: readonly NewAlert[],
  telling: Telling = {},
): Promise<RaisedAlert[]> => {
  const raised: RaisedAlert[] = []
  let left = alerts.map((alert, index) => ({ alert: { ...alert, key: storedKey(alert.key) }, index }))
  // A statement can't change the same row twice: further occurrences of a key follow in the next round.
  while (left.length > 0) {
    const firsts = new Map(left.toReversed().map((one) => [one.alert.key, one]))
    const round = left.filter((one) => firsts.get(one.alert.key) === one)
    const stored = await storeRound(
      tx,
      round.map(({ alert }) => alert),
      telling,
    )
    for (const [place, { index }] of round.entries()) if (stored[place]) raised[index] = stored[place]
    left = left.filter((one) => firsts.get(one.alert.key) !== one)
  }
  return raised
}

/** As the database returns it. */
const storedKey = (key: string): string => key.toWellFormed().replaceAll('\0', '\uFFFD')

/** The only function that writes new alerts and occurrences. @param alerts each with another key */
const storeRound = async (
  tx: TenantTransaction,
  alerts: readonly NewAlert[],
  { isTold = true }: Telling,
): Promise<RaisedAlert[]> => {
  const { client, now } = tx
  const { rows } = await upsert(tx, alerts).execute(tx.db)
  const byKey = new Map(rows.map((row) => [row.alert_key, row]))
  const stored = alerts.map((alert) => {
    const row = byKey.get(alert.key)
    if (!row) throw new Error('An alert was not stored')
    return { alert, ...row, isNew: row.occurrence_count === 1 }
  })
  const occurrences = stored.map(({ alert, alert_reference, occurrence_count: number }) => {
    return { client, alert_reference, place: placeOf(number), number, time: now, message: alert.message }
  })
  await insertOccurrences(storedJson(occurrences)).execute(tx.db)
  const added = stored.filter(({ isNew }) => isNew)
  if (isTold && added.length > 0) {
    const jobs = added.map(({ alert_reference }) => ({ client, alert_reference }))
    await tx.executeAll([enqueueStatement(tellAlertJob, jobs)])
    await notifyScreens(
      tx,
      added.map(({ alert }) => ({ group: alert.group, alert_targets: alert.targets })),
    )
  }
  return stored.map(({ alert_reference, isNew }) => ({ alert_reference, isNew }))
}

const insertOccurrences = (rows: string): RawBuilder<unknown> =>
  sql`insert into alert_occurrences (client, alert_reference, place, number, time, message)
    select client, alert_reference, place, number, time, message from json_populate_recordset(null::alert_occurrences, ${rows}::json)
    on conflict (client, alert_reference, place) do update set
      number = excluded.number, time = excluded.time, message = excluded.message`

/** The first ones have places of their own; the later ones share as many, and the oldest of them makes room. */
const placeOf = (number: number): number =>
  number <= keptAlertOccurrences
    ? number
    : keptAlertOccurrences + 1 + ((number - keptAlertOccurrences - 1) % keptAlertOccurrences)

const columns = sql.raw(
  [
    'client, alert_reference, alert_key, condition, alert_type, alert_scope, alert_severity, alert_key_type, alert_targets',
    'alert_subject, alert_message, condition_values, alert_state, "group", expires_after, api_action, first_occurrence',
    'last_occurrence, related_entities, related_entity_string, updated_at, updated_by',
  ].join(', '),
)

const rowOf = ({ client, now }: TenantTransaction, alert: NewAlert) => ({
  client,
  alert_reference: newId(now),
  alert_key: alert.key,
  condition: alert.condition,
  alert_type: alert.type,
  alert_scope: alert.scope,
  alert_severity: alert.severity,
  alert_key_type: alert.key_type,
  alert_targets: alert.targets,
  alert_subject: alert.subject,
  alert_message: alert.message,
  condition_values: alert.values,
  alert_state: 'Triggered',
  group: alert.group,
  expires_after: alert.expires_after,
  api_action: alert.api_action,
  first_occurrence: now,
  last_occurrence: now,
  related_entities: alert.related,
  related_entity_string: alert.related.map(({ entity_id }) => entity_id).join(' ') || null,
  updated_at: now,
  updated_by: alert.updated_by,
})

const upsert = (
  tx: TenantTransaction,
  alerts: readonly NewAlert[],
): RawBuilder<{ alert_key: string; alert_reference: string; occurrence_count: number }> =>
  sql`insert into alerts (${columns})
    select ${columns} from json_populate_recordset(null::alerts, ${storedJson(alerts.map((alert) => rowOf(tx, alert)))}::json)
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
    returning alert_key, alert_reference, occurrence_count`
