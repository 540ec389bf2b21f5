import { type CallInput, type calls, limits, ProductError, type ReviewSample } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable } from '../../platform/database/index.ts'
import { type Arrival, type PayloadToReview, payloadsToReview } from '../payloads/index.ts'
import { type DealtReview, dealReviews, type MayReview } from './deal-reviews.ts'
import { drawSample, drawSecondReviews } from './draw-sample.ts'

type Wanted = CallInput<typeof calls.previewReviewQueue>['body']

/** What a filter matches, and what is drawn of it. */
export interface Drawn {
  matched: number
  payloads: readonly PayloadToReview[]
}

/**
 * Draws a sample of what a filter matches now.
 * @param arrived of these recordings alone
 * @throws ProductError `request.malformed`, `review_queue.bad_sample`, `review_queue.too_many`
 */
export const drawQueue = async (
  ctx: RequestContext,
  { filter, sample }: Pick<Wanted, 'filter' | 'sample'>,
  arrived?: Arrival,
): Promise<Drawn> => {
  assertDrawable({ filter, sample })
  return drawOf(await payloadsToReview(ctx, filter, maxMatched, arrived), sample)
}

/** @throws ProductError `request.malformed`, `review_queue.bad_sample` */
export const assertDrawable = ({ filter, sample }: Pick<Wanted, 'filter' | 'sample'>): void => {
  if (!isStorable({ filter, sample })) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  if (sample && (sample.percent === undefined) === (sample.number === undefined)) {
    throw new ProductError('review_queue.bad_sample')
  }
}

/** One more than a queue may be drawn from. */
export const maxMatched = limits.maxDrawnFrom + 1

/** Nothing was looked for. */
export const nothingDrawn: Drawn = { matched: 0, payloads: [] }

/** Draws a sample of recordings. @throws ProductError `review_queue.too_many` */
export const drawOf = (matched: readonly PayloadToReview[], sample: ReviewSample | null): Drawn => {
  if (matched.length > limits.maxDrawnFrom) {
    throw new ProductError('review_queue.too_many', { limit: limits.maxDrawnFrom })
  }
  const payloads = drawSample(matched, sample)
  if (payloads.length > limits.maxQueueItems) {
    throw new ProductError('review_queue.too_many', { limit: limits.maxQueueItems })
  }
  return { matched: matched.length, payloads }
}

interface Dealt {
  reviews: readonly DealtReview[]
  /** The recordings that are to be reviewed twice. */
  twice: ReadonlySet<string>
}

interface Dealing extends Pick<Wanted, 'reviewers' | 'second_review_percent'> {
  /** Decides which recordings are reviewed twice. */
  seed: string
  mayReview: MayReview
}

/** Deals what was drawn. */
export const dealQueue = (
  { payloads }: Drawn,
  { reviewers, second_review_percent, seed, mayReview }: Dealing,
): Dealt => {
  const twice = drawSecondReviews(payloads, second_review_percent, seed)
  return { reviews: dealReviews(payloads, { reviewers, mayReview, twice, before: new Map() }), twice }
}
