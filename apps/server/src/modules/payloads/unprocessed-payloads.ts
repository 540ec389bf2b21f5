import type { PayloadState } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * The payloads that have been in a state since before `until`, the oldest first. Ordered as the index by state, because only
 * few among millions of payloads are in one of the states before `Processed`.
 */
export const payloadsSince = (
  tx: TenantTransaction,
  { payload_state, until, limit }: { payload_state: PayloadState; until: string; limit: number },
) =>
  tx.db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('payload_state', '=', payload_state)
    .where('updated_at', '<=', until)
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/** Sets how often a worker ended while this was the only payload that it processed. */
export const setLostPasses = async (
  tx: TenantTransaction,
  payload_reference: string,
  lost_passes: number,
): Promise<void> => {
  await tx.db
    .updateTable('payloads')
    .set({ lost_passes })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .execute()
}
