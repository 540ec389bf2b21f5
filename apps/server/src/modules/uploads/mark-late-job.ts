import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { markLate } from '../payloads/index.ts'
import { lateIfMadeBefore } from './late.ts'

const atOnce = 500
const product = { kind: 'system', reference: 'system' } as const

/**
 * Every minute: recordings whose content is missing become late on their own. One transaction per batch, so that no lock is held for
 * long after an outage that left many.
 */
export const markLateRecordings: Job<Record<string, unknown>> = {
  definition: { name: 'mark_late_recordings', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { clients, database }, signal }) {
    for (const client of await clients.names()) {
      for (let marked = atOnce; marked === atOnce; ) {
        signal.throwIfAborted()
        marked = await database.transaction(client, (tx) =>
          markLate(tx, product, { made_before: lateIfMadeBefore(tx.now), limit: atOnce }),
        )
      }
    }
  },
}
