import {
  freedSamples,
  maxFreedLines,
  type PayloadState,
  type PayloadType,
  payloadTypes,
  type RetentionFreed,
  type RetentionRules,
  settledPayloadStates,
} from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AgedPayload, countMadeUntil, payloadsByAge } from '../payloads/index.ts'
import { payloadRulesFor } from './combine-rules.ts'
import { isDue, madeUntil, type RetentionFact } from './evaluate.ts'
import { retentionUnder } from './retention-of.ts'

/** Recordings of one type that are looked at one by one; of more, the number comes from the counters of days. */
const maxExamined = 5_000

/** States in which retention deletes or destroys recordings. */
export const removableStates = [...settledPayloadStates, 'Deleted'] as const satisfies readonly PayloadState[]

export const isSettled = (state: PayloadState): boolean => settledPayloadStates.some((settled) => settled === state)
const isRemovable = (state: PayloadState): boolean => removableStates.some((removable) => removable === state)

export interface Change {
  before: RetentionRules
  after: RetentionRules
  /** When it would take effect. */
  at: Date
}

/** The freed recordings of one type: those that were examined, and an upper limit by group if there are more. */
interface FreedOfType {
  freed: AgedPayload[]
  /** Set if there are too many to look at each: the greatest possible number by group. */
  atMost: { group: string; payloads: number }[] | null
}

/**
 * Counts what is due under the later rules at a time, and is not under the earlier ones. Holds are not considered: they end some day.
 * @param isVisible whether the caller may see a recording; only such ones are named
 */
export const countFreed = async (
  tx: TenantTransaction,
  change: Change,
  isVisible: (payload: AgedPayload) => boolean,
): Promise<RetentionFreed> => {
  const lines = new Map<string, RetentionFreed['lines'][number]>()
  const found: AgedPayload[] = []
  let is_estimate = false
  for (const payload_type of payloadTypes) {
    const { freed, atMost } = await freedOfType(tx, payload_type, change)
    found.push(...freed)
    if (atMost) is_estimate = true
    for (const line of atMost ? estimatedLines(payload_type, freed, atMost) : exactLines(payload_type, freed)) {
      lines.set(`${line.group}\n${payload_type}`, line)
    }
  }
  const all = [...lines.values()].sort((one, other) => other.recordings - one.recordings)
  const times = found.map(({ payload_time }) => payload_time).sort()
  return {
    at: change.at.toISOString(),
    recordings: all.reduce((sum, { recordings }) => sum + recordings, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    is_estimate,
    lines: all.slice(0, maxFreedLines),
    oldest: times[0] ?? null,
    newest: is_estimate ? null : (times.at(-1) ?? null),
    samples: found.filter(isVisible).slice(0, freedSamples).map(sampleOf),
  }
}

const freedOfType = async (
  tx: TenantTransaction,
  payload_type: PayloadType,
  { before, after, at }: Change,
): Promise<FreedOfType> => {
  const made_until = madeUntil(payloadRulesFor(after.payloads, payload_type), at)
  if (!made_until) return { freed: [], atMost: null }
  const page = { payload_type, made_until, after: null, limit: maxExamined + 1 }
  const payloads = await payloadsByAge(tx, page)
  const examined = payloads.slice(0, maxExamined).filter(({ payload_state }) => isRemovable(payload_state))
  const [earlier, later] = [
    await retentionUnder(tx, { rules: before, version: 0 }, examined, at),
    await retentionUnder(tx, { rules: after, version: 0 }, examined, at),
  ]
  const freed = examined.filter((payload) => {
    const was = earlier.get(payload.payload_reference)
    const becomes = later.get(payload.payload_reference)
    return was && becomes && isFreed(payload, was, becomes, at)
  })
  if (payloads.length <= maxExamined) return { freed, atMost: null }
  return { freed, atMost: await countMadeUntil(tx, { payload_type, states: removableStates, made_until }) }
}

const isFreed = ({ payload_state }: AgedPayload, was: RetentionFact, becomes: RetentionFact, at: Date): boolean =>
  (isDue(becomes, 'destroy', at) && !isDue(was, 'destroy', at)) ||
  (isSettled(payload_state) && isDue(becomes, 'delete', at) && !isDue(was, 'delete', at))

const bytesOf = (payloads: readonly AgedPayload[]): number => payloads.reduce((sum, { size }) => sum + (size ?? 0), 0)

const exactLines = (payload_type: PayloadType, freed: readonly AgedPayload[]): RetentionFreed['lines'] =>
  [...Map.groupBy(freed, ({ group }) => group)].map(([group, own]) => ({
    group,
    payload_type,
    recordings: own.length,
    bytes: bytesOf(own),
  }))

const estimatedLines = (
  payload_type: PayloadType,
  freed: readonly AgedPayload[],
  atMost: NonNullable<FreedOfType['atMost']>,
): RetentionFreed['lines'] => {
  const mean = freed.length === 0 ? 0 : bytesOf(freed) / freed.length
  return atMost.map(({ group, payloads }) => ({
    group,
    payload_type,
    recordings: payloads,
    bytes: Math.round(payloads * mean),
  }))
}

const sampleOf = ({ payload_reference, payload_type, group, payload_time, size }: AgedPayload) => ({
  payload_reference,
  payload_type,
  group,
  payload_time,
  size,
})
