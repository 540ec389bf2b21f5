import type { Handlers } from '../core/calls/index.ts'
import { accessImpactHandlers } from './access-impact/index.ts'
import { accessRequestHandlers } from './access-requests/index.ts'
import { accessReviewHandlers } from './access-reviews/index.ts'
import { accountDefaultsHandlers } from './account-defaults/index.ts'
import { accountSettingsHandlers } from './account-settings/index.ts'
import { activityHandlers } from './activities/index.ts'
import { alertHandlers } from './alerts/index.ts'
import { carrierRecordHandlers } from './carrier-records/index.ts'
import { carrierHandlers } from './carriers/index.ts'
import { clientAppHandlers } from './client-apps/index.ts'
import { clientHandlers } from './clients/index.ts'
import { commentHandlers } from './comments/index.ts'
import { completenessHandlers } from './completeness/index.ts'
import { completenessStatementHandlers } from './completeness-statements/index.ts'
import { contentAccessHandlers } from './content-access/index.ts'
import { conversationHandlers } from './conversations/index.ts'
import { dashboardHandlers } from './dashboard/index.ts'
import { destructionHandlers } from './destruction/index.ts'
import { deviceCommandHandlers } from './device-commands/index.ts'
import { deviceLogHandlers } from './device-logs/index.ts'
import { deviceRemovalHandlers } from './device-removal/index.ts'
import { deviceUserHandlers } from './device-users/index.ts'
import { deviceHandlers } from './devices/index.ts'
import { downloadHandlers } from './downloads/index.ts'
import { enrolmentHandlers } from './enrolment/index.ts'
import { explanationHandlers } from './explanations/index.ts'
import { exportHandlers } from './exports/index.ts'
import { foundHandlers } from './found/index.ts'
import { gpsHandlers } from './gps/index.ts'
import { groupHandlers } from './groups/index.ts'
import { legalHoldHandlers } from './legal-holds/index.ts'
import { licenceHandlers } from './licences/index.ts'
import { matterHandlers } from './matters/index.ts'
import { metricHandlers } from './metrics/index.ts'
import { migrationHandlers } from './migrations/index.ts'
import { notificationHandlers } from './notifications/index.ts'
import { onboardingHandlers } from './onboarding/index.ts'
import { payloadSearchHandlers } from './payload-search/index.ts'
import { verificationHandlers } from './payload-verification/index.ts'
import { payloadHandlers } from './payloads/index.ts'
import { personalNumberHandlers } from './personal-numbers/index.ts'
import { playbackHandlers } from './playback/index.ts'
import { portalConfigHandlers } from './portal-config/index.ts'
import { portalEventHandlers } from './portal-events/index.ts'
import { portalUserHandlers } from './portal-users/index.ts'
import { processingHandlers } from './processing/index.ts'
import { publicKeyHandlers } from './public-keys/index.ts'
import { reportHandlers } from './reports/index.ts'
import { retentionHandlers } from './retention/index.ts'
import { retentionRunHandlers } from './retention-runs/index.ts'
import { reviewHandlers } from './reviews/index.ts'
import { roleAssignmentHandlers } from './role-assignments/index.ts'
import { roleDraftHandlers } from './role-drafts/index.ts'
import { roleHandlers } from './roles/index.ts'
import { savedViewHandlers } from './saved-views/index.ts'
import { sessionHandlers } from './session/index.ts'
import { statisticsHandlers } from './statistics/index.ts'
import { supportAccessHandlers } from './support-access/index.ts'
import { tagHandlers } from './tags/index.ts'
import { telemetryHandlers } from './telemetry/index.ts'
import { transferConfigHandlers } from './transfer-configs/index.ts'
import { transferHandlers } from './transfers/index.ts'
import { uploadHandlers } from './uploads/index.ts'
import { visitHandlers } from './visits/index.ts'
import { webhookHandlers } from './webhooks/index.ts'
import { wordIndexHandlers } from './word-index/index.ts'

const ownHandlers = {
  ...explanationHandlers,
  ...accessReviewHandlers,
  ...accessRequestHandlers,
  ...accountDefaultsHandlers,
  ...accountSettingsHandlers,
  ...activityHandlers,
  ...carrierRecordHandlers,
  ...carrierHandlers,
  ...alertHandlers,
  ...clientAppHandlers,
  ...clientHandlers,
  ...commentHandlers,
  ...completenessHandlers,
  ...completenessStatementHandlers,
  ...contentAccessHandlers,
  ...conversationHandlers,
  ...dashboardHandlers,
  ...deviceHandlers,
  ...destructionHandlers,
  ...deviceCommandHandlers,
  ...deviceRemovalHandlers,
  ...deviceLogHandlers,
  ...deviceUserHandlers,
  ...downloadHandlers,
  ...enrolmentHandlers,
  ...foundHandlers,
  ...gpsHandlers,
  ...groupHandlers,
  ...legalHoldHandlers,
  ...licenceHandlers,
  ...webhookHandlers,
  ...matterHandlers,
  ...metricHandlers,
  ...migrationHandlers,
  ...notificationHandlers,
  ...onboardingHandlers,
  ...payloadHandlers,
  ...processingHandlers,
  ...payloadSearchHandlers,
  ...personalNumberHandlers,
  ...playbackHandlers,
  ...portalConfigHandlers,
  ...portalEventHandlers,
  ...portalUserHandlers,
  ...publicKeyHandlers,
  ...retentionHandlers,
  ...retentionRunHandlers,
  ...reviewHandlers,
  ...roleAssignmentHandlers,
  ...roleDraftHandlers,
  ...accessImpactHandlers,
  ...roleHandlers,
  ...savedViewHandlers,
  ...sessionHandlers,
  ...tagHandlers,
  ...statisticsHandlers,
  ...supportAccessHandlers,
  ...telemetryHandlers,
  ...transferConfigHandlers,
  ...transferHandlers,
  ...uploadHandlers,
  ...verificationHandlers,
  ...visitHandlers,
  ...wordIndexHandlers,
}

const countedHandlers = { ...ownHandlers, ...reportHandlers(ownHandlers) }

/** The handlers of all calls, by module. Exports read lists of every module, and reports count their rows. */
export const handlers: Handlers = { ...countedHandlers, ...exportHandlers(countedHandlers) }
