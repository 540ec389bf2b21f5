import type { AuditEvent } from '@holdfast/contract'
import { Type } from 'typebox'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { recordProductActivity } from '../activities/index.ts'
import type { Job } from '../jobs.ts'

interface LostFiles {
  name: string
  event: AuditEvent
  /** Takes the files that no process sends any more, as the trail has them. */
  take(tx: TenantTransaction): Promise<readonly object[]>
}

/** A job of every minute: files whose sending ended with a crash of their process get their end on the trail. */
export const endLostFiles = ({ name, event, take }: LostFiles): Job<Record<string, unknown>> => ({
  definition: { name, payload: Type.Object({}), maxAttempts: 3 },
  schedule: '* * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, async (tx) => {
        for (const lost of await take(tx)) {
          await recordProductActivity(tx, { call: `JOB ${name}`, event, details: { ...lost, ending: 'interrupted' } })
        }
      })
    }
  },
})
