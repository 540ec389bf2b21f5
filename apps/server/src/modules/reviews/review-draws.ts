import { type CallInput, type calls, openReviewItemStates, type ReviewDraw } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { findManaged } from './queue-record.ts'

type DrawRow = Selectable<Tables['review_draws']>

interface NewDraw
  extends Pick<
    DrawRow,
    'queue_reference' | 'draw' | 'seed' | 'matched' | 'items' | 'due_on' | 'drawn_by' | 'left_out'
  > {
  arrived_after: Date | string | null
  arrived_until: Date
  failure?: string | null
}

/** Stores a draw of a queue, which must be locked. */
export const insertDraw = async (tx: TenantTransaction, { left_out, ...draw }: NewDraw): Promise<void> => {
  await tx.db
    .insertInto('review_draws')
    .values({
      client: tx.client,
      drawn_at: tx.now,
      failure: null,
      left_out: left_out && storedJson(left_out),
      ...draw,
    })
    .execute()
}

/** `GET /review_queues/{queue_reference}/draws`. */
export const listReviewDraws = async (
  ctx: RequestContext,
  { params: { queue_reference }, query }: CallInput<typeof calls.listReviewDraws>,
) => {
  await ctx.read((tx) => findManaged(ctx, tx, queue_reference))
  return answerTableList(ctx, query, {
    table: 'review_draws',
    list: `draws of ${queue_reference}`,
    key: ['queue_reference', 'draw'],
    direction: 'desc',
    conditions: () => [isEqual('queue_reference', queue_reference)],
    toItems: (rows) => ctx.read((tx) => withFigures(tx, rows)),
  })
}

type Figures = Pick<ReviewDraw, 'open' | 'reviewed' | 'late' | 'opened' | 'unopened' | 'reviewed_twice' | 'differing'>

const noFigures: Figures = { open: 0, reviewed: 0, late: 0, opened: 0, unopened: 0, reviewed_twice: 0, differing: 0 }

/** How far the recordings of draws of the same queue are. */
const withFigures = async (tx: TenantTransaction, draws: readonly DrawRow[]): Promise<ReviewDraw[]> => {
  const [first] = draws
  if (!first) return []
  const numbers = draws.map(({ draw }) => draw)
  const isReviewed = sql`item.state = 'reviewed'`
  const isOpen = sql`item.state = any(${[...openReviewItemStates]}::text[])`
  const today = tx.now.toISOString().slice(0, 'yyyy-mm-dd'.length)
  const { rows } = await sql<Figures & { draw: number }>`select item.draw,
      count(*) filter (where ${isOpen})::integer as open,
      count(*) filter (where ${isReviewed})::integer as reviewed,
      count(*) filter (where ${isReviewed} and item.reviewed_at::date > item.due_on
        or ${isOpen} and ${today}::date > item.due_on)::integer as late,
      count(*) filter (where ${isReviewed} and marks.opened and not marks.unopened)::integer as opened,
      count(*) filter (where ${isReviewed} and marks.unopened)::integer as unopened,
      count(*) filter (where ${isReviewed} and item.first_disposition is not null)::integer as reviewed_twice,
      count(*) filter (where ${isReviewed} and item.first_disposition <> item.disposition)::integer as differing
    from review_queue_items item
    cross join lateral (
      select coalesce(bool_or(mark.is_opened), false) as opened, coalesce(bool_or(not mark.is_opened), false) as unopened
      from review_marks mark where mark.client = ${tx.client} and mark.payload_reference = item.payload_reference
        and (mark.reviewed_by, mark.reviewed_at) in
          ((item.reviewed_by, item.reviewed_at), (item.first_reviewed_by, item.first_reviewed_at))) marks
    where item.client = ${tx.client} and item.queue_reference = ${first.queue_reference}
      and item.draw = any(${numbers}::integer[])
    group by item.draw`.execute(tx.db)
  const byDraw = new Map(rows.map((row) => [row.draw, row]))
  return draws.map((draw) => ({ ...draw, ...(byDraw.get(draw.draw) ?? noFigures) }))
}
