import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { enqueueJobs } from '../../platform/database/index.ts'
import { buildWordIndexJob, readWordIndexRow, removeWordIndexJob } from '../words/index.ts'

/** Goes on with indexes that are being built or removed and whose job was lost, or has failed for the last time. */
export const resumeWordIndexes: Job<Record<string, unknown>> = {
  definition: { name: 'resume_word_indexes', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '7,37 * * * *',
  runsWhileQuiet: true,
  async handle({ platform: { clients, database } }) {
    for (const client of await clients.names()) {
      await database.transaction(client, async (tx) => {
        const state = (await readWordIndexRow(tx))?.state
        const job = state === 'building' ? buildWordIndexJob : state === 'removing' ? removeWordIndexJob : null
        if (job) await enqueueJobs(tx.db, job, [{ client }], { unlessRunning: true })
      })
    }
  },
}
