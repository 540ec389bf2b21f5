import type { HeldTargetType } from '@holdfast/contract'
import { filterDetails } from '../../core/activities/index.ts'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import { holdDetails } from './hold-details.ts'
import { countHoldChange } from './hold-epochs.ts'
import { changeHolds, type HoldRow, holdsOnTargets, insertHolds } from './hold-rows.ts'

interface Placement {
  matter_reference: string
  target_type: HeldTargetType
  targets: readonly string[]
  placed_by: string
  /** The filter that found the targets. */
  filter?: object | undefined
}

/**
 * Places holds of a matter. A target that has one already keeps it; if its release was asked for, that is taken back. The caller has
 * locked for `update`.
 * @returns the targets with their active holds, and which of them changed
 */
export const placeHolds = async (
  tx: AuditedTransaction,
  { matter_reference, target_type, targets, placed_by, filter }: Placement,
): Promise<{ holds: ReadonlyMap<string, HoldRow>; changed: ReadonlySet<string> }> => {
  const known = await holdsOnTargets(tx, { target_type, targets, matter_reference })
  const active = known.filter(({ is_active }) => is_active)
  const kept = await changeHolds(
    tx,
    active.filter(({ release_asked_at }) => release_asked_at !== null),
    {
      release_asked_at: null,
      release_asked_by: null,
      release_confirmed_by: null,
      release_at: null,
      release_reason: null,
    },
    placed_by,
  )
  const withHold = new Set(active.map(({ target }) => target))
  const added = await insertHolds(tx, {
    matter_reference,
    target_type,
    targets: [...new Set(targets)].filter((target) => !withHold.has(target)),
    created_by: placed_by,
  })
  const changed = new Set([...kept, ...added].map(({ target }) => target))
  if (changed.size > 0) {
    await countHoldChange(tx)
    const details = holdDetails({ matter_reference, target_type, targets: [...changed] })
    tx.audit('legal_hold.placed', { ...details, ...filterDetails(filter) })
  }
  const holds = new Map([...active, ...kept, ...added].map((row) => [row.target, row]))
  return { holds, changed }
}
