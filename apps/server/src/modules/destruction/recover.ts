import type { Platform } from '../../core/platform.ts'
import { raiseAlert } from '../alerts/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { lockPayloads } from '../payloads/index.ts'
import { comparedUntil, storeCheckpoint } from './checkpoint.ts'
import { batchesAfter, insertDestructions, knownBatches, storedBatch } from './destruction-rows.ts'
import { eraseContent } from './erase-content.ts'
import { assertEnded, type JournaledBatch, journaledBatches, readBatch, writeEnd, writeIntention } from './journal.ts'
import { recordDestruction } from './record-destruction.ts'
import { removeObjectsJob } from './remove-objects.ts'

type Parts = Pick<Platform, 'database' | 'journal' | 'keys' | 'clients' | 'log'>

const system = { kind: 'system', reference: 'system' } as const
const batchSize = 500
/** A younger intention may belong to a process that is about to commit. */
const undecidedForMs = 60 * 60 * 1000

/**
 * Compares the journal of destructions with the database, before anything is served: a database that was restored from an earlier backup
 * destroys again what was destroyed since. Everything can be repeated.
 * @returns how many batches were destroyed again
 * @throws Error if the journal can't be read, or was changed
 */
export const recoverDestructions = async (platform: Parts): Promise<number> => {
  let batchesReplayed = 0
  const from = await comparedUntil(platform)
  const journaled = await journaledBatches(platform, from)
  const byClient = Map.groupBy(journaled, ({ client }) => client)
  for (const client of await platform.clients.names()) {
    const batches = byClient.get(client) ?? []
    await completeJournal(platform, client, { from, journaled: new Set(batches.map(({ batch_id }) => batch_id)) })
    const replayed = await recoverAccount(platform, client, batches)
    batchesReplayed += replayed
    if (replayed > 0) platform.log.warn({ client, batches: replayed }, 'destroyed again what a backup had restored')
  }
  await storeCheckpoint(platform, journaled)
  return batchesReplayed
}

/** @returns how many batches it destroyed again */
const recoverAccount = async (platform: Parts, client: string, batches: readonly JournaledBatch[]): Promise<number> => {
  const known = new Set<string>()
  for (let from = 0; from < batches.length; from += batchSize) {
    const ids = batches.slice(from, from + batchSize).map(({ batch_id }) => batch_id)
    for (const id of await platform.database.read(client, (tx) => knownBatches(tx, ids))) known.add(id)
  }
  const missing = batches.filter(({ batch_id, steps }) => steps.has('done') && !known.has(batch_id))
  for (const batch of missing) await replay(platform, batch)
  for (const batch of batches) {
    if (batch.steps.has('done') || batch.steps.has('aborted')) continue
    if (known.has(batch.batch_id)) await writeEnd(platform, batch, 'done')
    // In an older database it is unknown whether it committed. What it did not destroy is kept.
    else if (missing.length === 0 && isOld(batch)) await writeEnd(platform, batch, 'aborted')
  }
  return missing.length
}

/** A batch's id begins with its time. */
const isOld = ({ batch_id }: JournaledBatch): boolean => {
  const time = [...batch_id.slice(0, 10)].reduce((sum, digit) => sum * 32 + crockford.indexOf(digit), 0)
  return Date.now() - time > undecidedForMs
}
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const replay = async (platform: Parts, { client, batch_id }: JournaledBatch): Promise<void> => {
  await assertEnded(platform, { client, batch_id }, 'done')
  const batch = await readBatch(platform, { client, batch_id })
  const references = batch.payloads.map(({ payload_reference }) => payload_reference).sort()
  await platform.database.transaction(client, async (tx) => {
    await lockHolds(tx, 'share')
    const rows = await lockPayloads(tx, references)
    if ((await knownBatches(tx, [batch_id])).has(batch_id)) return
    const rules = new Map(batch.payloads.map(({ payload_reference, rule }) => [payload_reference, rule]))
    const left = rows.filter(({ payload_state }) => payload_state !== 'Destroyed')
    const erased = await eraseContent(tx, left, {
      actor: system,
      only: { byRetention: true, isReplay: true },
      details: {
        run_id: batch.run_id,
        by: batch.destroyed_by,
        continued_by: batch.continued_by ?? null,
        batch_id,
        is_replayed: true,
      },
      ruleOf: (reference) => rules.get(reference) ?? null,
    })
    const keys = new Map(erased.map(({ payload_reference, object_keys }) => [payload_reference, object_keys]))
    const payloads = batch.payloads.map((payload) => ({
      ...payload,
      object_keys: [...new Set([...payload.object_keys, ...(keys.get(payload.payload_reference) ?? [])])],
    }))
    await insertDestructions(tx, { ...batch, payloads }, true)
    await recordDestruction(tx, left, { ...batch, rules, is_replayed: true })
    if (left.length > 0) {
      const values = { count: String(left.length) }
      await raiseAlert(tx, { condition: 'destruction_replayed', of: batch_id, values })
    }
    await tx.enqueue(removeObjectsJob, { client, batch_id })
  })
}

/** Writes what a journal lacks that was restored from an earlier copy of the store, or lost. */
const completeJournal = async (
  platform: Parts,
  client: string,
  { from, journaled }: { from: string; journaled: ReadonlySet<string> },
): Promise<void> => {
  let after = from
  for (;;) {
    const ids = await platform.database.read(client, (tx) => batchesAfter(tx, after, batchSize))
    for (const batch_id of ids.filter((id) => !journaled.has(id))) {
      const batch = await platform.database.read(client, (tx) => storedBatch(tx, batch_id))
      if (!batch) continue
      await writeIntention(platform, batch)
      await writeEnd(platform, batch, 'done')
    }
    if (ids.length < batchSize) return
    after = ids.at(-1) ?? ''
  }
}
