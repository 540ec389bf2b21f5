import { measured, openStream, unwrapDek } from '@holdfast/custody'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { damageOf, findPayload, lockPayload, markIntact, readStoredContent } from '../payloads/index.ts'
import { type ReexamineJob, reexaminePayloadJob } from './sweep-job.ts'

const actor = { kind: 'system', reference: 'sweep' } as const

/** Removes the damage mark of a recording if all its stored bytes are those that arrived, and can be opened. */
export const reexaminePayload: Job<ReexamineJob> = {
  definition: reexaminePayloadJob,
  async handle({ platform, signal }, { client, payload_reference }) {
    const payload = await platform.database.read(client, (tx) => findPayload(tx, payload_reference))
    if (!payload || payload.damaged_at === null || !(await isIntact(platform, payload, signal))) return
    await platform.database.transaction(client, async (tx) => {
      const locked = await lockPayload(tx, payload_reference)
      if (locked?.damaged_at === payload.damaged_at && locked.s3_path === payload.s3_path) {
        await markIntact(tx, actor, locked)
      }
    })
  },
}

const isIntact = async (platform: Platform, payload: PayloadRow, signal: AbortSignal): Promise<boolean> => {
  const { client, key_id, encrypted_dek, iv, checksum, payload_reference, payload_type, device_reference } = payload
  if (key_id === null || encrypted_dek === null || iv === null) return false
  const key = await platform.clientKeys.privateKey(client, key_id)
  if (!key) return false
  try {
    const { content, measure } = measured(await readStoredContent(platform, payload))
    const dek = await unwrapDek(encrypted_dek, key)
    const context = { payload_reference, payload_type, device_reference, iv }
    for await (const _ of openStream(content, dek, context)) signal.throwIfAborted()
    return measure().checksum === checksum
  } catch (error) {
    if (damageOf(error)) return false
    throw error
  }
}
