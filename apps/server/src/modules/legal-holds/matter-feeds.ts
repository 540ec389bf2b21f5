import type { MatterFeed, PayloadQueueFilter } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { filterDetails } from '../../core/activities/index.ts'
import { storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

export type FeedRow = Selectable<Tables['matter_feeds']>

/** A filter as calls return it. */
export const toFeed = (row: FeedRow): MatterFeed => row

/** The details that the trail keeps of a filter. */
export const feedDetails = ({ matter_reference, feed_id, filter }: FeedRow) => ({
  matter_reference,
  feed_id,
  ...filterDetails(filter),
})

/** Changes of one transaction can become visible after those of a later one, so the last minutes are looked at again. */
const lateCommitMs = 2 * 60 * 1000
const lookedAtUntil = (now: Date): Date => new Date(now.getTime() - lateCommitMs)

export const startFeed = (
  tx: TenantTransaction,
  { filter, ...feed }: { matter_reference: string; filter: PayloadQueueFilter; created_by: string },
): Promise<FeedRow> =>
  tx.db
    .insertInto('matter_feeds')
    .values({
      client: tx.client,
      feed_id: newId(tx.now),
      ...feed,
      filter: storedJson(filter),
      created_at: tx.now,
      followed_until: lookedAtUntil(tx.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest filters of some matters. @param most of each matter */
export const feedsOfMatters = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  matter_references: readonly string[],
  most: number,
): Promise<FeedRow[]> => {
  const { rows } =
    await sql<FeedRow>`select feed.* from unnest(${matter_references}::text[]) as wanted (matter_reference)
    cross join lateral (select * from matter_feeds f where f.client = ${client}
      and f.matter_reference = wanted.matter_reference order by f.feed_id desc limit ${most}) feed
    order by feed.feed_id desc`.execute(db)
  return rows
}

/** The filters that are kept up to date, of all matters. */
export const runningFeeds = ({
  db,
  client,
}: TenantTransaction): Promise<Pick<FeedRow, 'feed_id' | 'matter_reference'>[]> =>
  db
    .selectFrom('matter_feeds')
    .select(['feed_id', 'matter_reference'])
    .where('client', '=', client)
    .where('stopped_at', 'is', null)
    .orderBy('feed_id')
    .execute()

/** The matter of a filter that is kept up to date; `undefined` if it has stopped. */
export const matterOfFeed = async ({ db, client }: TenantTransaction, feed_id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('matter_feeds')
    .select('matter_reference')
    .where('client', '=', client)
    .where('feed_id', '=', feed_id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return row?.matter_reference
}

/**
 * Locks a filter for one batch; `undefined` if it has stopped, or another worker has it. The caller has locked its matter, as closing
 * does first.
 */
export const lockFeed = (tx: TenantTransaction, feed_id: string): Promise<FeedRow | undefined> =>
  tx.db
    .selectFrom('matter_feeds')
    .selectAll()
    .where('client', '=', tx.client)
    .where('feed_id', '=', feed_id)
    .where('stopped_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

type Place = readonly [date: string, payload_reference: string]

/** Stores where the recordings from before go on; `null`: they are all in. */
export const advanceBacklog = async (
  tx: TenantTransaction,
  { feed_id }: FeedRow,
  place: Place | null,
): Promise<void> => {
  await tx.db
    .updateTable('matter_feeds')
    .set({ position: place === null ? null : storedJson([place[0], place[1]]), is_caught_up: place === null })
    .where('client', '=', tx.client)
    .where('feed_id', '=', feed_id)
    .execute()
}

/** Stores the last change that was looked at; `null`: all of them were. */
export const advanceFollowing = async (
  tx: TenantTransaction,
  { feed_id }: FeedRow,
  place: Place | null,
): Promise<void> => {
  const [followed_until, followed_reference] = place ?? [lookedAtUntil(tx.now), '']
  await tx.db
    .updateTable('matter_feeds')
    .set({ followed_until, followed_reference })
    .where('client', '=', tx.client)
    .where('feed_id', '=', feed_id)
    .execute()
}

interface Stop {
  matter_reference: string
  /** The filters to stop; all of the matter's if absent. */
  feeds?: readonly string[]
  ending: NonNullable<MatterFeed['ending']>
  stopped_by: string
}

/** Stops filters of a matter. @returns those that were running */
export const stopFeeds = (
  tx: TenantTransaction,
  { matter_reference, feeds, ending, stopped_by }: Stop,
): Promise<FeedRow[]> =>
  tx.db
    .updateTable('matter_feeds')
    .set({ stopped_at: tx.now, stopped_by, ending })
    .where('client', '=', tx.client)
    .where('matter_reference', '=', matter_reference)
    .$if(feeds !== undefined, (query) => query.where(sql<boolean>`feed_id = any(${feeds ?? []}::text[])`))
    .where('stopped_at', 'is', null)
    .returningAll()
    .execute()
