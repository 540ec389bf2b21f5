import type { Alert, AlertRelatedEntity } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { AlertReader } from './policy.ts'

export type AlertRow = Selectable<Tables['alerts']>
export type Occurrence = Alert['occurrences'][number]

export const alertColumns = [
  'client',
  'alert_reference',
  'alert_key',
  'condition',
  'alert_type',
  'alert_scope',
  'alert_severity',
  'alert_key_type',
  'alert_targets',
  'alert_subject',
  'alert_message',
  'condition_values',
  'alert_state',
  'group',
  'expires_after',
  'cleared_reason',
  'cleared_at',
  'api_action',
  'first_occurrence',
  'last_occurrence',
  'related_entities',
  'related_entity_string',
  'occurrence_count',
  'dismissed_by',
  'acknowledged_by',
  'acknowledged_at',
  'silenced_until',
  'silenced_by',
  'updated_at',
  'updated_by',
] as const satisfies readonly (keyof AlertRow)[]
export type SelectedAlert = Pick<AlertRow, (typeof alertColumns)[number]>

/** An alert as a reader sees it. Lists show the last occurrence only. */
export const toAlert = (row: SelectedAlert, reader: AlertReader, occurrences?: Occurrence[]): Alert => {
  const { dismissed_by, related_entities, ...fields } = row
  return {
    ...fields,
    related_entities: eachOnce(related_entities),
    occurrences: occurrences ?? [{ time: row.last_occurrence, message: row.alert_message }],
    silences: [],
    dismissed_by: dismissed_by.length > 0 ? dismissed_by.join(',') : null,
    is_dismissed: dismissed_by.includes(reader.reference),
    may: reader.mayOf(row),
  }
}

const eachOnce = (entities: readonly AlertRelatedEntity[]): AlertRelatedEntity[] => [
  ...new Map(entities.map((entity) => [`${entity.entity_type} ${entity.entity_id}`, entity])).values(),
]
