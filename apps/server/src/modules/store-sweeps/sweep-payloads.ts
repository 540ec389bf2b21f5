import type { PayloadState } from '@holdfast/contract'
import { enqueueJobs } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { type Damage, recordDamage, type StoredPayload, storedPayloadsAfter } from '../payloads/index.ts'
import { reexaminePayloadJob, type SweepPage } from './sweep-job.ts'

/** Number of concurrent requests for objects. */
const concurrency = 16
const actor = { kind: 'system', reference: 'sweep' } as const

/**
 * States in which the stored object is, or will become, the only copy. Handsets send Failed payloads again; Destroyed payloads
 * have no object.
 */
const keptStates: readonly PayloadState[] = [
  'Uploaded',
  'Scanning',
  'Processed',
  'Transferred',
  'Quarantined',
  'Deleted',
]

/** Records damage to payloads whose object is missing or has another size than on arrival. Does not read the objects. */
export const sweepPayloads = async ({ platform, client, after, limit, signal }: SweepPage): Promise<string | null> => {
  const { database, objects } = platform
  const page = await database.read(client, (tx) => storedPayloadsAfter(tx, after, limit))
  const kept = page.filter(({ payload_state }) => keptStates.includes(payload_state))
  const whole: StoredPayload[] = []
  await forEachConcurrently(kept, async (payload) => {
    signal.throwIfAborted()
    const damage = await damageOfStored(objects, payload)
    if (damage) await recordDamage(platform, actor, payload, damage)
    else whole.push(payload)
  })
  const restored = whole.filter(({ damaged_at }) => damaged_at !== null)
  await database.transaction(client, (tx) =>
    enqueueJobs(
      tx.db,
      reexaminePayloadJob,
      restored.map(({ payload_reference }) => ({ client, payload_reference })),
      { unlessRunning: true },
    ),
  )
  return page.length < limit ? null : (page.at(-1)?.payload_reference ?? null)
}

const damageOfStored = async (objects: Objects, { s3_path, size }: StoredPayload): Promise<Damage | null> => {
  const found = await objects.head(s3_path ?? '')
  if (!found) return { found: 'missing' }
  return size === null || found.bytes === size ? null : { found: 'size' }
}

const forEachConcurrently = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}
