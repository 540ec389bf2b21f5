import type { PayloadType, RetentionKeptReason, RetentionRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { underWay } from '../destruction/index.ts'
import { type AgedPayload, payloadsByAge, payloadsFromFuture } from '../payloads/index.ts'
import { type Explanation, explain, isDue, madeUntil, payloadRulesFor, type RunPosition } from '../retention/index.ts'
import { nextPart } from './run-parts.ts'

/** Recordings that one statement reads, tombstones among them. */
const pageRows = 1000
/** Recordings from the future that a run looks at: they are listed, so that somebody sees them. */
const futureRows = 100

/** The decisions of a run about a page of recordings. */
export interface PagePlan {
  examined: number
  toDelete: AgedPayload[]
  toDestroy: AgedPayload[]
  kept: { payload_reference: string; reasons: RetentionKeptReason[] }[]
  /** Where the next page begins; `null`: this was the last one. */
  next: RunPosition | null
}

/** Decides what becomes of the next page of recordings of a type. */
export const planPage = async (
  tx: TenantTransaction,
  rules: RetentionRules,
  payload_type: PayloadType,
  { after }: RunPosition,
): Promise<PagePlan> => {
  const plan: PagePlan = { examined: 0, toDelete: [], toDestroy: [], kept: [], next: nextPart(payload_type) }
  const own = payloadRulesFor(rules.payloads, payload_type)
  const made_until = madeUntil(own, tx.now)
  if (!made_until) return plan
  const page = await payloadsByAge(tx, { payload_type, made_until, after, limit: pageRows })
  const future = after === null ? await payloadsFromFuture(tx, { payload_type, limit: futureRows }) : []
  const last = page.at(-1)
  if (last && page.length === pageRows) {
    plan.next = { part: payload_type, after: { time: last.payload_time, reference: last.payload_reference } }
  }
  const payloads = [...page, ...future].filter(({ payload_state }) => payload_state !== 'Destroyed')
  plan.examined = payloads.length
  const destroyed_until = madeUntil(own, tx.now, ['destroy_after'])
  const decided = payloads.filter((payload) => !isWaitingDeleted(payload, destroyed_until))
  const explanations = await explain(tx, decided, tx.now)
  const inUse = await underWay(tx, removableOf(explanations))
  for (const payload of decided) {
    const explanation = explanations.get(payload.payload_reference)
    if (!explanation) continue
    if (inUse.has(payload.payload_reference))
      plan.kept.push({ payload_reference: payload.payload_reference, reasons: ['pending'] })
    else if (explanation.can_be_destroyed) plan.toDestroy.push(payload)
    else if (explanation.can_be_deleted) plan.toDelete.push(payload)
    else {
      const reasons = reasonsToKeep(payload, explanation, tx.now)
      if (reasons.length > 0) plan.kept.push({ payload_reference: payload.payload_reference, reasons })
    }
  }
  return plan
}

/** Most of a page may be deleted and wait for years to be destroyed: its time alone says so. */
const isWaitingDeleted = ({ payload_state, payload_time }: AgedPayload, destroyed_until: Date | null): boolean =>
  payload_state === 'Deleted' && (destroyed_until === null || new Date(payload_time) > destroyed_until)

const removableOf = (explanations: ReadonlyMap<string, Explanation>): string[] =>
  [...explanations].flatMap(([reference, { can_be_deleted, can_be_destroyed }]) =>
    can_be_deleted || can_be_destroyed ? [reference] : [],
  )

/** The reasons for keeping a recording that is otherwise due. Empty if it is not due. */
const reasonsToKeep = (
  { payload_state }: AgedPayload,
  { blocks, holds, is_settled, store_keeps_until, ...fact }: Explanation,
  now: Date,
): RetentionKeptReason[] => {
  const codes = blocks.map(({ code }) => code).filter((code) => code !== 'no_policy')
  if (codes.length > 0) return codes
  const isDeleted = payload_state === 'Deleted'
  const isToDestroy = isDue({ ...fact, blocks }, 'destroy', now)
  const isAwaited = isToDestroy || (!isDeleted && isDue({ ...fact, blocks }, 'delete', now))
  if (!isAwaited) return []
  return [
    ...(holds.length > 0 ? (['on_hold'] as const) : []),
    ...(isToDestroy && store_keeps_until !== null ? (['store_lock'] as const) : []),
    ...(is_settled || isDeleted ? [] : (['not_settled'] as const)),
  ]
}
