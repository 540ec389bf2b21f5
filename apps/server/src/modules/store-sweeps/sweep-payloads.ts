import type { PayloadState } from '@holdfast/contract'
import { enqueueJobs } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { type Damage, recordDamage, type StoredPayload, sizesInTable, storedPayloadsAfter } from '../payloads/index.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { reexaminePayloadJob, type SweepPage } from './sweep-job.ts'

const actor = { kind: 'system', reference: 'sweep' } as const

/**
 * States in which the stored content is, or will become, the only copy. Handsets send Failed payloads again; Destroyed payloads
 * have no content.
 */
export const keptStates: readonly PayloadState[] = [
  'Uploaded',
  'Scanning',
  'Processed',
  'Transferred',
  'Quarantined',
  'Deleted',
]

/** Records damage to payloads whose content is missing or has another size than on arrival. Does not read the content. */
export const sweepPayloads = async ({ platform, client, after, limit, signal }: SweepPage): Promise<string | null> => {
  const { database, objects } = platform
  const { page, kept, sizes } = await database.read(client, async (tx) => {
    const page = await storedPayloadsAfter(tx, after, limit)
    const kept = page.filter(({ payload_state }) => keptStates.includes(payload_state))
    const inTable = kept.filter(({ is_content_in_table }) => is_content_in_table)
    const references = inTable.map(({ payload_reference }) => payload_reference)
    return { page, kept, sizes: await sizesInTable(tx, references) }
  })
  const whole: StoredPayload[] = []
  await forEachConcurrently(kept, async (payload) => {
    signal.throwIfAborted()
    const damage = damageOfStored(payload, await storedSize(objects, sizes, payload))
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

/** The size of the stored bytes; `undefined` if there are none. */
const storedSize = async (
  objects: Objects,
  inTable: ReadonlyMap<string, number>,
  { payload_reference, s3_path, is_content_in_table }: StoredPayload,
): Promise<number | undefined> =>
  is_content_in_table ? inTable.get(payload_reference) : (await objects.head(s3_path ?? ''))?.bytes

const damageOfStored = ({ size }: StoredPayload, found: number | undefined): Damage | null => {
  if (found === undefined) return { found: 'missing' }
  return size === null || found === size ? null : { found: 'size' }
}
