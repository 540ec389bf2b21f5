import type { RetentionBlock, RetentionRule } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import { isKept, type PayloadRule } from './combine-rules.ts'

/** The facts of a recording from which retention follows. */
export type RetainedPayload = Pick<
  PayloadRow,
  | 'payload_reference'
  | 'payload_type'
  | 'is_legacy'
  | 'is_personal_number'
  | 'payload_time'
  | 'registered_at'
  | 'processed_at'
  | 'transferred_at'
  | 'receipt_confirmed_at'
>

/** The people and apps that confirmed the receipt of a recording, and the configurations that transferred it. */
export interface Evidence {
  receipts: ReadonlySet<string>
  transfers: ReadonlySet<string>
}

/**
 * What the policy says of a recording. Blocks keep it whatever the dates are: use `isDue`. Holds, and what is under way, are asked
 * elsewhere.
 */
export interface RetentionFact {
  /** `null`: never. */
  delete_at: Date | null
  /** `null`: never. Never before `delete_at`. */
  destroy_at: Date | null
  /** The entry that keeps it longest. */
  rule: RetentionRule | null
  blocks: readonly RetentionBlock[]
}

export const isDue = (
  { blocks, ...at }: Pick<RetentionFact, 'blocks' | 'delete_at' | 'destroy_at'>,
  step: 'delete' | 'destroy',
  now: Date,
): boolean => {
  const time = at[`${step}_at`]
  return blocks.length === 0 && time !== null && time <= now
}

const dayMs = 24 * 60 * 60 * 1000
/** The last day that a timestamp can name. */
const latestMs = Date.UTC(9999, 11, 31)
/** A handset that tells the server of a recording so much later may have had a wrong clock when it made it. */
const doubtfulDays = 365

/** The first midnight of UTC at which so many whole days have passed. */
const after = (time: Date, days: number): Date | null =>
  Number.isFinite(days)
    ? new Date(Math.min(Math.ceil((time.getTime() + days * dayMs) / dayMs) * dayMs, latestMs))
    : null

/**
 * The time up to which recordings of a type can have been made that are due: what counts from a later time is due later.
 * `null`: none is due.
 */
export const madeUntil = (
  rules: readonly PayloadRule[],
  now: Date,
  of: readonly ('delete_after' | 'destroy_after')[] = ['delete_after', 'destroy_after'],
): Date | null => {
  const steps = of.filter((step) => !isKept(rules, step))
  if (steps.length === 0) return null
  const days = Math.min(...steps.map((step) => Math.max(...rules.map((rule) => rule[step]))))
  return new Date(now.getTime() - days * dayMs)
}

/** @param version that of the policy the rules come from */
export const evaluate = (
  rules: readonly PayloadRule[],
  version: number,
  payload: RetainedPayload,
  { receipts, transfers }: Evidence,
  now: Date,
): RetentionFact => {
  if (isKept(rules, 'delete_after') && isKept(rules, 'destroy_after')) {
    return { delete_at: null, destroy_at: null, rule: null, blocks: [{ code: 'no_policy' }] }
  }
  const dated = rules.map((rule) => {
    const stamp = payload[rule.retention_timestamp]
    const time = stamp === null ? null : new Date(stamp)
    return {
      rule,
      delete_at: time && after(time, rule.delete_after),
      destroy_at: time && after(time, rule.destroy_after),
      blocks: [...blocksOfTime(rule, time, payload, now), ...unmet(rule, payload, { receipts, transfers })],
    }
  })
  const longest = dated.reduce((one, other) => (lastsLonger(other, one) ? other : one))
  const { rule } = longest
  return {
    delete_at: latestOf(dated.map(({ delete_at }) => delete_at)),
    destroy_at: latestOf(dated.map(({ destroy_at }) => destroy_at)),
    rule: {
      policy_version: version,
      payload_type: payload.payload_type,
      retention_timestamp: rule.retention_timestamp,
      delete_after_days: Number.isFinite(rule.delete_after) ? rule.delete_after : null,
      destroy_after_days: Number.isFinite(rule.destroy_after) ? rule.destroy_after : null,
    },
    blocks: dated.flatMap(({ blocks }) => blocks),
  }
}

const blocksOfTime = (
  { retention_timestamp }: PayloadRule,
  time: Date | null,
  { is_legacy, registered_at }: RetainedPayload,
  now: Date,
): RetentionBlock[] => {
  if (time === null) return [{ code: 'no_timestamp', retention_timestamp }]
  if (time > now) return [{ code: 'future_timestamp', retention_timestamp }]
  const isDoubtful =
    retention_timestamp === 'payload_time' &&
    !is_legacy &&
    Date.parse(registered_at) - time.getTime() > doubtfulDays * dayMs
  return isDoubtful ? [{ code: 'unconfirmed_clock', retention_timestamp }] : []
}

/** Nobody can receive what a personal number was recorded with, and nothing transfers it (docs/decisions/0039): nothing waits for it. */
const unmet = (
  rule: PayloadRule,
  { is_personal_number }: RetainedPayload,
  { receipts, transfers }: Evidence,
): RetentionBlock[] => {
  if (is_personal_number) return []
  const { retention_timestamp } = rule
  const missingReceipts = [...rule.receipts.difference(receipts)]
  const missingTransfers = [...rule.transfers.difference(transfers)]
  return [
    ...(missingReceipts.length > 0
      ? [{ code: 'receipts' as const, retention_timestamp, missing: missingReceipts }]
      : []),
    ...(missingTransfers.length > 0
      ? [{ code: 'transfers' as const, retention_timestamp, missing: missingTransfers }]
      : []),
  ]
}

type Dated = Pick<RetentionFact, 'delete_at' | 'destroy_at'>

const lastsLonger = (one: Dated, other: Dated): boolean =>
  endOf(one.destroy_at) > endOf(other.destroy_at) ||
  (endOf(one.destroy_at) === endOf(other.destroy_at) && endOf(one.delete_at) > endOf(other.delete_at))

const endOf = (time: Date | null): number => time?.getTime() ?? Number.POSITIVE_INFINITY

const latestOf = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((one, other) => (endOf(other) > endOf(one) ? other : one))
