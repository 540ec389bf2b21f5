import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { removeExpiredPlaybacks } from './playbacks.ts'

const batch = 1_000

/** Removes what was remembered of players whose addresses have expired. */
export const removeExpiredPlaybacksJob: Job<Record<string, unknown>> = {
  definition: { name: 'remove_expired_playbacks', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '27 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let removed: number
      do {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, (tx) => removeExpiredPlaybacks(tx, batch))
      } while (removed === batch)
    }
  },
}
