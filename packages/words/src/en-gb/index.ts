import { access } from './access.ts'
import { accessRequests } from './access-requests.ts'
import { accessReviews } from './access-reviews.ts'
import { accountSettings } from './account-settings.ts'
import { actions } from './actions.ts'
import { activities } from './activities.ts'
import { amending } from './amending.ts'
import { carrierRecords } from './carrier-records.ts'
import { clientApps } from './client-apps.ts'
import { clients } from './clients.ts'
import { commands } from './commands.ts'
import { comments } from './comments.ts'
import { completeness } from './completeness.ts'
import { completenessStatements } from './completeness-statements.ts'
import { contentAccess } from './content-access.ts'
import { conversations } from './conversations.ts'
import { dashboard } from './dashboard.ts'
import { deletion } from './deletion.ts'
import { deviceLogs } from './device-logs.ts'
import { deviceUsers } from './device-users.ts'
import { devices } from './devices.ts'
import { downloads } from './downloads.ts'
import { enrolment } from './enrolment.ts'
import { exports } from './exports.ts'
import { forms } from './forms.ts'
import { groups } from './groups.ts'
import { importPeople } from './import-people.ts'
import { landing } from './landing.ts'
import { list } from './list.ts'
import { metrics } from './metrics.ts'
import { notices } from './notices.ts'
import { notifications } from './notifications.ts'
import { payloads } from './payloads.ts'
import { people } from './people.ts'
import { personalNumbers } from './personal-numbers.ts'
import { playback } from './playback.ts'
import { portalConfig } from './portal-config.ts'
import { positions } from './positions.ts'
import { publicKeys } from './public-keys.ts'
import { reasons } from './reasons.ts'
import { receipts } from './receipts.ts'
import { reported } from './reported.ts'
import { reviews } from './reviews.ts'
import { roleDrafts } from './role-drafts.ts'
import { roles } from './roles.ts'
import { savedViews } from './saved-views.ts'
import { selection } from './selection.ts'
import { services } from './services.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { supportAccess } from './support-access.ts'
import { tags } from './tags.ts'
import { telemetry } from './telemetry.ts'
import { terms } from './terms.ts'
import { trail } from './trail.ts'
import { trailEvents } from './trail-events.ts'
import { trailFile } from './trail-file.ts'
import { trailList } from './trail-list.ts'
import { trailParameters } from './trail-parameters.ts'
import { trailReasons } from './trail-reasons.ts'
import { trailTried } from './trail-tried.ts'
import { validation } from './validation.ts'
import { verification } from './verification.ts'
import { wordSearch } from './word-search.ts'

export const messages = {
  ...access,
  ...accessReviews,
  ...accessRequests,
  ...accountSettings,
  ...actions,
  ...activities,
  ...amending,
  ...carrierRecords,
  ...clientApps,
  ...clients,
  ...commands,
  ...completeness,
  ...completenessStatements,
  ...comments,
  ...contentAccess,
  ...conversations,
  ...dashboard,
  ...deletion,
  ...deviceLogs,
  ...deviceUsers,
  ...devices,
  ...downloads,
  ...enrolment,
  ...exports,
  ...forms,
  ...groups,
  ...importPeople,
  ...landing,
  ...list,
  ...metrics,
  ...notices,
  ...notifications,
  ...payloads,
  ...people,
  ...personalNumbers,
  ...playback,
  ...portalConfig,
  ...positions,
  ...publicKeys,
  ...reasons,
  ...receipts,
  ...reported,
  ...reviews,
  ...roleDrafts,
  ...roles,
  ...savedViews,
  ...selection,
  ...services,
  ...session,
  ...shell,
  ...supportAccess,
  ...tags,
  ...telemetry,
  ...terms,
  ...trail,
  ...trailEvents,
  ...trailFile,
  ...trailList,
  ...trailParameters,
  ...trailReasons,
  ...trailTried,
  ...validation,
  ...verification,
  ...wordSearch,
}

/** Every language has every message: a missing one does not compile. */
export type Messages = Record<keyof typeof messages, string>
