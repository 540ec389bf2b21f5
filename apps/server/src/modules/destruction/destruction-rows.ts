import { sql } from 'kysely'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import type { Batch } from './journal.ts'

/** Stores what a batch destroys. Recordings of an earlier batch keep what is known of that. */
export const insertDestructions = async (tx: TenantTransaction, batch: Batch, is_replayed: boolean): Promise<void> => {
  const { client, batch_id, run_id, destroyed_at, destroyed_by, payloads } = batch
  await tx.db
    .insertInto('destruction_batches')
    .values({ client, batch_id, run_id, destroyed_at, destroyed_by, is_replayed })
    .execute()
  await tx.db
    .insertInto('destructions')
    .values(
      payloads.map(({ rule, ...payload }) => ({
        ...payload,
        client,
        batch_id,
        run_id,
        destroyed_at,
        rule: rule && storedJson(rule),
      })),
    )
    .onConflict((conflict) => conflict.columns(['client', 'payload_reference']).doNothing())
    .execute()
}

/** Returns the given batches that the database knows. */
export const knownBatches = async (
  { db, client }: TenantTransaction,
  batch_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('destruction_batches')
    .select('batch_id')
    .where('client', '=', client)
    .where(sql<boolean>`batch_id = any(${batch_ids}::text[])`)
    .execute()
  return new Set(rows.map(({ batch_id }) => batch_id))
}

/** The objects of a batch that are still to be removed, by recording. */
export const unfinishedDestructions = ({ db, client }: TenantTransaction, batch_id: string) =>
  db
    .selectFrom('destructions')
    .select(['payload_reference', 'object_keys'])
    .where('client', '=', client)
    .where('batch_id', '=', batch_id)
    .where('objects_gone_at', 'is', null)
    .orderBy('payload_reference')
    .execute()

/** The batches with objects that are still to be removed. */
export const unfinishedBatches = async ({ db, client }: TenantTransaction, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('destructions')
    .select('batch_id')
    .distinct()
    .where('client', '=', client)
    .where('objects_gone_at', 'is', null)
    .orderBy('batch_id')
    .limit(limit)
    .execute()
  return rows.map(({ batch_id }) => batch_id)
}

/** The store has said that the objects of these recordings are gone. */
export const setObjectsGone = async (
  { db, client, now }: TenantTransaction,
  payload_references: readonly string[],
): Promise<void> => {
  if (payload_references.length === 0) return
  await db
    .updateTable('destructions')
    .set({ objects_gone_at: now })
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('objects_gone_at', 'is', null)
    .execute()
}

/** Reads a batch from the database, for a journal that lacks it. */
export const storedBatch = async ({ db, client }: TenantTransaction, batch_id: string): Promise<Batch | null> => {
  const batch = await db
    .selectFrom('destruction_batches')
    .select(['batch_id', 'run_id', 'destroyed_at', 'destroyed_by'])
    .where('client', '=', client)
    .where('batch_id', '=', batch_id)
    .executeTakeFirst()
  if (!batch) return null
  const payloads = await db
    .selectFrom('destructions')
    .select([
      'payload_reference',
      'payload_type',
      'payload_time',
      'registered_at',
      'sealed_bytes',
      'checksum',
      'former_checksums',
      'rule',
      'downloads',
      'last_downloaded_at',
      'object_keys',
    ])
    .where('client', '=', client)
    .where('batch_id', '=', batch_id)
    .orderBy('payload_reference')
    .execute()
  return { format: 'holdfast-destruction-1', client, ...batch, payloads }
}

/** The batches after one, in the order in which they were made. */
export const batchesAfter = async (
  { db, client }: TenantTransaction,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('destruction_batches')
    .select('batch_id')
    .where('client', '=', client)
    .where('batch_id', '>', after)
    .orderBy('batch_id')
    .limit(limit)
    .execute()
  return rows.map(({ batch_id }) => batch_id)
}

const maxCounted = 10_000

/** How many recordings that were destroyed before then have objects that are still to be removed, as far as 10,000. */
export const countUnfinishedSince = async ({ db, client }: TenantTransaction, before: Date): Promise<number> => {
  const { unfinished } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('destructions')
        .select('payload_reference')
        .where('client', '=', client)
        .where('objects_gone_at', 'is', null)
        .where('destroyed_at', '<', before.toISOString())
        .limit(maxCounted)
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('unfinished'))
    .executeTakeFirstOrThrow()
  return Number(unfinished)
}

interface RunPage {
  run_id: string
  after: string
  limit: number
  /** Only this one. */
  payload_reference?: string | undefined
}

/** A page of what a run destroyed, by reference. */
export const destructionsOfRun = (
  { db, client }: TenantTransaction,
  { run_id, after, limit, payload_reference }: RunPage,
) =>
  db
    .selectFrom('destructions')
    .innerJoin('destruction_batches', (join) =>
      join
        .onRef('destruction_batches.batch_id', '=', 'destructions.batch_id')
        .on('destruction_batches.client', '=', client),
    )
    .selectAll('destructions')
    .select(['destruction_batches.destroyed_by', 'destruction_batches.is_replayed'])
    .where('destructions.client', '=', client)
    .where('destructions.run_id', '=', run_id)
    .where('destructions.payload_reference', '>', after)
    .$if(payload_reference !== undefined, (query) =>
      query.where('destructions.payload_reference', '=', payload_reference ?? ''),
    )
    .orderBy('destructions.payload_reference')
    .limit(limit)
    .execute()
