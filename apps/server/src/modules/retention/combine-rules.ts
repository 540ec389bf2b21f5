import {
  type PayloadRetentionEntry,
  type PayloadType,
  payloadTypes,
  type RetentionEntityType,
  type RetentionEntry,
  type RetentionPolicyPayloadTimestampType,
  type RetentionRules,
  type RetentionSettings,
  retentionEntityTypes,
} from '@holdfast/contract'

/** Days until something is deleted and destroyed; infinite: never. */
interface Days {
  delete_after: number
  destroy_after: number
}

/** Combines the entries of a payload type that count from the same time. */
export interface PayloadRule extends Days {
  retention_timestamp: RetentionPolicyPayloadTimestampType
  receipts: ReadonlySet<string>
  transfers: ReadonlySet<string>
}

type Step = keyof Days
const steps = ['delete_after', 'destroy_after'] as const satisfies readonly Step[]

const daysOf = ({ delete_after_days, destroy_after_days }: Omit<RetentionEntry, 'entity_type'>): Days => ({
  delete_after: delete_after_days ?? Number.POSITIVE_INFINITY,
  destroy_after: destroy_after_days ?? Number.POSITIVE_INFINITY,
})

const longestOf = (all: readonly Days[]): Days => ({
  delete_after: Math.max(...all.map(({ delete_after }) => delete_after)),
  destroy_after: Math.max(...all.map(({ destroy_after }) => destroy_after)),
})

const storedDays = ({ delete_after, destroy_after }: Days) => ({
  delete_after_days: Number.isFinite(delete_after) ? delete_after : null,
  destroy_after_days: Number.isFinite(destroy_after) ? destroy_after : null,
})

/** The rules for a payload type: all of them must be met. None: it is kept. */
export const payloadRulesFor = (
  entries: readonly PayloadRetentionEntry[],
  payload_type: PayloadType,
): readonly PayloadRule[] => {
  const own = entries.filter((entry) => entry.payload_type === payload_type)
  return [...Map.groupBy(own, ({ retention_timestamp }) => retention_timestamp)].map(([retention_timestamp, same]) => ({
    retention_timestamp,
    ...longestOf(same.map(daysOf)),
    receipts: new Set(same.flatMap(({ required_receipts }) => required_receipts)),
    transfers: new Set(same.flatMap(({ required_transfers }) => required_transfers)),
  }))
}

/** The days of an entity type, the longest of its entries; `null`: it is kept. */
export const entityDaysFor = (entries: readonly RetentionEntry[], entity_type: RetentionEntityType): Days | null => {
  const own = entries.filter((entry) => entry.entity_type === entity_type)
  return own.length === 0 ? null : longestOf(own.map(daysOf))
}

/** Whether nothing is deleted or destroyed by these rules. */
export const isKept = (rules: readonly Days[], step: Step): boolean =>
  rules.length === 0 || rules.some((rule) => rule[step] === Number.POSITIVE_INFINITY)

const keepsAtLeast = (after: PayloadRule, before: PayloadRule, step: Step): boolean =>
  after.retention_timestamp === before.retention_timestamp &&
  after[step] >= before[step] &&
  before.receipts.isSubsetOf(after.receipts) &&
  before.transfers.isSubsetOf(after.transfers)

const freesPayloads = (before: readonly PayloadRule[], after: readonly PayloadRule[]): boolean =>
  steps.some((step) => {
    if (isKept(after, step)) return false
    if (isKept(before, step)) return true
    return !before.every((rule) => after.some((other) => keepsAtLeast(other, rule, step)))
  })

const freesEntities = (before: Days | null, after: Days | null): boolean =>
  steps.some((step) => after !== null && after[step] < (before?.[step] ?? Number.POSITIVE_INFINITY))

/** Whether other settings protect less. */
export const weakens = (before: RetentionSettings, after: RetentionSettings): boolean =>
  after.delay_days < before.delay_days ||
  after.confirm_above_recordings > before.confirm_above_recordings ||
  after.confirm_above_bytes > before.confirm_above_bytes ||
  after.run_share_percent > before.run_share_percent

/** Whether other data ends sooner: the rows are not counted beforehand. */
export const freesOtherData = (before: RetentionRules, after: RetentionRules): boolean =>
  retentionEntityTypes.some((type) =>
    freesEntities(entityDaysFor(before.entities, type), entityDaysFor(after.entities, type)),
  )

/**
 * Whether anything could be deleted or destroyed under the later rules that the earlier ones keep, or is protected less. Rules that
 * count from other times are taken to free something: which time is the later one depends on the recording.
 */
export const freesAnything = (before: RetentionRules, after: RetentionRules): boolean =>
  weakens(before.settings, after.settings) ||
  freesOtherData(before, after) ||
  payloadTypes.some((type) =>
    freesPayloads(payloadRulesFor(before.payloads, type), payloadRulesFor(after.payloads, type)),
  )

/** Rules under which something is due exactly if it is due under both. */
export const longerOfBoth = (one: RetentionRules, other: RetentionRules): RetentionRules => ({
  entities: retentionEntityTypes.flatMap((entity_type) => {
    const both = [one, other].map(({ entities }) => entityDaysFor(entities, entity_type))
    const known = both.filter((days) => days !== null)
    return known.length < 2 ? [] : [{ entity_type, ...storedDays(longestOf(known)) }]
  }),
  payloads: payloadTypes.flatMap((payload_type) => {
    const isInBoth = [one, other].every(({ payloads }) => payloads.some((entry) => entry.payload_type === payload_type))
    return isInBoth ? entriesOf(payload_type, payloadRulesFor([...one.payloads, ...other.payloads], payload_type)) : []
  }),
  settings: {
    delay_days: Math.max(one.settings.delay_days, other.settings.delay_days),
    confirm_above_recordings: Math.min(one.settings.confirm_above_recordings, other.settings.confirm_above_recordings),
    confirm_above_bytes: Math.min(one.settings.confirm_above_bytes, other.settings.confirm_above_bytes),
    run_share_percent: Math.min(one.settings.run_share_percent, other.settings.run_share_percent),
  },
  is_locked: one.is_locked,
})

const entriesOf = (payload_type: PayloadType, rules: readonly PayloadRule[]): PayloadRetentionEntry[] =>
  rules.map((rule) => ({
    payload_type,
    retention_timestamp: rule.retention_timestamp,
    ...storedDays(rule),
    required_receipts: [...rule.receipts],
    required_transfers: [...rule.transfers],
  }))
