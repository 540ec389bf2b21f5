import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import { takeLostDownloads } from './download-tickets.ts'

const definition = { name: 'end_lost_downloads', payload: Type.Object({}), maxAttempts: 3 } as const

/** Every minute: downloads that a crash of their process ended get their end on the trail. */
export const endLostDownloads: Job<Record<string, unknown>> = {
  definition,
  schedule: '* * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, async (tx) => {
        for (const lost of await takeLostDownloads(tx)) {
          const details = { ...lost, ending: 'interrupted' }
          await recordProductActivity(tx, { call: `JOB ${definition.name}`, event: 'download.ended', details })
        }
      })
    }
  },
}
