/** Every call that the server serves, by noun. */

import { accessRequestCalls } from './access-requests.ts'
import { accessReviewCalls } from './access-reviews.ts'
import { accountCalls } from './account.ts'
import { accountDefaultsCalls } from './account-defaults.ts'
import { accountSettingsCalls } from './account-settings.ts'
import { activityCalls } from './activities.ts'
import { alertCalls } from './alerts.ts'
import type { CallDeclaration } from './call.ts'
import { carrierImportCalls } from './carrier-imports.ts'
import { carrierRecordCalls } from './carrier-records.ts'
import { clientAppCalls } from './client-apps.ts'
import { clientCalls } from './clients.ts'
import { commentCalls } from './comments.ts'
import { completenessCalls } from './completeness.ts'
import { completenessStatementCalls } from './completeness-statements.ts'
import { contentAccessCalls } from './content-access.ts'
import { conversationCalls } from './conversations.ts'
import { countryCalls } from './countries.ts'
import { dashboardCalls } from './dashboard.ts'
import { destructionCalls } from './destruction.ts'
import { deviceCommandCalls } from './device-commands.ts'
import { deviceConfigurationCalls } from './device-configuration.ts'
import { deviceHistoryCalls } from './device-history.ts'
import { deviceLogCalls } from './device-logs.ts'
import { devicePayloadCalls } from './device-payloads.ts'
import { deviceUserImportCalls } from './device-user-imports.ts'
import { deviceUserMoveCalls } from './device-user-moves.ts'
import { deviceUserCalls } from './device-users.ts'
import { deviceCalls } from './devices.ts'
import { downloadCalls } from './downloads.ts'
import { enrolmentCalls } from './enrolment.ts'
import { explanationCalls } from './explanations.ts'
import { exportCalls } from './exports.ts'
import { foundCalls } from './found.ts'
import { gpsCalls } from './gps.ts'
import { groupCalls } from './groups.ts'
import { legalHoldCalls } from './legal-holds.ts'
import { licenceCalls } from './licences.ts'
import { matterCalls } from './matters.ts'
import { metricCalls } from './metrics.ts'
import { migrationCalls } from './migrations.ts'
import { notificationCalls } from './notifications.ts'
import { overviewCalls } from './overview.ts'
import { payloadAuditCalls } from './payload-audit.ts'
import { payloadCountCalls } from './payload-counts.ts'
import { payloadDataCalls } from './payload-data.ts'
import { payloadDaysCalls } from './payload-days.ts'
import { payloadDeletionCalls } from './payload-deletion.ts'
import { payloadRescanCalls } from './payload-rescan.ts'
import { payloadUpdateCalls } from './payload-update.ts'
import { payloadVerificationCalls } from './payload-verification.ts'
import { payloadCalls } from './payloads.ts'
import { personalNumberCalls } from './personal-numbers.ts'
import { phoneNumberCalls } from './phone-numbers.ts'
import { portalConfigCalls } from './portal-config.ts'
import { portalEventCalls } from './portal-events.ts'
import { portalUserCalls } from './portal-users.ts'
import { profileCalls } from './profile.ts'
import { publicKeyCalls } from './public-keys.ts'
import { receiptCalls } from './receipts.ts'
import { reportedTelemetryCalls } from './reported-telemetry.ts'
import { reportCalls } from './reports.ts'
import { retentionCalls } from './retention.ts'
import { retentionRunCalls } from './retention-runs.ts'
import { reviewQueueCalls } from './review-queues.ts'
import { reviewCalls } from './reviews.ts'
import { roleDraftCalls } from './role-drafts.ts'
import { roleCalls } from './roles.ts'
import { savedViewCalls } from './saved-views.ts'
import { sentCommandCalls } from './sent-commands.ts'
import { sessionCalls } from './session.ts'
import { statisticsCalls } from './statistics.ts'
import { supportAccessCalls } from './support-access.ts'
import { tagCalls } from './tags.ts'
import { telemetryCalls } from './telemetry.ts'
import { termsCalls } from './terms.ts'
import { transferConfigCalls } from './transfer-configs.ts'
import { transferCalls } from './transfers.ts'
import { verifyCalls } from './verify.ts'
import { webhookCalls } from './webhooks.ts'
import { wordIndexCalls } from './word-index.ts'

export const calls = {
  ...sessionCalls,
  ...statisticsCalls,
  ...profileCalls,
  ...accessReviewCalls,
  ...accountCalls,
  ...termsCalls,
  ...portalEventCalls,
  ...dashboardCalls,
  ...overviewCalls,
  ...notificationCalls,
  ...alertCalls,
  ...activityCalls,
  ...deviceCalls,
  ...deviceHistoryCalls,
  ...phoneNumberCalls,
  ...deviceUserCalls,
  ...deviceUserMoveCalls,
  ...deviceUserImportCalls,
  ...enrolmentCalls,
  ...personalNumberCalls,
  ...carrierImportCalls,
  ...carrierRecordCalls,
  ...completenessCalls,
  ...completenessStatementCalls,
  ...groupCalls,
  ...tagCalls,
  ...roleCalls,
  ...roleDraftCalls,
  ...accessRequestCalls,
  ...explanationCalls,
  ...accountDefaultsCalls,
  ...accountSettingsCalls,
  ...deviceConfigurationCalls,
  ...wordIndexCalls,
  ...clientAppCalls,
  ...clientCalls,
  ...portalConfigCalls,
  ...publicKeyCalls,
  ...portalUserCalls,
  ...savedViewCalls,
  ...supportAccessCalls,
  ...payloadCalls,
  ...payloadCountCalls,
  ...payloadDaysCalls,
  ...payloadAuditCalls,
  ...downloadCalls,
  ...exportCalls,
  ...foundCalls,
  ...commentCalls,
  ...payloadDataCalls,
  ...payloadVerificationCalls,
  ...payloadDeletionCalls,
  ...payloadUpdateCalls,
  ...payloadRescanCalls,
  ...receiptCalls,
  ...reviewCalls,
  ...reportCalls,
  ...retentionCalls,
  ...retentionRunCalls,
  ...reviewQueueCalls,
  ...contentAccessCalls,
  ...conversationCalls,
  ...countryCalls,
  ...verifyCalls,
  ...devicePayloadCalls,
  ...deviceLogCalls,
  ...gpsCalls,
  ...telemetryCalls,
  ...reportedTelemetryCalls,
  ...destructionCalls,
  ...legalHoldCalls,
  ...matterCalls,
  ...licenceCalls,
  ...migrationCalls,
  ...transferConfigCalls,
  ...transferCalls,
  ...webhookCalls,
  ...metricCalls,
  ...deviceCommandCalls,
  ...sentCommandCalls,
} as const satisfies Record<string, CallDeclaration>

export type CallName = keyof typeof calls
