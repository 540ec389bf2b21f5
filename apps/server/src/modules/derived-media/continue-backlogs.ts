import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { deriveMediaJob, transcodeVideoJob } from './derive-media-job.ts'
import { continueBacklog } from './media-backlog.ts'

/**
 * Enqueues the first recording of each backlog again if its job is gone: it was run by a worker of an earlier version, which knows no
 * backlogs, or failed for the last time before it could pass the turn on, or the object store was full or unreachable.
 */
export const continueBacklogs: Job<Record<string, unknown>> = {
  definition: { name: 'continue_media_backlogs', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '*/10 * * * *',
  runsWhileQuiet: true,
  async handle({ platform: { clients, database } }) {
    for (const client of await clients.names()) {
      await database.transaction(client, async (tx) => {
        await continueBacklog(tx, deriveMediaJob)
        await continueBacklog(tx, transcodeVideoJob)
      })
    }
  },
}
