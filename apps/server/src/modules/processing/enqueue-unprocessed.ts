import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { payloadsSince } from '../payloads/index.ts'
import { processingStatements } from './enqueue-processing.ts'
import { claimedMessages, deleteStaleBatches } from './message-batches.ts'
import { processPayloadJob } from './process-payload-job.ts'

const overdueAfterMs = 10 * 60 * 1000
const batchOfClient = 500

/** Enqueues payloads that have waited too long again, because their job may have been lost with its worker. */
export const enqueueOverdue: Job<Record<string, unknown>> = {
  definition: { name: 'enqueue_overdue_payloads', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  runsWhileQuiet: true,
  handle: ({ platform }) => enqueueUnprocessed(platform, overdueAfterMs),
}

/**
 * Enqueues the processing of the oldest payloads of each client that have waited for `waitedMs`. Waiting jobs are not
 * duplicated; payloads whose job is running are skipped, however long it runs, and so are messages that are in a batch.
 */
export const enqueueUnprocessed = async (
  { clients, database }: Pick<Platform, 'clients' | 'database'>,
  waitedMs: number,
): Promise<void> => {
  const until = new Date(Date.now() - waitedMs).toISOString()
  for (const client of await clients.names()) {
    await database.transaction(client, async (tx) => {
      await enqueueOverdueOf(tx, until)
    })
  }
}

const enqueueOverdueOf = async (tx: TenantTransaction, until: string): Promise<void> => {
  const { client } = tx
  await deleteStaleBatches(tx)
  const claimed = await claimedMessages(tx)
  const overdue = async (payload_state: 'Uploaded' | 'Scanning') =>
    (await payloadsSince(tx, { payload_state, until, limit: batchOfClient })).filter(
      ({ payload_reference }) => !claimed.has(payload_reference),
    )
  const uploaded = await overdue('Uploaded')
  const scanning = await overdue('Scanning')
  await tx.executeAll(processingStatements(client, uploaded, { unlessRunning: true }))
  await enqueueJobs(
    tx.db,
    processPayloadJob,
    scanning.map(({ payload_reference }) => ({ client, payload_reference })),
    { unlessRunning: true },
  )
}
