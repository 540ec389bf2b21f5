import { ClientIdentifier } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition } from '../../platform/database/index.ts'
import { claimBatches } from './message-batches.ts'

/** While messages keep coming, they are collected for this long. */
const collectMs = 200

const CollectMessagesJob = Type.Object({ client: ClientIdentifier })
export type CollectMessagesJob = Static<typeof CollectMessagesJob>

/** Puts the waiting messages of an account into batches. Each registration adds it; while it waits, it is one job. */
export const collectMessagesJob: JobDefinition<CollectMessagesJob> = {
  name: 'collect_messages',
  payload: CollectMessagesJob,
  maxAttempts: 12,
  key: ({ client }) => client,
}

/**
 * Adds itself again for a little later as long as messages come. Until then, registrations find that job waiting, so that they
 * neither add others nor make it run earlier: 200 messages a second become five batches, not 200 jobs.
 */
export const collectMessages: Job<CollectMessagesJob> = {
  definition: collectMessagesJob,
  handle: ({ platform }, { client }) =>
    platform.database.transaction(client, async (tx) => {
      const isBusy = await claimBatches(tx)
      if (!isBusy) return
      await tx.enqueue(collectMessagesJob, { client }, { runAt: new Date(tx.now.getTime() + collectMs) })
    }),
}
