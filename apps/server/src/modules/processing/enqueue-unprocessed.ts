import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueJobs } from '../../platform/database/index.ts'
import { payloadsSince } from '../payloads/index.ts'
import { processPayloadJob } from './process-payload-job.ts'

const overdueAfterMs = 10 * 60 * 1000
const batchOfClient = 500

/** Enqueues payloads that have waited too long again, because their job may have been lost with its worker. */
export const enqueueOverdue: Job<Record<string, unknown>> = {
  definition: { name: 'enqueue_overdue_payloads', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  handle: ({ platform }) => enqueueUnprocessed(platform, overdueAfterMs),
}

/**
 * Enqueues the processing of the oldest payloads of each client that have waited for `waitedMs`. Waiting jobs are not
 * duplicated, and payloads whose job is running are skipped, however long it runs.
 */
export const enqueueUnprocessed = async (
  { clients, database }: Pick<Platform, 'clients' | 'database'>,
  waitedMs: number,
): Promise<void> => {
  const until = new Date(Date.now() - waitedMs).toISOString()
  for (const client of await clients.names()) {
    await database.transaction(client, async (tx) => {
      for (const payload_state of ['Uploaded', 'Scanning'] as const) {
        const overdue = await payloadsSince(tx, { payload_state, until, limit: batchOfClient })
        await enqueueJobs(
          tx.db,
          processPayloadJob,
          overdue.map(({ payload_reference }) => ({ client, payload_reference })),
          { unlessRunning: true },
        )
      }
    })
  }
}
