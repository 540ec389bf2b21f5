import type { Handlers } from '../../core/calls/index.ts'
import { confirmReceipts } from './confirm-receipts.ts'
import { deletePayloads } from './delete-payloads.ts'
import { getPayload } from './get-payload.ts'
import { getPayloadAudit } from './get-payload-audit.ts'
import { putPayload } from './put-payload.ts'
import { restorePayload } from './restore-payload.ts'
import { restorePayloads } from './restore-payloads.ts'

export { type AttachmentContent, attachmentContent } from './attachment-content.ts'
export { countDays } from './count-days.ts'
export { countExceptions } from './count-exceptions.ts'
export { countPayloadTypes } from './count-payload-types.ts'
export {
  countStatesByDay,
  countStatesByDayOf,
  countStatesByType,
  countStatesOfPeriod,
  type StateOfDay,
} from './count-states-by-day.ts'
export {
  assertNoOutage,
  type Damage,
  damageOf,
  type ExaminedContent,
  logDamage,
  markDamaged,
  markIntact,
  recordDamage,
} from './damage.ts'
export { openDataKey } from './data-keys.ts'
export { decideEachPayload } from './decide-each-payload.ts'
export { type Examination, examineContent } from './examine-content.ts'
export { foundNumbers } from './found-numbers.ts'
export { foundPayloads } from './found-payloads.ts'
export { findPayload, findPayloads, lockPayload, lockPayloads, payloadStatement } from './get-payload.ts'
export { insertPayloadStatements, type RegisteredPayload } from './insert-payloads.ts'
export { listPayloadsWith, visiblePayloads } from './list-payloads.ts'
export { markCommented } from './mark-commented.ts'
export { withNationalNumbers } from './national-numbers.ts'
export { isIndexedMessage, openMessages, type ReadableMessage } from './open-messages.ts'
export { partiesOf, partiesStatement } from './parties.ts'
export { counterStatement } from './payload-counters.ts'
export { type PayloadFilter, withDefaults } from './payload-filter.ts'
export {
  type HitRow,
  hitPayloadsStatement,
  hitsStatement,
  pageConditions,
  type SearchedList,
} from './payload-hits.ts'
export { countPayloads, payloadPage } from './payload-pages.ts'
export { setReviewed, setStandingReview, withVisibleReviews } from './payload-reviews.ts'
export { hasFewBranches, isVisibleIn, type Scope, scopesOf, visibleInBoth } from './payload-scope.ts'
export { type PayloadToReview, payloadsToReview, reviewableStates, toReviewStatement } from './payloads-to-review.ts'
export { type PayloadWithContent, payloadsWithContentStatement } from './payloads-with-content.ts'
export {
  type RecordingOfDevice,
  recordingsByReference,
  recordingsChangedAfter,
  recordingsOfDevice,
} from './recordings-of-device.ts'
export { type RecordingsWithNumbers, recordingsOfPerson } from './recordings-of-person.ts'
export {
  groupsBySequence,
  latestOtherPayload,
  lockMissingContents,
  nextSequence,
  payloadsByReferenceStatement,
  payloadsBySequence,
  statesOfDevicePayloads,
  usedSequencesStatement,
} from './registered-payloads.ts'
export {
  recordingContext,
  type SealedBytes,
  type SealedContent,
  sealedContent,
  sealedRecording,
} from './sealed-content.ts'
export {
  type ArrivedContent,
  belongsInTable,
  contentsInTable,
  hasContent,
  readStoredContent,
  sizesInTable,
  storeContentsStatement,
} from './stored-content.ts'
export {
  contentsOfPayloads,
  countDamaged,
  payloadsOfGroup,
  type StoredPayload,
  storedPayloadsAfter,
} from './stored-payloads.ts'
export {
  listedMessagesStatement,
  messagesOfThreads,
  type Thread,
  type ThreadPosition,
  threadDaysStatement,
  threadPageStatement,
} from './thread-messages.ts'
export { transition } from './transition.ts'
export { beginTransition, type JointChange, type Move, transitionTogether } from './transition-together.ts'
export { lockUploadedInTable, payloadsSince, setLostPasses } from './unprocessed-payloads.ts'

export const payloadHandlers = {
  confirmReceipts,
  deletePayloads,
  getPayload,
  getPayloadAudit,
  putPayload,
  restorePayload,
  restorePayloads,
} satisfies Partial<Handlers>
