import { sql } from 'kysely'
import type { Platform } from '../../core/platform.ts'
import { type Destination, DestinationError } from '../../platform/destinations/index.ts'
import type { RunOfConfig } from './run-job.ts'

/** Transfers that were interrupted are looked through for so many days; younger leftovers may still be written to. */
const lookedAtDays = 8
/** At most so many transfers a day. */
const mostTransfers = 100

/** Removes temporary files that lost connections and workers that died left in the folders of a configuration's transfers. */
export const removeLeftovers = async (
  { database, log }: Pick<Platform, 'database' | 'log'>,
  destination: Destination,
  { client, transfer_config_reference }: RunOfConfig,
): Promise<void> => {
  // Without a further lease, one worker has sent everything and has left nothing behind.
  const { rows } = await database.read(client, ({ now, db }) =>
    sql<{ folder: string }>`select distinct transfer.folder || coalesce('/' || part.name, '') as folder from (
        select transfer_id, folder from transfers where client = ${client}
          and transfer_config_reference = ${transfer_config_reference} and (lease > 1 or state <> 'Succeeded')
          and started_at < ${now}::timestamptz - interval '1 day'
          and updated_at > ${now}::timestamptz - ${lookedAtDays} * interval '1 day'
        order by report_to desc limit ${mostTransfers}) transfer
      cross join lateral (select null as name union select split_part(file_name, '/', 1) from transfer_files
        where client = ${client} and transfer_id = transfer.transfer_id and file_name like '%/%') part
      order by 1`.execute(db),
  )
  for (const { folder } of rows) {
    try {
      await destination.removeLeftovers(folder)
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error
      log.warn({ err: error, client, transfer_config_reference, folder }, 'leftovers of a transfer were not removed')
      return
    }
  }
}
