/** Rules of a retention policy as lines of text: on the trail, and to compare versions. */
import { type PayloadType, payloadTypes } from './payload-types.ts'
import {
  type PayloadRetentionEntry,
  type RetentionEntityType,
  type RetentionEntry,
  type RetentionPolicyPayloadTimestampType,
  type RetentionRules,
  retentionEntityTypes,
  retentionPolicyPayloadTimestampTypes,
} from './retention.ts'

const none = '–'

const daysOf = ({ delete_after_days, destroy_after_days }: Omit<RetentionEntry, 'entity_type'>): string =>
  `${delete_after_days ?? none}/${destroy_after_days ?? none}`

const conditionsOf = ({ required_receipts, required_transfers }: PayloadRetentionEntry): string =>
  [...required_receipts, ...required_transfers].map((name) => ` +${name}`).join('')

/** A line for each rule. */
export const recordedRules = ({ entities, payloads }: Pick<RetentionRules, 'entities' | 'payloads'>): string[] => [
  ...payloads.map(
    (entry) => `${entry.payload_type} ${entry.retention_timestamp} ${daysOf(entry)}${conditionsOf(entry)}`,
  ),
  ...entities.map((entry) => `${entry.entity_type} ${daysOf(entry)}`),
]

/** `null` days: never. */
export interface RecordedRule {
  kind: PayloadType | RetentionEntityType
  /** `null` for data that is no recording. */
  from: RetentionPolicyPayloadTimestampType | null
  deleteAfter: number | null
  destroyAfter: number | null
  conditions: string[]
}

const kinds: readonly RecordedRule['kind'][] = [...payloadTypes, ...retentionEntityTypes]

/** The rule of a line; `null` if it is none, such as one that was cut. */
export const parseRecordedRule = (line: string): RecordedRule | null => {
  const [, named, counted, deleted, destroyed, rest] =
    /^(\w+)(?: (\w+))? (\d+|–)\/(\d+|–)((?: \+.*)?)$/s.exec(line) ?? []
  const kind = kinds.find((one) => one === named)
  if (kind === undefined || deleted === undefined || destroyed === undefined) return null
  const daysIn = (text: string) => (text === none ? null : Number(text))
  return {
    kind,
    from: retentionPolicyPayloadTimestampTypes.find((one) => one === counted) ?? null,
    deleteAfter: daysIn(deleted),
    destroyAfter: daysIn(destroyed),
    conditions: rest ? rest.split(' +').slice(1) : [],
  }
}
