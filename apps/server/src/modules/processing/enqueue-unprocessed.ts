import type { PayloadState } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
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
export const enqueueUnprocessed = async ({ database }: Pick<Platform, 'database'>, waitedMs: number): Promise<void> => {
  const clients = await database.readAcrossClients((db) => db.selectFrom('clients').select('client').execute())
  const until = new Date(Date.now() - waitedMs).toISOString()
  for (const { client } of clients) {
    await database.transaction(client, async (tx) => {
      for (const payload_state of ['Uploaded', 'Scanning'] as const) {
        const overdue = await overduePayloads(tx, payload_state, until)
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

/** Ordered as the index by state, because only few among millions of payloads are in one of these states. */
const overduePayloads = (tx: TenantTransaction, payload_state: PayloadState, until: string) =>
  tx.db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('payload_state', '=', payload_state)
    .where('updated_at', '<=', until)
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(batchOfClient)
    .execute()
