import type { Job } from '../../core/jobs.ts'
import { examineContent, findPayload, lockPayload, markIntact } from '../payloads/index.ts'
import { type ReexamineJob, reexaminePayloadJob } from './sweep-job.ts'

const actor = { kind: 'system', reference: 'sweep' } as const

/** Removes the damage mark of a recording if all its stored bytes are those that arrived, and can be opened. */
export const reexaminePayload: Job<ReexamineJob> = {
  definition: reexaminePayloadJob,
  async handle({ platform, signal }, { client, payload_reference }) {
    const payload = await platform.database.read(client, (tx) => findPayload(tx, payload_reference))
    if (!payload || payload.damaged_at === null) return
    const { damage } = await examineContent(platform, payload, { signal })
    if (damage) return
    await platform.database.transaction(client, async (tx) => {
      const locked = await lockPayload(tx, payload_reference)
      if (locked?.damaged_at === payload.damaged_at && locked.s3_path === payload.s3_path) {
        await markIntact(tx, actor, locked)
      }
    })
  },
}
