/** What the demonstration (apps/demo) takes of the server. */
export { startApi } from './api.ts'
export { type DemoAccount, demoFiles } from './commands/demonstration.ts'
export { exitCodeOf } from './commands/exit-code-of.ts'
export { withDatabase } from './commands/required-database.ts'
export { runUntilStopped } from './commands/run-until-stopped.ts'
export { sendToSupervisor, startRequested, stopRequested } from './commands/supervisor-channel.ts'
export {
  type ClientKeys,
  createWebhookKey,
  providerClient,
  readEnrolmentSecrets,
  visitorReference,
} from './core/accounts/index.ts'
export { bumpAccessVersion } from './core/authorization/index.ts'
export type { AuditedTransaction } from './core/calls/index.ts'
export { hashPassword } from './core/identity/index.ts'
export { openPlatform } from './core/open-platform.ts'
export type { Platform } from './core/platform.ts'
export { StartFailure } from './embedded/start-failure.ts'
export {
  expireRequest,
  openAccessRequest,
  rejectRequest,
  settleApproved,
  whoIsAsked,
} from './modules/access-requests/index.ts'
export { decideItems, drawReview, saveSchedule } from './modules/access-reviews/index.ts'
export { accountWatches } from './modules/alert-watches/index.ts'
export { type AlertCause, aboutDevice, raiseAlert } from './modules/alerts/index.ts'
export { arrivalsStatement } from './modules/arrivals/index.ts'
export { importCarrierText } from './modules/carrier-records/index.ts'
export { openClientAccount } from './modules/clients/index.ts'
export {
  contentOf as statementContentOf,
  storeStatement,
  writeStatement,
} from './modules/completeness-statements/index.ts'
export { countMessagesStatement } from './modules/conversations/index.ts'
export { licenceLimits } from './modules/licence-limits/index.ts'
export { storeLicenceUse } from './modules/licences/index.ts'
export { addMetrics } from './modules/metrics/index.ts'
export { beginMigration } from './modules/migrations/index.ts'
export {
  belongsInTable,
  counterStatement,
  type PayloadToReview,
  partiesOf,
  partiesStatement,
  storeContentsStatement,
  storedBytesStatements,
  toReviewStatement,
} from './modules/payloads/index.ts'
export { expireGivenRole, type GivenRole, savePortalUser, storeGivenRole } from './modules/portal-users/index.ts'
export { toPayloadMedia } from './modules/processing/index.ts'
export {
  drawSample,
  mayReviewIn,
  passOn,
  remind as remindOfReviews,
  reviewPayloads,
  storeQueue,
} from './modules/reviews/index.ts'
export { type HandedOver, settleDecided, storeDraft } from './modules/role-drafts/index.ts'
export { currentTermsVersion } from './modules/session/index.ts'
export { changeRequestState, isInState, noticeOf, openRequest, scheduleExpiry } from './modules/support-access/index.ts'
export { reportRows } from './modules/telemetry/index.ts'
export { recordingsPrefix, sealedObjectKey } from './modules/uploads/index.ts'
export { indexWordsAgain, turnOnWordSearch } from './modules/words/index.ts'
export type {
  CustodyEventRow,
  Database,
  DeviceActivityRow,
  NewPayloadRow,
  Tables,
  TenantTransaction,
  UserActivityRow,
} from './platform/database/index.ts'
export { beginHistory, custodyStatement } from './platform/database/index.ts'
export { newId } from './platform/identifiers.ts'
export { probe } from './platform/media-probe/index.ts'
export type { Objects } from './platform/objects/index.ts'
export { inProject } from './platform/places.ts'
export type { Settings } from './platform/settings/index.ts'
