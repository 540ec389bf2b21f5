import { ClientIdentifier, Ulid } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { JobDefinition } from '../../platform/database/index.ts'
import { setObjectsGone, unfinishedBatches, unfinishedDestructions } from './destruction-rows.ts'
import { writeEnd } from './journal.ts'

const BatchJob = Type.Object({ client: ClientIdentifier, batch_id: Ulid })
type BatchJob = Static<typeof BatchJob>

export const removeObjectsJob: JobDefinition<BatchJob> = {
  name: 'remove_destroyed_objects',
  payload: BatchJob,
  maxAttempts: 12,
  key: ({ client, batch_id }) => `${client}/${batch_id}`,
}

/** Ends a destruction that has committed. It can be tried again after any step. */
export const removeObjects: Job<BatchJob> = {
  definition: removeObjectsJob,
  runsWhileQuiet: true,
  handle: ({ platform }, job) => finishBatch(platform, job),
}

/**
 * Writes to the journal that the batch has committed, and removes its objects with all versions. A recording counts as gone once the
 * store has said so of each object.
 */
export const finishBatch = async (
  { database, objects, journal, keys }: Pick<Platform, 'database' | 'objects' | 'journal' | 'keys'>,
  { client, batch_id }: BatchJob,
): Promise<void> => {
  await writeEnd({ journal, keys }, { client, batch_id }, 'done')
  const unfinished = await database.read(client, (tx) => unfinishedDestructions(tx, batch_id))
  const gone: string[] = []
  let failure: unknown = null
  for (const { payload_reference, object_keys } of unfinished) {
    try {
      for (const key of object_keys) await objects.erase(key)
      gone.push(payload_reference)
    } catch (error) {
      failure = error
    }
  }
  await database.transaction(client, (tx) => setObjectsGone(tx, gone))
  if (failure !== null) throw failure
}

const resumedBatches = 100

/** Every hour: batches whose job gave up, because the store was away for long. */
export const resumeRemovals: Job<Record<string, unknown>> = {
  definition: { name: 'resume_removals', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '27 * * * *',
  runsWhileQuiet: true,
  async handle({ platform: { clients, database }, signal }) {
    for (const client of await clients.names()) {
      signal.throwIfAborted()
      await database.transaction(client, async (tx) => {
        for (const batch_id of await unfinishedBatches(tx, resumedBatches)) {
          await tx.enqueue(removeObjectsJob, { client, batch_id })
        }
      })
    }
  },
}
