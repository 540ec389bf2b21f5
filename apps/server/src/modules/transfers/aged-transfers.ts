import { sql } from 'kysely'
import type { AgedRow, AgedTable } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { isRecordingThere } from '../payloads/index.ts'

/** Rows of recordings that are removed in one transaction, with those of their files and attempts. */
const mostItems = 50_000

/**
 * Transfers that ended before a time and all of whose recordings were destroyed, for retention. Whether a recording may be destroyed can
 * depend on its transfer: while there is one, held or not, its transfers stay.
 */
export const agedTransfers: AgedTable = {
  async page({ db, client }, { before, after, limit }) {
    const { rows } =
      await sql<AgedRow>`select transfer_id as reference, null::timestamptz as time, null::text as "group",
        null::text as device_user, null::text as portal_user
      from transfers transfer
      where transfer.client = ${client} and transfer_id < ${earliestId(before)} and transfer_id > ${after?.reference ?? ''}
        and state in ('Succeeded', 'PartialFail', 'Failed') and next_attempt_at is null
        and finished_at < ${before}::timestamptz
        and not exists (select from transfer_items item where item.client = ${client}
          and item.transfer_id = transfer.transfer_id and ${isRecordingThere(client, sql`item.payload_reference`)})
      order by transfer_id limit ${limit}`.execute(db)
    return rows
  },
  async remove({ db, client }, references) {
    const { numAffectedRows } = await sql`delete from transfers where client = ${client} and transfer_id in (
      select transfer_id from (
        select transfer_id, sum(collected) over (order by transfer_id) - collected as earlier from transfers summed
        where summed.client = ${client} and transfer_id = any(${references}::text[])) listed
      where earlier < ${mostItems})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
