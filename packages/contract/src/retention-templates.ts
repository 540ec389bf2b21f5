/**
 * Retention of usual regimes, as a start and not as advice: each customer has to find out what applies to them. The days are those
 * of the years, leap days included, so that nothing ends early. What is deleted can be restored for 30 days before it is destroyed.
 */
import type { PayloadType } from './payload-types.ts'
import type { PayloadRetentionEntry } from './retention.ts'

export interface RetentionTemplate {
  /** Texts of `packages/words` (`retention_template.*`) name it. */
  readonly name: RetentionTemplateName
  readonly payloads: readonly PayloadRetentionEntry[]
}

export const retentionTemplateNames = [
  'mifid_ii_5_years',
  'mifid_ii_7_years',
  'fca_sysc_10a',
  'sec_17a_4_3_years',
  'sec_17a_4_6_years',
  'cftc_1_31',
] as const
export type RetentionTemplateName = (typeof retentionTemplateNames)[number]

const calls = ['Call', 'AbortedCall', 'BlockedCall', 'Interview', 'Video'] as const satisfies readonly PayloadType[]
const messages = ['SMS', 'MMS', 'RCS'] as const satisfies readonly PayloadType[]

const restorableDays = 30

/** Whole days that are at least so many years. */
export const daysOfYears = (years: number): number => Math.ceil(years * 365.25)

const keptFor = (years: number, types: readonly PayloadType[]): PayloadRetentionEntry[] =>
  types.map((payload_type) => ({
    payload_type,
    retention_timestamp: 'payload_time',
    delete_after_days: daysOfYears(years),
    destroy_after_days: daysOfYears(years) + restorableDays,
    required_receipts: [],
    required_transfers: [],
  }))

const everythingFor = (years: number) => keptFor(years, [...calls, ...messages])

export const retentionTemplates: readonly RetentionTemplate[] = [
  { name: 'mifid_ii_5_years', payloads: everythingFor(5) },
  { name: 'mifid_ii_7_years', payloads: everythingFor(7) },
  { name: 'fca_sysc_10a', payloads: everythingFor(5) },
  { name: 'sec_17a_4_3_years', payloads: everythingFor(3) },
  { name: 'sec_17a_4_6_years', payloads: everythingFor(6) },
  // Oral communications before a trade: one year. Written ones and records of trades: five years.
  { name: 'cftc_1_31', payloads: [...keptFor(1, calls), ...keptFor(5, messages)] },
]
