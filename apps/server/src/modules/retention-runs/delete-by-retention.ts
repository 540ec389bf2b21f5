import { recordProductActivity } from '../../core/activities/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { Actor } from '../../platform/database/index.ts'
import { underWay } from '../destruction/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { lockPayloads, transition } from '../payloads/index.ts'
import { explain, rulesInText, type StoredRun } from '../retention/index.ts'

const system: Actor = { kind: 'system', reference: 'system' }

type DeletingRun = Pick<StoredRun, 'run_id' | 'policy_version' | 'requested_by'> &
  Partial<Pick<StoredRun, 'continued_by'>>

/**
 * Deletes those of the recordings that are due, held by nobody and used by nothing at this moment. They can be restored until they are
 * destroyed.
 * @param payload_references at most 100
 * @returns the references of those that were deleted
 */
export const deleteByRetention = (
  { database }: Pick<Platform, 'database'>,
  client: string,
  payload_references: readonly string[],
  { run_id, policy_version, requested_by, continued_by = null }: DeletingRun,
): Promise<string[]> =>
  database.transaction(client, async (tx) => {
    await lockHolds(tx, 'share')
    const payloads = await lockPayloads(tx, payload_references.toSorted())
    const explanations = await explain(tx, payloads, tx.now)
    const used = await underWay(tx, payload_references)
    const due = payloads.filter(
      ({ payload_reference }) => explanations.get(payload_reference)?.can_be_deleted && !used.has(payload_reference),
    )
    for (const payload of due) {
      await transition(tx, system, payload, {
        to: 'Deleted',
        event: 'payload.deleted',
        details: {
          run_id,
          policy_version,
          by: requested_by,
          continued_by,
          rule: explanations.get(payload.payload_reference)?.rule,
        },
        set: { state_before_deletion: payload.payload_state },
      })
    }
    for (const [group, own] of Map.groupBy(due, (payload) => payload.group)) {
      const deleted = own.map(({ payload_reference }) => payload_reference)
      const rules = rulesInText(deleted.map((reference) => explanations.get(reference)?.rule))
      const details = {
        run_id,
        policy_version,
        rules,
        requested_by,
        continued_by,
        deleted: own.length,
        payload_references: deleted,
      }
      await recordProductActivity(tx, { call: 'JOB retention_run', event: 'payload.deleted', details, group })
    }
    return due.map(({ payload_reference }) => payload_reference)
  })
