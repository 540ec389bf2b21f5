import type { Platform } from '../../core/platform.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { lockPayloads, transition } from '../payloads/index.ts'
import { decide, type KeptReason } from './decide.ts'

/** What is done by a run of retention, or by whoever asked for it. */
export interface DoneBy {
  run_id: string
  /** Who asked for the run: a person, or `system`. */
  by: string
}

export type Deletion = { payload_reference: string } & (
  | { result: 'deleted'; bytes: number }
  | { result: 'kept'; reason: KeptReason | 'deleted_before' }
)

const system = { kind: 'system', reference: 'system' } as const

/**
 * Deletes up to 100 recordings whose retention says so, logically: they can be restored until they are destroyed. Each is decided on its
 * own, in one transaction.
 */
export const deleteByRetention = (
  { database }: Pick<Platform, 'database'>,
  client: string,
  payload_references: readonly string[],
  done: DoneBy,
): Promise<Deletion[]> =>
  database.transaction(client, async (tx) => {
    const references = [...new Set(payload_references)].sort()
    await lockHolds(tx, 'share')
    const decided = await decide(tx, 'delete', references, await lockPayloads(tx, references))
    const deletions: Deletion[] = []
    for (const { payload_reference, payload, fact, reason } of decided) {
      if (payload?.payload_state === 'Deleted') {
        deletions.push({ payload_reference, result: 'kept', reason: 'deleted_before' })
      } else if (reason !== null || !payload) {
        deletions.push({ payload_reference, result: 'kept', reason: reason ?? 'gone' })
      } else {
        await transition(tx, system, payload, {
          to: 'Deleted',
          event: 'payload.deleted',
          only: { byRetention: true },
          details: { ...done, policy_version: fact?.rule?.policy_version },
          set: { state_before_deletion: payload.payload_state },
        })
        deletions.push({ payload_reference, result: 'deleted', bytes: payload.size ?? 0 })
      }
    }
    return deletions
  })
