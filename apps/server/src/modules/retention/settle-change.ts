import type { TenantTransaction } from '../../platform/database/index.ts'
import { isMuch, isMuchOfLate } from './change-of-policy.ts'
import { countFreed } from './count-freed.ts'
import { confirmPolicy, lockPolicies, requireSecondPerson, rulesOf } from './stored-policies.ts'

/**
 * Counts again what a change frees that has come due and that nobody had to confirm: recordings may have been added since it was saved.
 * It takes effect, or goes on waiting for a second person.
 */
export const settleChange = async (tx: TenantTransaction): Promise<void> => {
  const { active, pending } = await lockPolicies(tx)
  if (!pending || pending.needs_second_person || new Date(pending.effective_at) > tx.now) return
  const [before, after] = [rulesOf(active), rulesOf(pending)]
  const change = { before, after, at: tx.now }
  const freed = await countFreed(tx, change, () => false)
  if (!isMuch(before, freed) && !(await isMuchOfLate(tx, change))) return confirmPolicy(tx, pending, 'system')
  await requireSecondPerson(tx, pending, { freed_recordings: freed.recordings, freed_bytes: freed.bytes })
}
