import { access } from './access.ts'
import { accessRequests } from './access-requests.ts'
import { accessReviews } from './access-reviews.ts'
import { accountSettings } from './account-settings.ts'
import { actions } from './actions.ts'
import { activities } from './activities.ts'
import { activitiesEntry } from './activities-entry.ts'
import { activitiesEvents } from './activities-events.ts'
import { activitiesFile } from './activities-file.ts'
import { activitiesList } from './activities-list.ts'
import { activitiesParameters } from './activities-parameters.ts'
import { activitiesReasons } from './activities-reasons.ts'
import { activitiesTried } from './activities-tried.ts'
import { alerts } from './alerts.ts'
import { carrierRecords } from './carrier-records.ts'
import { carriers } from './carriers.ts'
import { clientApps } from './client-apps.ts'
import { clients } from './clients.ts'
import { comments } from './comments.ts'
import { completeness } from './completeness.ts'
import { completenessStatements } from './completeness-statements.ts'
import { contentAccess } from './content-access.ts'
import { conversations } from './conversations.ts'
import { dashboard } from './dashboard.ts'
import { deviceCommands } from './device-commands.ts'
import { deviceLogs } from './device-logs.ts'
import { deviceUserImports } from './device-user-imports.ts'
import { deviceUsers } from './device-users.ts'
import { devices } from './devices.ts'
import { downloads } from './downloads.ts'
import { enrolment } from './enrolment.ts'
import { exports } from './exports.ts'
import { forms } from './forms.ts'
import { gps } from './gps.ts'
import { groups } from './groups.ts'
import { landing } from './landing.ts'
import { legalHolds } from './legal-holds.ts'
import { legalHoldsScreens } from './legal-holds-screens.ts'
import { licences } from './licences.ts'
import { list } from './list.ts'
import { metrics } from './metrics.ts'
import { migrationSentences } from './migration-sentences.ts'
import { migrations } from './migrations.ts'
import { notices } from './notices.ts'
import { notifications } from './notifications.ts'
import { payloadAmendments } from './payload-amendments.ts'
import { payloadDeletion } from './payload-deletion.ts'
import { payloadRescan } from './payload-rescan.ts'
import { payloadVerification } from './payload-verification.ts'
import { payloads } from './payloads.ts'
import { personalNumbers } from './personal-numbers.ts'
import { playback } from './playback.ts'
import { playbackReason } from './playback-reason.ts'
import { portalConfig } from './portal-config.ts'
import { portalUsers } from './portal-users.ts'
import { publicKeys } from './public-keys.ts'
import { receipts } from './receipts.ts'
import { reportedTelemetry } from './reported-telemetry.ts'
import { reports } from './reports.ts'
import { retention } from './retention.ts'
import { retentionScreens } from './retention-screens.ts'
import { reviews } from './reviews.ts'
import { roleDrafts } from './role-drafts.ts'
import { roles } from './roles.ts'
import { savedViews } from './saved-views.ts'
import { selection } from './selection.ts'
import { services } from './services.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { statistics } from './statistics.ts'
import { supportAccess } from './support-access.ts'
import { tags } from './tags.ts'
import { telemetry } from './telemetry.ts'
import { terms } from './terms.ts'
import { transferConfigs } from './transfer-configs.ts'
import { transfers } from './transfers.ts'
import { validation } from './validation.ts'
import { webhooks } from './webhooks.ts'
import { wordSearch } from './word-search.ts'

export const messages = {
  ...access,
  ...accessRequests,
  ...accessReviews,
  ...accountSettings,
  ...actions,
  ...activities,
  ...activitiesEntry,
  ...activitiesEvents,
  ...activitiesFile,
  ...activitiesList,
  ...activitiesParameters,
  ...activitiesReasons,
  ...activitiesTried,
  ...alerts,
  ...carrierRecords,
  ...carriers,
  ...clientApps,
  ...clients,
  ...comments,
  ...completeness,
  ...completenessStatements,
  ...contentAccess,
  ...conversations,
  ...dashboard,
  ...deviceCommands,
  ...deviceLogs,
  ...deviceUserImports,
  ...deviceUsers,
  ...devices,
  ...downloads,
  ...enrolment,
  ...exports,
  ...forms,
  ...gps,
  ...groups,
  ...landing,
  ...legalHolds,
  ...legalHoldsScreens,
  ...licences,
  ...webhooks,
  ...list,
  ...metrics,
  ...migrationSentences,
  ...migrations,
  ...notices,
  ...notifications,
  ...payloadAmendments,
  ...payloadDeletion,
  ...payloadRescan,
  ...payloadVerification,
  ...payloads,
  ...personalNumbers,
  ...playback,
  ...playbackReason,
  ...portalConfig,
  ...portalUsers,
  ...publicKeys,
  ...receipts,
  ...reportedTelemetry,
  ...reports,
  ...retention,
  ...retentionScreens,
  ...reviews,
  ...roleDrafts,
  ...roles,
  ...savedViews,
  ...selection,
  ...services,
  ...session,
  ...shell,
  ...statistics,
  ...supportAccess,
  ...tags,
  ...telemetry,
  ...terms,
  ...transferConfigs,
  ...transfers,
  ...validation,
  ...wordSearch,
}

/** Every language has every message: a missing one does not compile. */
export type Messages = Record<keyof typeof messages, string>
