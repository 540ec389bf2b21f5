import { sql } from 'kysely'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { type Destination, DestinationError, openDestination } from '../../platform/destinations/index.ts'
import { destinationOptionsOf, transferConfigs } from '../transfer-configs/index.ts'
import { maxReceiptBytes, readReceipt, receiptName } from '../transfer-files/index.ts'
import { matchReceipt } from './match-receipt.ts'
import { type RunOfConfig, readReceiptsJob } from './run-job.ts'
import { isUnconfirmed, receiptsForMs } from './sweep-transfers.ts'
import { selectTransfers, type TransferRow } from './transfer-row.ts'

/** One job reads the receipts of so many transfers; the next sweep has further ones read. */
const mostAtOnce = 200
const entriesTogether = 1_000

/** Reads the receipts of transfers that are not confirmed yet. */
export const readReceipts: Job<RunOfConfig> = {
  definition: readReceiptsJob,
  async handle({ platform, signal }, { client, transfer_config_reference }) {
    const found = await platform.database.read(client, async (tx) => {
      const config = await transferConfigs.find(tx, transfer_config_reference)
      if (!config?.is_active) return null
      const transfers = await selectTransfers(tx)
        .where('transfer_config_reference', '=', transfer_config_reference)
        .where(isUnconfirmed)
        .where('finished_at', '>', new Date(tx.now.getTime() - receiptsForMs).toISOString())
        .orderBy(sql`receipts_read_at nulls first`)
        .limit(mostAtOnce)
        .execute()
      return { transfers, options: await destinationOptionsOf(tx, platform.keys, config) }
    })
    if (!found || found.transfers.length === 0) return
    const destination = await openDestination(platform, found.options, signal).catch(toNull)
    if (!destination) return
    try {
      for (const transfer of found.transfers) {
        signal.throwIfAborted()
        await readReceiptOf(platform, destination, { client, transfer })
      }
    } finally {
      await destination.close()
    }
  },
}

/** A destination that does not answer now is asked again by the next sweep: the transfer itself is not in doubt. */
const toNull = (error: unknown): null => {
  if (error instanceof DestinationError) return null
  throw error
}

/** Reads the receipt in the folder of a transfer, if there is one. */
export const readReceiptOf = async (
  { database, log, ...platform }: Platform,
  destination: Destination,
  { client, transfer }: { client: string; transfer: TransferRow },
): Promise<void> => {
  const { transfer_id, folder } = transfer
  const content = await destination.read(`${folder}/${receiptName}`, maxReceiptBytes).catch((error: unknown) => {
    log.warn({ err: error, client, transfer_id }, 'the receipt of a transfer could not be read')
    return toNull(error)
  })
  const store = (entries: ReadonlyMap<string, string>) =>
    database.transaction(client, (tx) => matchReceipt(tx, { ...platform, database, log }, transfer, entries))
  // The last line of a name counts.
  let entries = new Map<string, string>()
  if (content) {
    for await (const line of readReceipt([content] as never)) {
      if ('sha256' in line) entries.set(line.file_name, line.sha256)
      if (entries.size < entriesTogether) continue
      await store(entries)
      entries = new Map()
    }
  }
  await store(entries)
}
