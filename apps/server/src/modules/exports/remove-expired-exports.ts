import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { removeExpiredExports } from './export-tickets.ts'

const batch = 1_000

/** Removes exports whose addresses have expired. The trail has what was exported. */
export const removeExpiredExportsJob: Job<Record<string, unknown>> = {
  definition: { name: 'remove_expired_exports', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '37 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let removed: number
      do {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, (tx) => removeExpiredExports(tx, batch))
      } while (removed === batch)
    }
  },
}
