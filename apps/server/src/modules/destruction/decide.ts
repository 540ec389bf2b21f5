import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { type Explanation, explain, isDue } from '../retention/index.ts'
import { underWay } from './under-way.ts'

/** Why a recording is not destroyed. `gone`: it is unknown, or destroyed before. */
export type KeptReason = 'gone' | 'not_settled' | 'not_due' | 'on_hold' | 'store_lock' | 'pending'

export interface Decided {
  payload_reference: string
  /** `undefined` if it is unknown. */
  payload: PayloadRow | undefined
  rule: Explanation['rule']
  /** `null`: nothing speaks against it. */
  reason: KeptReason | null
}

/**
 * The one place that decides whether recordings may be destroyed. The caller has taken `lockHolds(tx, 'share')` and locked the rows, and
 * destroys in the same transaction.
 */
export const decide = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
  rows: readonly PayloadRow[],
): Promise<Decided[]> => {
  const explanations = await explain(tx, rows, tx.now)
  const used = await underWay(tx, payload_references)
  const payloads = new Map(rows.map((row) => [row.payload_reference, row]))
  return payload_references.map((payload_reference) => {
    const payload = payloads.get(payload_reference)
    const explanation = explanations.get(payload_reference)
    const reason = reasonOf(payload, explanation, tx.now) ?? (used.has(payload_reference) ? 'pending' : null)
    return { payload_reference, payload, rule: explanation?.rule ?? null, reason }
  })
}

const reasonOf = (
  payload: PayloadRow | undefined,
  explanation: Explanation | undefined,
  now: Date,
): KeptReason | null => {
  if (!payload || payload.payload_state === 'Destroyed') return 'gone'
  if (!explanation) return 'not_due'
  if (explanation.can_be_destroyed) return null
  if (!explanation.is_settled && payload.payload_state !== 'Deleted') return 'not_settled'
  if (explanation.holds.length > 0) return 'on_hold'
  return isDue(explanation, 'destroy', now) ? 'store_lock' : 'not_due'
}
