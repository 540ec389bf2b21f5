import type { PayloadState } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { processingStatements } from './enqueue-processing.ts'
import { claimedMessages } from './message-batches.ts'
import { processPayloadJob } from './process-payload-job.ts'

const overdueAfterMs = 10 * 60 * 1000
const batchOfClient = 500

/** Enqueues payloads that have waited too long again, because their job may have been lost with its worker. */
export const enqueueOverdue: Job<Record<string, unknown>> = {
  definition: { name: 'enqueue_overdue_payloads', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  handle: ({ platform }) => enqueueUnprocessed(platform, overdueAfterMs),
}

/** A batch of messages that was claimed longer ago is given up: its messages may be put into other batches. */
const staleBatchAfterMs = 60 * 60 * 1000

/**
 * Enqueues the processing of the oldest payloads of each client that have waited for `waitedMs`. Waiting jobs are not
 * duplicated; payloads whose job is running are skipped, however long it runs, and so are messages that are in a batch.
 */
export const enqueueUnprocessed = async ({ database }: Pick<Platform, 'database'>, waitedMs: number): Promise<void> => {
  const clients = await database.readAcrossClients((db) => db.selectFrom('clients').select('client').execute())
  const until = new Date(Date.now() - waitedMs).toISOString()
  for (const { client } of clients) {
    await database.transaction(client, async (tx) => {
      await deleteStaleBatches(tx)
      const claimed = await claimedMessages(tx)
      const isFree = ({ payload_reference }: Overdue) => !claimed.has(payload_reference)
      const uploaded = (await overduePayloads(tx, 'Uploaded', until)).filter(isFree)
      const scanning = (await overduePayloads(tx, 'Scanning', until)).filter(isFree)
      const opened = scanning.map(({ payload_reference }) => ({ client, payload_reference }))
      await tx.executeAll(processingStatements(client, uploaded, { unlessRunning: true }))
      await enqueueJobs(tx.db, processPayloadJob, opened, { unlessRunning: true })
    })
  }
}

/** Their jobs have failed for the last time, or wait for hours to be tried again. */
const deleteStaleBatches = async (tx: TenantTransaction): Promise<void> => {
  const claimedBy = new Date(tx.now.getTime() - staleBatchAfterMs).toISOString()
  await tx.db
    .deleteFrom('message_batches')
    .where('client', '=', tx.client)
    .where('claimed_at', '<=', claimedBy)
    .execute()
}

type Overdue = Awaited<ReturnType<typeof overduePayloads>>[number]

/** Ordered as the index by state, because only few among millions of payloads are in one of these states. */
const overduePayloads = (tx: TenantTransaction, payload_state: PayloadState, until: string) =>
  tx.db
    .selectFrom('payloads')
    .select(['payload_reference', 'payload_type', 'is_content_in_table', 'lost_passes'])
    .where('client', '=', tx.client)
    .where('payload_state', '=', payload_state)
    .where('updated_at', '<=', until)
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(batchOfClient)
    .execute()
