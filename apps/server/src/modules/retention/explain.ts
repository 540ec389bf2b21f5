import type { TenantTransaction } from '../../platform/database/index.ts'
import { type HoldFact, holdsOn } from '../legal-holds/index.ts'
import { lockedUntil } from '../object-locks/index.ts'
import type { AgedPayload } from '../payloads/index.ts'
import { isSettled } from './count-freed.ts'
import { isDue, type RetentionFact } from './evaluate.ts'
import { retentionOf } from './retention-of.ts'

/** Everything that decides how long a recording is kept. */
export interface Explanation extends RetentionFact {
  holds: readonly HoldFact[]
  /** `false`: it is on its way, or destroyed already. */
  is_settled: boolean
  /** The object store deletes its content only after that time; `null`: it may do so now. */
  store_keeps_until: Date | null
  can_be_deleted: boolean
  can_be_destroyed: boolean
}

/** Explains recordings by reference: runs decide by it, previews and people are answered with it. */
export const explain = async (
  tx: TenantTransaction,
  payloads: readonly AgedPayload[],
  now: Date,
): Promise<Map<string, Explanation>> => {
  const facts = await retentionOf(tx, payloads, now)
  const held = await holdsOn(tx, payloads)
  const locked = await lockedUntil(
    tx,
    payloads.map(({ payload_reference }) => payload_reference),
  )
  return new Map(
    payloads.flatMap((payload) => {
      const { payload_reference, payload_state } = payload
      const fact = facts.get(payload_reference)
      if (!fact) return []
      const holds = held.get(payload_reference) ?? []
      const is_settled = isSettled(payload_state)
      const isFree = holds.length === 0
      const can_be_deleted = isFree && is_settled && isDue(fact, 'delete', now)
      const store_keeps_until = locked.get(payload_reference) ?? null
      const can_be_destroyed =
        isFree &&
        store_keeps_until === null &&
        (is_settled || payload_state === 'Deleted') &&
        isDue(fact, 'destroy', now)
      return [[payload_reference, { ...fact, holds, is_settled, store_keeps_until, can_be_deleted, can_be_destroyed }]]
    }),
  )
}
