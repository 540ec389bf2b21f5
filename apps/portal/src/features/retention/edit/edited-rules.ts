import {
  daysOfYears,
  type PayloadRetentionEntry,
  type PayloadType,
  type RetentionEntityType,
  type RetentionPolicy,
  type RetentionPolicyPayloadTimestampType,
  type RetentionRules,
  type RetentionSettings,
  type RetentionTemplate,
} from '@holdfast/contract'
import { yearsAndDays } from '@holdfast/words'

export const periodUnits = ['days', 'years'] as const
type PeriodUnit = (typeof periodUnits)[number]

/** A period as it is typed; '' for none. */
export interface Period {
  amount: number | ''
  unit: PeriodUnit
}

interface EditedDays {
  /** Identifies an entry while it is edited. */
  key: string
  deleteAfter: Period
  destroyAfter: Period
}

export interface EditedRecordingRule extends EditedDays {
  payload_type: PayloadType
  retention_timestamp: RetentionPolicyPayloadTimestampType
  required_receipts: string[]
  required_transfers: string[]
}

export interface EditedOtherRule extends EditedDays {
  entity_type: RetentionEntityType
}

/** The policy as a person edits it. */
export interface EditedRules {
  payloads: readonly EditedRecordingRule[]
  entities: readonly EditedOtherRule[]
  settings: RetentionSettings
  is_locked: boolean
}

export const noPeriod: Period = { amount: '', unit: 'years' }

export const daysOf = ({ amount, unit }: Period): number | null => {
  if (amount === '') return null
  return unit === 'years' ? daysOfYears(amount) : amount
}

export const periodOf = (days: number | null | undefined): Period => {
  if (days === null || days === undefined) return noPeriod
  const whole = yearsAndDays(days)
  return whole?.rest === 0 ? { amount: whole.years, unit: 'years' } : { amount: days, unit: 'days' }
}

/** Whether it would be destroyed before it is deleted, which no policy may say. */
export const isDestroyedFirst = ({ deleteAfter, destroyAfter }: EditedDays): boolean => {
  const [deleted, destroyed] = [daysOf(deleteAfter), daysOf(destroyAfter)]
  return deleted !== null && destroyed !== null && destroyed < deleted
}

const periodsOf = (entry: { delete_after_days?: number | null; destroy_after_days?: number | null }) => ({
  key: crypto.randomUUID(),
  deleteAfter: periodOf(entry.delete_after_days),
  destroyAfter: periodOf(entry.destroy_after_days),
})

export const editedRecordingRule = (entry: PayloadRetentionEntry): EditedRecordingRule => ({
  ...periodsOf(entry),
  payload_type: entry.payload_type,
  retention_timestamp: entry.retention_timestamp,
  required_receipts: entry.required_receipts,
  required_transfers: entry.required_transfers,
})

/** The change that waits, if there is one: saving replaces it. */
export const editedRules = ({ pending, ...active }: RetentionPolicy): EditedRules => {
  const { payloads, entities, settings, is_locked }: RetentionRules = pending ?? active
  return {
    payloads: payloads.map(editedRecordingRule),
    entities: entities.map(({ entity_type, ...days }) => ({ ...periodsOf(days), entity_type })),
    settings,
    is_locked,
  }
}

/** The rules of a template in place of those of its kinds of recordings; the others stay. */
export const withTemplate = (rules: EditedRules, { payloads }: Pick<RetentionTemplate, 'payloads'>): EditedRules => {
  const types = new Set(payloads.map(({ payload_type }) => payload_type))
  const others = rules.payloads.filter(({ payload_type }) => !types.has(payload_type))
  return { ...rules, payloads: [...payloads.map(editedRecordingRule), ...others] }
}

const daysOfEntry = ({ deleteAfter, destroyAfter }: EditedDays) => ({
  delete_after_days: daysOf(deleteAfter),
  destroy_after_days: daysOf(destroyAfter),
})

/** The body that saves or previews the rules. */
export const bodyOf = ({ payloads, entities, settings, is_locked }: EditedRules) => ({
  payloads: payloads.map(({ payload_type, retention_timestamp, required_receipts, required_transfers, ...entry }) => ({
    payload_type,
    retention_timestamp,
    required_receipts,
    required_transfers,
    ...daysOfEntry(entry),
  })),
  entities: entities.map(({ entity_type, ...entry }) => ({ entity_type, ...daysOfEntry(entry) })),
  settings,
  is_locked,
})
