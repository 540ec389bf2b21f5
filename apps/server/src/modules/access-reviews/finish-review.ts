import type { AccessReview, CallInput, calls } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { asRecord, findVisibleReview, lockOwnReview, type ReviewRow } from './review-row.ts'
import { tellOpenScreens } from './tell-open-screens.ts'

/** `POST /access_reviews/{review_reference}/finish`. */
export const finishAccessReview = async (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.finishAccessReview>,
): Promise<AccessReview> => {
  const found = await findVisibleReview(ctx, params.review_reference)
  return ctx.transaction(async (tx) => {
    const review = await lockOwnReview(ctx, tx, found)
    const by = ctx.user.user_reference
    tx.audit('access_review.finished', await finishReview(tx, review, by))
    return asRecord(tx, { ...review, finished_at: tx.now.toISOString(), finished_by: by })
  })
}

/**
 * Finishes a locked review.
 * @returns what the trail tells of it
 */
export const finishReview = async (
  tx: TenantTransaction,
  { review_reference, group_reference, owner, rows, certified, revoked }: ReviewRow,
  finished_by: string,
): Promise<Record<string, unknown>> => {
  await tx.db
    .updateTable('access_reviews')
    .set({ finished_at: tx.now, finished_by })
    .where('client', '=', tx.client)
    .where('review_reference', '=', review_reference)
    .where('finished_at', 'is', null)
    .execute()
  await tellOpenScreens(tx, { review_reference, owner })
  return { review_reference, group_reference, owner, rows, certified, revoked, undecided: rows - certified - revoked }
}
