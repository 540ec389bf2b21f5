import type { Handlers } from '../../core/calls/index.ts'
import { listReviewMarks } from './list-review-marks.ts'
import { markReviewed } from './mark-reviewed.ts'

export const reviewHandlers = {
  markReviewed,
  listReviewMarks,
} satisfies Partial<Handlers>
