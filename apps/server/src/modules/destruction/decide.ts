import { canTransition } from '@holdfast/contract'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { holdsOn } from '../legal-holds/index.ts'
import { isDue, type RetentionFact, retentionOf } from '../retention/index.ts'
import { underWay } from './under-way.ts'

/** Why retention leaves a recording as it is. `gone`: it is unknown or destroyed. */
export type KeptReason = 'gone' | 'not_settled' | 'not_due' | 'on_hold' | 'pending'

export interface Decided {
  payload_reference: string
  /** `undefined` if it is unknown. */
  payload: PayloadRow | undefined
  fact: RetentionFact | undefined
  /** `null`: nothing speaks against the step. */
  reason: KeptReason | null
}

/**
 * The one place that decides whether retention may delete or destroy recordings. The caller has taken `lockHolds(tx, 'share')` and
 * locked the rows, and makes the step in the same transaction.
 */
export const decide = async (
  tx: TenantTransaction,
  step: 'delete' | 'destroy',
  payload_references: readonly string[],
  rows: readonly PayloadRow[],
): Promise<Decided[]> => {
  const facts = await retentionOf(tx, rows, tx.now)
  const holds = await holdsOn(tx, rows)
  const pending = await underWay(tx, payload_references)
  const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
  const reasonOf = (payload: PayloadRow | undefined): KeptReason | null => {
    if (!payload || payload.payload_state === 'Destroyed') return 'gone'
    const { payload_reference, payload_state, is_legacy: legacy } = payload
    const to = step === 'delete' ? 'Deleted' : 'Destroyed'
    if (!canTransition(payload_state, to, { legacy, byRetention: true })) return 'not_settled'
    const fact = facts.get(payload_reference)
    if (!fact || !isDue(fact, step, tx.now)) return 'not_due'
    if (holds.has(payload_reference)) return 'on_hold'
    return pending.has(payload_reference) ? 'pending' : null
  }
  return payload_references.map((payload_reference) => {
    const payload = payloads.get(payload_reference)
    return { payload_reference, payload, fact: facts.get(payload_reference), reason: reasonOf(payload) }
  })
}
