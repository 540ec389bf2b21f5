import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { PayloadToReview } from '../payloads/index.ts'
import { type MayReview, nextOf } from './deal-reviews.ts'
import { isOpenItem } from './queue-items.ts'

interface Move {
  /** null: what nobody has */
  from: string | null
  to: readonly string[]
  mayReview: MayReview
  /** How many recordings each of them has or had; whoever has the fewest is next. Those that are moved are added. */
  counts: Map<string, number>
}

/** What became of the recordings that waited. */
interface Moved {
  /** Who has each moved recording then. */
  people: string[]
  /** Recordings that stayed, because none of these people may see and review them. */
  left: Pick<PayloadToReview, 'group' | 'payload_type'>[]
}

/**
 * Moves what waits for one person to others, each recording to whoever of those who may see it has the fewest of them. A second review
 * never goes to whoever made the first one. What none of them may have stays.
 */
export const moveOpenItems = async (
  tx: TenantTransaction,
  queue_reference: string,
  { from, to, mayReview, counts }: Move,
): Promise<Moved> => {
  const items = await tx.db
    .selectFrom('review_queue_items')
    .select(['place', 'group', 'payload_type', 'reviewed_by'])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`assigned_to is not distinct from ${from}::text`)
    .where(isOpenItem)
    .orderBy('place')
    .execute()
  const moved = items.flatMap((item) => {
    const able = to.filter((person) => person !== item.reviewed_by && mayReview(person, item))
    const assigned_to = nextOf(able, counts)
    return assigned_to === null ? [] : { place: item.place, assigned_to }
  })
  const places = moved.map(({ place }) => place)
  const movedPlaces = new Set(places)
  const people = moved.map(({ assigned_to }) => assigned_to)
  await sql`update review_queue_items item
    set assigned_to = moved.assigned_to, reviewer = coalesce(item.reviewer, moved.assigned_to)
    from unnest(${places}::integer[], ${people}::text[]) as moved (place, assigned_to)
    where item.client = ${tx.client} and item.queue_reference = ${queue_reference} and item.place = moved.place`.execute(
    tx.db,
  )
  return { people, left: items.filter(({ place }) => !movedPlaces.has(place)) }
}

/** What waits for one of these people waits for nobody, as if it had never been dealt to them. */
export const takeOpenItems = (
  tx: TenantTransaction,
  queue_reference: string,
  people: readonly string[],
): Promise<unknown> =>
  tx.db
    .updateTable('review_queue_items')
    .set({ assigned_to: null, reviewer: sql`case when reviewer = any(${people}::text[]) then null else reviewer end` })
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`assigned_to = any(${people}::text[])`)
    .where(isOpenItem)
    .execute()

/**
 * Deals second reviews that have not begun to others who may make them: those of these people, and those of whoever makes the first review by now.
 * Where nobody else may, there is no second review, as when a queue is drawn.
 */
export const moveSecondReviews = async (
  tx: TenantTransaction,
  queue_reference: string,
  { from, to, mayReview, counts }: Omit<Move, 'from'> & { from: readonly string[] },
): Promise<void> => {
  const items = await tx.db
    .selectFrom('review_queue_items')
    .select(['place', 'group', 'payload_type', 'assigned_to'])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where('reviewed_by', 'is', null)
    .where(sql<boolean>`(second_reviewer = any(${from}::text[]) or second_reviewer = assigned_to)`)
    .where(isOpenItem)
    .orderBy('place')
    .execute()
  const people = items.map((item) => {
    const able = to.filter((person) => person !== item.assigned_to && mayReview(person, item))
    return nextOf(able, counts)
  })
  const places = items.map(({ place }) => place)
  await sql`update review_queue_items item set second_reviewer = moved.second_reviewer
    from unnest(${places}::integer[], ${people}::text[]) as moved (place, second_reviewer)
    where item.client = ${tx.client} and item.queue_reference = ${queue_reference} and item.place = moved.place`.execute(
    tx.db,
  )
}
