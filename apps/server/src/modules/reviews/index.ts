import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { assignReviews } from './assign-reviews.ts'
import { closeReviewQueue } from './close-review-queue.ts'
import { createReviewQueue } from './create-review-queue.ts'
import { drawReviewQueues } from './draw-again.ts'
import { escalateReviews } from './escalate-reviews.ts'
import { getReviewQueue } from './get-review-queue.ts'
import { listOpenReviews } from './list-open-reviews.ts'
import { listReviewFigures } from './list-review-figures.ts'
import { listReviewMarks } from './list-review-marks.ts'
import { listOwnReviews, listReviewItems, listReviewQueues } from './list-review-queues.ts'
import { markReviewed } from './mark-reviewed.ts'
import { previewReviewQueue } from './preview-review-queue.ts'
import { reassignReviews } from './reassign-reviews.ts'
import { remindOfReviews } from './remind-of-reviews.ts'
import { listReviewDraws } from './review-draws.ts'
import { updateReviewQueue } from './update-review-queue.ts'
import { withdrawReview } from './withdraw-review.ts'

export const reviewJobs: readonly AnyJob[] = [drawReviewQueues, remindOfReviews]

export { countOwnReviews, countQueueItems, countQueues } from './count-reviews.ts'
export { drawSample } from './draw-sample.ts'
export { mayReviewIn } from './may-review.ts'
export { passOn } from './pass-on.ts'
export { isQueueOpen, isQueueSeen, namesOfManagedQueues, namesOfQueues } from './queue-record.ts'
export { remind } from './remind-of-reviews.ts'
export { reviewPayloads } from './review-payloads.ts'
export { eraseReviewNotes, reviewsUnderWay } from './reviews-under-way.ts'
export { storeQueue } from './store-queue.ts'

export const reviewHandlers = {
  markReviewed,
  listReviewMarks,
  withdrawReview,
  listReviewQueues,
  createReviewQueue,
  previewReviewQueue,
  getReviewQueue,
  updateReviewQueue,
  listReviewItems,
  listReviewDraws,
  assignReviews,
  reassignReviews,
  closeReviewQueue,
  escalateReviews,
  listOwnReviews,
  listOpenReviews,
  listReviewFigures,
} satisfies Partial<Handlers>
