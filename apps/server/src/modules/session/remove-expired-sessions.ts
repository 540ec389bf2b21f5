import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'

const batch = 1000
/** Per account and run; the next run continues. */
const maxBatches = 20

/** Removes the identity broker's expired sign-ins, codes, tokens and sessions. */
export const removeExpiredSessions: Job<Record<string, unknown>> = {
  definition: { name: 'remove_expired_sessions', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '*/10 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      for (let round = 0; round < maxBatches; round += 1) {
        signal.throwIfAborted()
        if ((await platform.identity.removeExpired(client, batch)) < batch) break
      }
    }
  },
}
