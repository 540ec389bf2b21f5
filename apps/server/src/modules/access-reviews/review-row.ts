import { type AccessReview, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { type Condition, isEqual, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { hasHeldRole } from './held-roles.ts'

export type ReviewRow = Selectable<Tables['access_reviews']>

/** `GET /access_reviews`. */
export const listAccessReviews = async (ctx: RequestContext, { query }: CallInput<typeof calls.listAccessReviews>) => {
  const isVisible = await visibleReviews(ctx)
  return answerTableList(ctx, query, {
    table: 'access_reviews',
    key: ['review_reference'],
    direction: 'desc',
    conditions: ({ group_reference, is_own, is_finished, is_still_held, due_to }) => [
      isVisible,
      isEqual('group_reference', group_reference),
      is_own === undefined ? undefined : sql<boolean>`(${isOwn(ctx)}) = ${is_own}`,
      is_finished === undefined ? undefined : sql<boolean>`(finished_at is not null) = ${is_finished}`,
      is_still_held === undefined
        ? undefined
        : sql<boolean>`(${hasHeldRole({ client: ctx.client, now: new Date() })}) = ${is_still_held}`,
      due_to === undefined ? undefined : sql<boolean>`due_on <= ${due_to}::date`,
    ],
    toItems: (rows) => ctx.read((tx) => withOwners(tx, rows)),
  })
}

/** `GET /access_reviews/{review_reference}`. */
export const getAccessReview = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getAccessReview>,
): Promise<AccessReview> => {
  const review = await findVisibleReview(ctx, params.review_reference)
  return ctx.read((tx) => asRecord(tx, review))
}

/** @throws ProductError `request.not_found`, also for reviews that the caller may not see */
export const findVisibleReview = async (ctx: RequestContext, review_reference: string): Promise<ReviewRow> => {
  const isVisible = await visibleReviews(ctx)
  const review = await ctx.read((tx) =>
    selectReview(tx, review_reference)
      .where(isVisible ?? sql<boolean>`true`)
      .executeTakeFirst(),
  )
  if (!review) throw new ProductError('request.not_found')
  ctx.setAuditGroup(review.group_reference)
  return review
}

/**
 * Locks a review that is open and on which the caller decides.
 * @throws ProductError `request.not_found`, `access_review.not_own`, `access_review.finished`
 */
export const lockOwnReview = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { review_reference }: ReviewRow,
): Promise<ReviewRow> => {
  const { user_reference, visit } = ctx.user
  const review = await selectReview(tx, review_reference).forUpdate().executeTakeFirst()
  if (!review) throw new ProductError('request.not_found')
  const decides = review.owner === user_reference || ctx.access.can('account:write')
  if (visit || !decides) throw new ProductError('access_review.not_own')
  if (review.finished_at !== null) throw new ProductError('access_review.finished')
  return review
}

const selectReview = (tx: TenantTransaction, review_reference: string) =>
  tx.db
    .selectFrom('access_reviews')
    .selectAll()
    .where('client', '=', tx.client)
    .where('review_reference', '=', review_reference)

/** A review of the caller, or with `roles:read` one of a group that they may see. Deleted groups are seen by those who see all. */
export const visibleReviews = async (ctx: RequestContext): Promise<Condition> => {
  // Refuses client apps.
  const own = isOwn(ctx)
  if (!ctx.access.can('roles:read')) return own
  if (ctx.access.isUnlimited('groups:read')) return undefined
  const groups = await ctx.groupsFor('groups:read')
  return sql<boolean>`(${own} or group_reference = any(${[...groups]}::text[]))`
}

export const isOwn = ({ user }: RequestContext) =>
  user.visit ? sql<boolean>`false` : sql<boolean>`owner = ${user.user_reference}`

export const asRecord = async (tx: TenantTransaction, review: ReviewRow): Promise<AccessReview> => {
  const [record] = await withOwners(tx, [review])
  if (!record) throw new Error('A review is not there')
  return record
}

const withOwners = async (tx: TenantTransaction, rows: readonly ReviewRow[]): Promise<AccessReview[]> => {
  const people = await peopleByReference(
    tx,
    rows.map(({ owner }) => owner),
  )
  return rows.map((row) => ({ ...row, is_owner_active: people.get(row.owner)?.is_active ?? false }))
}
