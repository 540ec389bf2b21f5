import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { type DestinationOptions, openDestination } from '../../platform/destinations/index.ts'
import { destinationOptionsOf, type TransferConfigRow, zipPasswordOf } from '../transfer-configs/index.ts'
import { type DeliveryFormat, inspectPgpKey } from '../transfer-files/index.ts'
import { type Claim, claimTransfer } from './claim-transfer.ts'
import { isEnding } from './deliver-file.ts'
import { planItems } from './plan-items.ts'
import { readReceiptOf } from './read-receipts.ts'
import { ResultWriter } from './result-writer.ts'
import { type RunOfConfig, runTransferJob } from './run-job.ts'
import { sendConversations } from './send-conversations.ts'
import { sendIndex } from './send-index.ts'
import { completeManifest, sendManifest } from './send-manifest.ts'
import { sendRecordings } from './send-recordings.ts'
import { finishTransfer, retryFailed, type SliceResult, settleSlice, waitForKey } from './settle-slice.ts'
import { Slice } from './slice.ts'
import { SliceEnded } from './slice-ended.ts'

/** Goes on with the transfer whose turn it is, for a minute; then others get their turn. */
export const runTransfer: Job<RunOfConfig> = {
  definition: runTransferJob,
  async handle({ platform, signal }, job) {
    if (!(await platform.clients.findActive(job.client))) return
    const claimed = await platform.database.transaction(job.client, async (tx) => {
      const claim = await claimTransfer(tx, job.transfer_config_reference)
      if (!claim) return null
      const options = await destinationOptionsOf(tx, platform.keys, claim.config)
      const file = await tx.db
        .selectFrom('transfer_files')
        .select((eb) => eb.fn.max('file_number').as('last'))
        .where('client', '=', tx.client)
        .where('transfer_id', '=', claim.transfer.transfer_id)
        .executeTakeFirst()
      return { claim, options, lastFile: file?.last ?? 0 }
    })
    if (!claimed) return
    await takeSlice(platform, job.client, { ...claimed, signal })
  },
}

interface Claimed {
  claim: Claim
  options: DestinationOptions
  lastFile: number
  signal: AbortSignal
}

const takeSlice = async (platform: Platform, client: string, { claim, options, lastFile, signal }: Claimed) => {
  const format = formatOf(platform, claim.config)
  const slice = new Slice(platform, client, claim, { format, lastFile, signal })
  const writer = new ResultWriter(slice)
  try {
    const result = await work(slice, writer, options)
    await writer.flush()
    await settleSlice(slice, result)
  } catch (error) {
    const stored = await writer.flush().catch((failure: unknown) => failure)
    await settleFailure(slice, stored instanceof SliceEnded ? stored : error)
  } finally {
    writer.close()
    await slice.close()
  }
}

const formatOf = ({ keys }: Platform, config: TransferConfigRow): DeliveryFormat => {
  const { client, transfer_type, transfer_file_format, metadata_format, pgp_key } = config
  const zip_password = zipPasswordOf(keys, config)
  return { client, transfer_type, transfer_file_format, metadata_format, pgp_key, zip_password }
}

/** @throws what ended the slice */
const work = async (slice: Slice, writer: ResultWriter, options: DestinationOptions): Promise<SliceResult> => {
  if (!(await planItems(slice))) return { kind: 'more' }
  const { pgp_key } = slice.config
  const problem = pgp_key === null ? null : (await inspectPgpKey(pgp_key)).problem
  if (problem !== null) return waitForKey(problem)
  const destination = await slice.destination(() => openDestination(slice.platform, options, slice.signal))
  const sending = { slice, destination, writer }
  if (slice.isNewAttempt) {
    await completeManifest(sending)
    await retryFailed(slice)
  }
  const isReport = slice.config.transfer_type === 'Vantage'
  const areAllSent = isReport || ((await sendRecordings(sending)) && (await sendConversations(sending)))
  await writer.flush()
  if (!areAllSent) return { kind: 'more' }
  await sendIndex(sending)
  await sendManifest(sending)
  await readReceiptOf(slice.platform, destination, slice)
  return { kind: 'done' }
}

const settleFailure = async (slice: Slice, error: unknown): Promise<void> => {
  if (error instanceof SliceEnded || isEnding(slice, error)) {
    await settleSlice(slice, { kind: 'ended', isLost: error instanceof SliceEnded && error.why === 'lost' })
    return
  }
  await finishTransfer(slice, error)
}
