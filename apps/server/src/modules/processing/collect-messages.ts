import { ClientIdentifier } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import {
  callersHaveEnded,
  enqueueUnlessWaiting,
  type JobDefinition,
  type Statement,
} from '../../platform/database/index.ts'
import { claimBatches } from './message-batches.ts'

/** While messages keep coming, they are collected for this long. */
const collectMs = 200

const CollectMessagesJob = Type.Object({ client: ClientIdentifier })
export type CollectMessagesJob = Static<typeof CollectMessagesJob>

/** Puts the waiting messages of an account into batches. Each registration needs it; while it waits, it is one job. */
export const collectMessagesJob: JobDefinition<CollectMessagesJob> = {
  name: 'collect_messages',
  payload: CollectMessagesJob,
  maxAttempts: 12,
  key: ({ client }) => client,
}

/** The statement that has the waiting messages of an account collected, for the transaction that makes them wait. */
export const collectStatement = (client: string): Statement =>
  enqueueUnlessWaiting(collectMessagesJob, { client }, collectMs)

/**
 * Adds itself again for a little later as long as messages come. Until then, registrations find that job waiting, so that they
 * neither add others nor make it run earlier: 200 messages a second become five batches, not 200 jobs.
 */
export const collectMessages: Job<CollectMessagesJob> = {
  definition: collectMessagesJob,
  runsWhileQuiet: true,
  handle: async ({ platform: { database } }, job) => {
    // Before the messages are read: those of calls that have ended are among them.
    const [calls] = await database.readOnce(job.client, callersHaveEnded(collectMessagesJob, job))
    await database.transaction(job.client, async (tx) => {
      const isBusy = await claimBatches(tx)
      if (!isBusy && calls?.haveEnded) return
      await tx.enqueue(collectMessagesJob, job, { runAt: new Date(tx.now.getTime() + collectMs) })
    })
  },
}
