import { sql } from 'kysely'
import { type AgedTable, agedTable } from '../../platform/database/index.ts'
import { isRecordingThere } from '../payloads/index.ts'

/** Rows of recordings that are removed in one transaction, with those of their files and attempts. */
const mostItems = 50_000

const table = agedTable({
  table: 'transfers',
  key: 'transfer_id',
  // Whether a recording may be destroyed can depend on its transfer: while there is one, so are its transfers. That keeps held ones, too.
  isEnded: (before) => sql<boolean>`state in ('Succeeded', 'PartialFail', 'Failed') and next_attempt_at is null
    and finished_at < ${before.toISOString()} and not exists (select from transfer_items item
      where item.client = transfers.client and item.transfer_id = transfers.transfer_id
        and ${isRecordingThere(sql`item.client`, sql`item.payload_reference`)})`,
})

/** Transfers that ended before a time and all of whose recordings were destroyed, for retention. */
export const agedTransfers: AgedTable = {
  page: table.page,
  async remove(tx, references) {
    const { rows } = await sql<{ transfer_id: string }>`select transfer_id from (
        select transfer_id, sum(collected) over (order by transfer_id) - collected as before from transfers
        where client = ${tx.client} and transfer_id = any(${references}::text[])) summed
      where before < ${mostItems}`.execute(tx.db)
    return table.remove(
      tx,
      rows.map(({ transfer_id }) => transfer_id),
    )
  },
}
