import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { removeExpiredDownloads } from './download-tickets.ts'

const batch = 1_000

/** Removes downloads whose addresses have expired. The trail has what was downloaded. */
export const removeExpiredDownloadsJob: Job<Record<string, unknown>> = {
  definition: { name: 'remove_expired_downloads', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '41 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let removed: number
      do {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, (tx) => removeExpiredDownloads(tx, batch))
      } while (removed === batch)
    }
  },
}
