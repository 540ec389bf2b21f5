import type { PayloadState } from '@holdfast/contract'
import { enqueueJobs, type PayloadRow, type TenantTransaction } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { type Damage, recordDamage, sizesInTable } from '../payloads/index.ts'
import { reexaminePayloadJob, type SweepPage } from './sweep-job.ts'

/** Number of concurrent requests for objects. */
const concurrency = 16
const actor = { kind: 'system', reference: 'sweep' } as const

/**
 * States in which the stored content is, or will become, the only copy. Handsets send Failed payloads again; Destroyed payloads
 * have no content.
 */
const keptStates: readonly PayloadState[] = [
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
    const page = await payloadPageQuery(tx, after, limit)
    const kept = page.filter(({ payload_state }) => keptStates.includes(payload_state))
    const inTable = kept.filter(({ is_content_in_table }) => is_content_in_table)
    return {
      page,
      kept,
      sizes: await sizesInTable(
        tx,
        inTable.map(({ payload_reference }) => payload_reference),
      ),
    }
  })
  const whole: Stored[] = []
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

type Stored = Pick<
  PayloadRow,
  | 'client'
  | 'payload_reference'
  | 'payload_state'
  | 's3_path'
  | 'is_content_in_table'
  | 'uploaded_at'
  | 'key_id'
  | 'encrypted_dek'
  | 'size'
  | 'damaged_at'
>

const payloadPageQuery = (tx: TenantTransaction, after: string, limit: number): Promise<Stored[]> =>
  tx.db
    .selectFrom('payloads')
    .select([
      'client',
      'payload_reference',
      'payload_state',
      's3_path',
      'is_content_in_table',
      'uploaded_at',
      'key_id',
      'encrypted_dek',
      'size',
      'damaged_at',
    ])
    .where('client', '=', tx.client)
    .where('payload_reference', '>', after)
    .where((eb) => eb.or([eb('is_content_in_table', '=', true), eb('s3_path', 'is not', null)]))
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/** The size of the stored bytes; `undefined` if there are none. */
const storedSize = async (
  objects: Objects,
  inTable: ReadonlyMap<string, number>,
  { payload_reference, s3_path, is_content_in_table }: Stored,
): Promise<number | undefined> =>
  is_content_in_table ? inTable.get(payload_reference) : (await objects.head(s3_path ?? ''))?.bytes

const damageOfStored = ({ size }: Stored, found: number | undefined): Damage | null => {
  if (found === undefined) return { found: 'missing' }
  return size === null || found === size ? null : { found: 'size' }
}

const forEachConcurrently = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}
