import type { Handlers } from '../../core/calls/index.ts'
import { endReleases } from './end-releases.ts'
import { listLegalHolds } from './list-legal-holds.ts'

export { agedHolds } from './aged-holds.ts'
export { endDueReleases } from './end-releases.ts'
export { lockHolds } from './hold-epochs.ts'
export { activeHoldsOfMatter, type HoldRow, holdsOnTargets, toHold } from './hold-rows.ts'
export { type HoldFact, hasActiveHolds, heldTargets, holdsOfGroup, holdsOn } from './holds-on.ts'
export { listMattersWith } from './list-matters.ts'
export {
  advanceBacklog,
  advanceFollowing,
  type FeedRow,
  feedDetails,
  lockFeed,
  matterOfFeed,
  runningFeeds,
  startFeed,
  stopFeeds,
  toFeed,
} from './matter-feeds.ts'
export { addToMatter, isInMatter, payloadsInMatter, removeFromMatter } from './matter-payloads.ts'
export {
  assertMay,
  isOwnPerson,
  isReserved,
  isSeen,
  mayAdd,
  mayChange,
  mayOpen,
  mayOpenMatter,
  mayOpenMatterOf,
  titleOfMatter,
  whatOneMay,
} from './matter-policy.ts'
export { lockMatterForHolds, type MatterRow, matters, notifyOfMatter } from './matter-record.ts'
export { placeHolds } from './place-holds.ts'
export { releaseHolds } from './release-holds.ts'
export { holdReviewWatch } from './review-watch.ts'
export { toMatters } from './to-matters.ts'

export const legalHoldHandlers = { listLegalHolds } satisfies Partial<Handlers>

export const legalHoldJobs = [endReleases]
