import type { Handlers } from '../../core/calls/index.ts'
import { deletePayloads } from './changes/delete-payloads.ts'
import { putPayload } from './changes/put-payload.ts'
import { restorePayload } from './changes/restore-payload.ts'
import { restorePayloads } from './changes/restore-payloads.ts'
import { getPayload } from './rows/get-payload.ts'
import { getPayloadAudit } from './rows/get-payload-audit.ts'

export { confirmByArchive } from './changes/confirm-by-archive.ts'
export { confirmReceiptsWith } from './changes/confirm-receipts.ts'
export { decideEachPayload } from './changes/decide-each-payload.ts'
export { destroyRows } from './changes/destroy-rows.ts'
export { markCommented } from './changes/mark-commented.ts'
export { markLate } from './changes/mark-late.ts'
export { markTransferred } from './changes/mark-transferred.ts'
export { payloadNotice } from './changes/payload-notice.ts'
export { aboutPayload } from './changes/state-alerts.ts'
export { transition } from './changes/transition.ts'
export { beginTransition, type JointChange, type Move, transitionTogether } from './changes/transition-together.ts'
export { type AttachmentContent, attachmentContent } from './content/attachment-content.ts'
export {
  assertNoOutage,
  type Damage,
  damageOf,
  type ExaminedContent,
  logDamage,
  markDamaged,
  markIntact,
  recordDamage,
} from './content/damage.ts'
export { openDataKey } from './content/data-keys.ts'
export { recordDecodedMedia } from './content/decoded-media.ts'
export { type Examination, examineContent } from './content/examine-content.ts'
export { openableOf, randomRecordings } from './content/recordings-to-open.ts'
export {
  recordingContext,
  type SealedBytes,
  type SealedContent,
  sealedContent,
  sealedRecording,
} from './content/sealed-content.ts'
export { storedBytesByType, storedBytesStatements } from './content/stored-bytes.ts'
export {
  type ArrivedContent,
  belongsInTable,
  contentsInTable,
  hasContent,
  readStoredContent,
  sizesInTable,
  storeContentsStatement,
} from './content/stored-content.ts'
export { backlogSince, type CountOfDay, countAccountByDay, countLateMissing } from './counts/count-account.ts'
export { countDays } from './counts/count-days.ts'
export { countExceptions } from './counts/count-exceptions.ts'
export { countFilteredDays } from './counts/count-filtered-days.ts'
export { countPayloadTypes } from './counts/count-payload-types.ts'
export {
  countStatesByDay,
  countStatesByDayOf,
  countStatesByType,
  countStatesOfPeriod,
  type StateOfDay,
} from './counts/count-states-by-day.ts'
export { allDays, counterStatement } from './counts/payload-counters.ts'
export { foundPayloads } from './lists/found-payloads.ts'
export { lateWatch } from './lists/late-devices.ts'
export { actionsToList, listPayloadsWith, visiblePayloads } from './lists/list-payloads.ts'
export { isIndexedMessage, openMessages, type ReadableMessage } from './lists/open-messages.ts'
export { type Arrival, type PayloadFilter, withDefaults } from './lists/payload-filter.ts'
export {
  type HitRow,
  hitPayloadsStatement,
  hitsStatement,
  pageConditions,
  type SearchedList,
} from './lists/payload-hits.ts'
export { countPayloads, payloadPage } from './lists/payload-pages.ts'
export { hasFewBranches, isVisibleIn, type Scope, scopesOf, visibleInBoth } from './lists/payload-scope.ts'
export {
  matchingToReview,
  type PayloadToReview,
  payloadsToReview,
  reviewableStates,
  toReviewStatement,
  visibleToReview,
} from './lists/payloads-to-review.ts'
export { type PayloadWithContent, payloadsWithContentStatement } from './lists/payloads-with-content.ts'
export {
  type RecordingOfDevice,
  recordingsByReference,
  recordingsChangedAfter,
  recordingsOfDevice,
} from './lists/recordings-of-device.ts'
export { countStatesOfPerson, type RecordingsWithNumbers, recordingsOfPerson } from './lists/recordings-of-person.ts'
export {
  listedMessagesStatement,
  messagesOfThreads,
  type Thread,
  type ThreadPosition,
  threadDaysStatement,
  threadPageStatement,
} from './lists/thread-messages.ts'
export { foundNumbers } from './numbers/found-numbers.ts'
export { withSpellings } from './numbers/number-spellings.ts'
export { partiesOf, partiesStatement } from './numbers/parties.ts'
export { formerSealsOf, replaceSeal, type Seal } from './rows/former-seals.ts'
export { findPayload, findPayloads, lockPayload, lockPayloads, payloadStatement } from './rows/get-payload.ts'
export { insertPayloadStatements, type RegisteredPayload } from './rows/insert-payloads.ts'
export {
  type LegacyStored,
  lowestSequences,
  sealLegacyPayload,
  storedLegacyPayloads,
  updateLegacyDetails,
} from './rows/legacy-payloads.ts'
export { receiptsOfPayloads } from './rows/payload-receipts.ts'
export { setReviewed, setStandingReview, withVisibleReviews } from './rows/payload-reviews.ts'
export {
  type AgedPayload,
  countInStates,
  countMadeUntil,
  countStatesOfGroups,
  isRecordingThere,
  payloadsByAge,
  payloadsFromFuture,
} from './rows/payloads-by-age.ts'
export {
  groupsBySequence,
  latestOtherPayload,
  lockMissingContents,
  nextSequence,
  payloadsByReferenceStatement,
  payloadsBySequence,
  statesOfDevicePayloads,
  usedSequencesStatement,
} from './rows/registered-payloads.ts'
export {
  contentsOfPayloads,
  countDamaged,
  payloadsOfGroup,
  type StoredPayload,
  storedPayloadsAfter,
} from './rows/stored-payloads.ts'
export { lockUploadedInTable, payloadsSince, quarantinedFor, setLostPasses } from './rows/unprocessed-payloads.ts'

export const payloadHandlers = {
  deletePayloads,
  getPayload,
  getPayloadAudit,
  putPayload,
  restorePayload,
  restorePayloads,
} satisfies Partial<Handlers>
