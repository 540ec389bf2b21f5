import type { Visibility } from '@holdfast/access'
import type { PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { allOf, isEqual, type TenantTransaction } from '../../../platform/database/index.ts'
import { isVisibleIn } from '../lists/payload-scope.ts'

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
    .select(['payload_reference', 'payload_type', 'is_content_in_table', 'lost_passes'])
    .where('client', '=', tx.client)
    .where('payload_state', '=', payload_state)
    .where('updated_at', '<=', until)
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/**
 * Locks the oldest Uploaded payloads of these types whose content is in the table, except payloads that may crash their worker or
 * that another transaction has locked.
 * @returns their references
 */
export const lockUploadedInTable = async (
  tx: TenantTransaction,
  { payload_types, except, limit }: { payload_types: readonly PayloadType[]; except: readonly string[]; limit: number },
): Promise<string[]> => {
  const payloads = await tx.db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('payload_state', '=', 'Uploaded')
    .where('is_content_in_table', '=', true)
    .where('payload_type', 'in', payload_types)
    .where('lost_passes', '=', 0)
    .where('payload_reference', '<>', sql<string>`all(${except}::text[])`)
    // Ordered as the index by state.
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return payloads.map(({ payload_reference }) => payload_reference)
}

/**
 * The references of quarantined payloads, sorted.
 * @param wanted.failure why they were quarantined; `null`: for any reason
 */
export const quarantinedFor = async (
  tx: TenantTransaction,
  wanted: { failure: string | null; after: string; visible: readonly Visibility[]; limit: number },
): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('payload_state', '=', 'Quarantined')
    .where(allOf([isEqual('failure', wanted.failure ?? undefined)]))
    .where('payload_reference', '>', wanted.after)
    .where(allOf([isVisibleIn(wanted.visible)]))
    .orderBy('payload_reference')
    .limit(wanted.limit)
    .execute()
  return rows.map(({ payload_reference }) => payload_reference)
}

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
