import { assertNotQuiet } from '../../core/installation/index.ts'
import type { Platform } from '../../core/platform.ts'
import { newId } from '../../platform/identifiers.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { lockPayloads } from '../payloads/index.ts'
import { decide, type KeptReason } from './decide.ts'
import { insertDestructions } from './destruction-rows.ts'
import { eraseContent } from './erase-content.ts'
import { type Batch, writeIntention } from './journal.ts'
import { recordDestruction } from './record-destruction.ts'
import { finishBatch, removeObjectsJob } from './remove-objects.ts'

export type Destruction = { payload_reference: string } & (
  | { result: 'destroyed'; bytes: number }
  | { result: 'kept'; reason: KeptReason }
)

/** The run of retention that destroys, who asked for it (a person, or `system`), and who let it go on beyond its share, if anybody did. */
export interface DoneBy {
  run_id: string
  by: string
  continued_by?: string | null
}

type Parts = Pick<Platform, 'database' | 'objects' | 'journal' | 'keys' | 'log'>

const system = { kind: 'system', reference: 'system' } as const
/** The job waits for the process that destroyed them, which removes the objects at once. */
const jobAfterMs = 60_000

/**
 * The only way by which the content of recordings ends: up to 100 whose retention says so, each decided on its own, in one transaction.
 * Their wrapped keys and rows are gone when it resolves, and usually their objects, too; a job removes what is left of them.
 */
export const destroyPayloads = async (
  platform: Parts,
  client: string,
  payload_references: readonly string[],
  { run_id, by, continued_by = null }: DoneBy,
): Promise<Destruction[]> => {
  const references = [...new Set(payload_references)].sort()
  const { decided, batch } = await platform.database.transaction(client, async (tx) => {
    await assertNotQuiet(tx)
    await lockHolds(tx, 'share')
    const all = await decide(tx, references, await lockPayloads(tx, references))
    const due = all.flatMap(({ payload, reason }) => (payload && reason === null ? [payload] : []))
    if (due.length === 0) return { decided: all, batch: null }
    const batch_id = newId(tx.now)
    const rules = new Map(all.map(({ payload_reference, rule }) => [payload_reference, rule]))
    const payloads = await eraseContent(tx, due, {
      actor: system,
      only: { byRetention: true },
      details: { run_id, by, continued_by, batch_id },
      ruleOf: (reference) => rules.get(reference) ?? null,
    })
    const destroyed_at = tx.now.toISOString()
    const destroying: Batch = {
      format: 'holdfast-destruction-1',
      client,
      batch_id,
      run_id,
      destroyed_at,
      destroyed_by: by,
      continued_by,
      payloads,
    }
    await insertDestructions(tx, destroying, false)
    await recordDestruction(tx, due, { ...destroying, rules })
    const runAt = new Date(tx.now.getTime() + jobAfterMs)
    await tx.enqueue(removeObjectsJob, { client, batch_id }, { runAt })
    // The last step before the commit: a database that is restored from a backup learns from it what was destroyed.
    await writeIntention(platform, destroying)
    return { decided: all, batch: destroying }
  })
  if (batch) {
    await finishBatch(platform, batch).catch((error: unknown) => {
      platform.log.warn({ err: error, client, batch_id: batch.batch_id }, 'objects of destroyed recordings remain')
    })
  }
  return decided.map(({ payload_reference, payload, reason }) =>
    reason === null
      ? { payload_reference, result: 'destroyed', bytes: payload?.size ?? 0 }
      : { payload_reference, result: 'kept', reason },
  )
}
