import type { Actor, TenantTransaction } from '../../platform/database/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { lockPayloads, transition } from '../payloads/index.ts'
import { explain, type StoredRun } from '../retention/index.ts'

/** Recordings are deleted and destroyed by the product itself. */
export const retentionActor: Actor = { kind: 'system', reference: 'system' }

/**
 * Deletes those of the recordings that are due and held by nobody at this moment. They can be restored.
 * @param payload_references at most 100, sorted
 * @returns the references of those that were deleted
 */
export const deleteByRetention = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
  { run_id, policy_version }: Pick<StoredRun, 'run_id' | 'policy_version'>,
): Promise<string[]> => {
  await lockHolds(tx, 'share')
  const payloads = await lockPayloads(tx, payload_references)
  const explanations = await explain(tx, payloads, tx.now)
  const due = payloads.filter(({ payload_reference }) => explanations.get(payload_reference)?.can_be_deleted)
  for (const payload of due) {
    await transition(tx, retentionActor, payload, {
      to: 'Deleted',
      event: 'payload.deleted',
      details: { run_id, policy_version },
      set: { state_before_deletion: payload.payload_state },
    })
  }
  return due.map(({ payload_reference }) => payload_reference)
}
