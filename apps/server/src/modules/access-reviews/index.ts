import type { Handlers } from '../../core/calls/index.ts'
import { decideAccessReview } from './decide-review.ts'
import { finishAccessReview } from './finish-review.ts'
import { listAccessReviewItems } from './review-items.ts'
import { getAccessReview, listAccessReviews } from './review-row.ts'
import { deleteAccessReviewSchedule, listAccessReviewSchedules, putAccessReviewSchedule } from './schedules.ts'

export { countAccessReviews } from './count-reviews.ts'
export { decideItems } from './decide-review.ts'
export { accessReviewJobs } from './draw-due-reviews.ts'
export { drawReview } from './draw-review.ts'
export { saveSchedule } from './schedules.ts'

export const accessReviewHandlers = {
  listAccessReviewSchedules,
  putAccessReviewSchedule,
  deleteAccessReviewSchedule,
  listAccessReviews,
  getAccessReview,
  listAccessReviewItems,
  decideAccessReview,
  finishAccessReview,
} satisfies Partial<Handlers>
