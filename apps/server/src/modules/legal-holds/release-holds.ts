import type { AuditEvent } from '@holdfast/contract'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import { holdDetails } from './hold-details.ts'
import { countHoldChange } from './hold-epochs.ts'
import { changeHolds, type HoldRow } from './hold-rows.ts'

const dayMs = 24 * 60 * 60 * 1000

/** How the account lets holds end. */
export interface ReleaseRule {
  needsSecondPerson: boolean
  /** How long a confirmed release waits. */
  days: number
}

interface Release {
  rule: ReleaseRule
  /** Where two people release a hold, client apps do neither step. */
  by: { reference: string; isPerson: boolean }
  reason?: string | undefined
}

/** `released`, `release_asked` and `release_confirmed` are what becomes of a hold now; `unchanged`: it waits for its end. */
type Step = 'released' | 'release_asked' | 'release_confirmed' | 'unchanged'

type Refusal = 'legal_hold.on_oneself' | 'legal_hold.needs_second_person'

export interface Released {
  holds: readonly HoldRow[]
  /** By hold. */
  steps: ReadonlyMap<string, Step>
  /** By hold: those that stay as they are. */
  refusals: ReadonlyMap<string, Refusal>
}

/**
 * Releases active holds, or goes the next step towards it: where the account asks for two people, the first asks, and another person
 * confirms. Nobody does either for a hold on themselves. The caller has locked for `update`.
 */
export const releaseHolds = async (
  tx: AuditedTransaction,
  rows: readonly HoldRow[],
  { rule, by, reason }: Release,
): Promise<Released> => {
  const decided = rows.map((row) => [row, stepOf(row, rule, by)] as const)
  const steps = new Map<string, Step>()
  const refusals = new Map<string, Refusal>()
  for (const [{ hold_id }, step] of decided) {
    if (isRefusal(step)) refusals.set(hold_id, step)
    else steps.set(hold_id, step)
  }
  const at = (step: Step) => decided.flatMap(([row, taken]) => (taken === step ? [row] : []))
  const { reference } = by
  const given = reason === undefined ? {} : { release_reason: reason }
  const ends = { is_active: false, released_at: tx.now.toISOString(), released_by: reference }
  const confirmed = {
    release_confirmed_by: reference,
    release_at: new Date(tx.now.getTime() + rule.days * dayMs).toISOString(),
  }
  const asked = { release_asked_at: tx.now.toISOString(), release_asked_by: reference, ...given }
  const [first, second] = [at('released').filter(isFirstStep), at('released').filter((row) => !isFirstStep(row))]
  const takes = { by: reference, reason }
  // The reason of whoever asked stays with the hold; the trail has both.
  const changed = [
    ...(await take(tx, 'legal_hold.released', first, { ...ends, ...given }, takes)),
    ...(await take(tx, 'legal_hold.released', second, ends, takes)),
    ...(await take(tx, 'legal_hold.release_confirmed', at('release_confirmed'), confirmed, takes)),
    ...(await take(tx, 'legal_hold.release_asked', at('release_asked'), asked, takes)),
  ]
  if (changed.length > 0) await countHoldChange(tx)
  const now = new Map([...rows, ...changed].map((row) => [row.hold_id, row]))
  return { holds: rows.map((row) => now.get(row.hold_id) ?? row), steps, refusals }
}

const isFirstStep = ({ release_asked_by }: HoldRow): boolean => release_asked_by === null

const isRefusal = (step: Step | Refusal): step is Refusal => step.startsWith('legal_hold.')

const stepOf = (hold: HoldRow, rule: ReleaseRule, by: Release['by']): Step | Refusal => {
  if (by.isPerson && hold.target_type === 'PortalUser' && hold.target === by.reference) return 'legal_hold.on_oneself'
  if (!rule.needsSecondPerson) return 'released'
  if (!by.isPerson) return 'legal_hold.needs_second_person'
  if (hold.release_asked_by === null) return 'release_asked'
  if (hold.release_at !== null) return 'unchanged'
  if (hold.release_asked_by === by.reference) return 'legal_hold.needs_second_person'
  return rule.days === 0 ? 'released' : 'release_confirmed'
}

const take = async (
  tx: AuditedTransaction,
  event: AuditEvent,
  rows: readonly HoldRow[],
  change: Parameters<typeof changeHolds>[2],
  { by, reason }: { by: string; reason: string | undefined },
): Promise<HoldRow[]> => {
  const changed = await changeHolds(tx, rows, change, by)
  for (const [matter_reference, ofMatter] of Map.groupBy(changed, (row) => row.matter_reference)) {
    for (const [target_type, holds] of Map.groupBy(ofMatter, (row) => row.target_type)) {
      const targets = holds.map(({ target }) => target)
      tx.audit(event, holdDetails({ matter_reference, target_type, targets, reason }))
    }
  }
  return changed
}
