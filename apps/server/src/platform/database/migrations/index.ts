import { foundation } from './0001-foundation.ts'
import { identity } from './0002-identity.ts'
import { accounts } from './0003-accounts.ts'
import { defaultRoles } from './0004-default-roles.ts'
import { lostPasses } from './0005-lost-passes.ts'
import { formerHolders } from './0007-former-holders.ts'
import { portalConfigs } from './0008-portal-configs.ts'
import { accountLimits } from './0009-account-limits.ts'
import { installation } from './0010-installation.ts'
import { unusual } from './0011-unusual.ts'
import { blockedDevices } from './0014-blocked-devices.ts'
import { damageAtRest } from './0015-damage-at-rest.ts'
import { changesOfPeople } from './0017-changes-of-people.ts'
import { deviceConfigurationVersion } from './0018-device-configuration-version.ts'
import { comments } from './0019-comments.ts'
import { jobsView } from './0020-jobs-view.ts'
import { smallContents } from './0021-small-contents.ts'
import { finding } from './0022-finding.ts'
import { derivedMedia } from './0023-derived-media.ts'
import { conversations } from './0024-conversations.ts'
import { words } from './0025-words.ts'
import { accountSettings } from './0026-account-settings.ts'
import { partsOfAttachments } from './0027-parts-of-attachments.ts'
import { savedViews } from './0028-saved-views.ts'
import { counts } from './0029-counts.ts'
import { payloadVerifications } from './0030-payload-verifications.ts'
import { parties } from './0031-parties.ts'
import { playbacks } from './0032-playbacks.ts'
import { jobsThatWait } from './0033-jobs-that-wait.ts'
import { versionOfWordIndex } from './0037-version-of-word-index.ts'
import { mediaBacklog } from './0038-media-backlog.ts'
import { listExports } from './0043-exports.ts'
import { payloadReceipts } from './0044-payload-receipts.ts'
import { players } from './0045-players.ts'
import { numbersOfAllGroups } from './0046-numbers-of-all-groups.ts'
import { commentsOnSeveral } from './0047-comments-on-several.ts'
import { playbackReasons } from './0048-playback-reasons.ts'
import { downloads } from './0049-downloads.ts'
import { reviews } from './0051-reviews.ts'
import { reviewQueues } from './0052-review-queues.ts'
import { payloadAmendments } from './0054-payload-amendments.ts'
import { trailWithoutReads } from './0056-trail-without-reads.ts'
import { listenings } from './0057-listenings.ts'
import { roleVersions } from './0058-role-versions.ts'
import { roleAssignments } from './0059-role-assignments.ts'
import { roleDrafts } from './0060-role-drafts.ts'
import { notifications } from './0061-notifications.ts'
import { mentions } from './0062-mentions.ts'
import { notificationSettings } from './0063-notification-settings.ts'
import { notificationEmails } from './0064-notification-emails.ts'
import { accessRequests } from './0065-access-requests.ts'
import { accessHistory } from './0067-access-history.ts'
import { accessReviews } from './0068-access-reviews.ts'
import { draftsOfAnyKind } from './0069-drafts-of-any-kind.ts'
import { secondPersons } from './0070-second-persons.ts'
import { undealtAndWithdrawnReviews } from './0071-undealt-and-withdrawn-reviews.ts'
import { languageOfExports } from './0072-language-of-exports.ts'
import { firstReviews } from './0076-first-reviews.ts'
import { versionsOfDeviceUsers } from './0080-versions-of-device-users.ts'
import { removedPersonalNumbers } from './0085-removed-personal-numbers.ts'
import { reviewQueueVersion } from './0086-review-queue-version.ts'
import { commandsToDevices } from './0087-commands-to-devices.ts'
import { enrolment } from './0090-enrolment.ts'
import { deviceChanges } from './0093-device-changes.ts'
import { removedDevices } from './0094-removed-devices.ts'
import { phoneNumberPeriods } from './0095-phone-number-periods.ts'
import { reportLists } from './0096-report-lists.ts'
import { payloadMetrics } from './0099-payload-metrics.ts'
import { latestTelemetry } from './0100-latest-telemetry.ts'
import { sequenceGaps } from './0102-sequence-gaps.ts'
import { deviceResets } from './0103-device-resets.ts'
import { carrierRecords } from './0104-carrier-records.ts'
import { completenessStatements } from './0107-completeness-statements.ts'
import { formerPhoneNumbers } from './0110-former-phone-numbers.ts'
import { recordsOfUnknownNumbers } from './0111-records-of-unknown-numbers.ts'
import { lastOpenings } from './0112-last-openings.ts'
import { namesOfNumbers } from './0113-names-of-numbers.ts'
import { licences } from './0114-licences.ts'
import { spellings } from './0117-spellings.ts'
import { wordsRebuilt } from './0118-words-rebuilt.ts'
import { lateAndResealed } from './0119-late-and-resealed.ts'
import { runningFiles } from './0120-running-files.ts'
import { roleAssignmentEnds } from './0121-role-assignment-ends.ts'
import { openingsOfReviews } from './0123-openings-of-reviews.ts'
import { carriers } from './0126-carriers.ts'
import { alerts } from './0130-alerts.ts'
import { trailOfDeviceUsers } from './0131-trail-of-device-users.ts'
import { storedBytes } from './0133-stored-bytes.ts'
import { statistics } from './0134-statistics.ts'
import { dueJobs } from './0135-due-jobs.ts'
import { tellingOfAlerts } from './0136-telling-of-alerts.ts'
import { webhooks } from './0137-webhooks.ts'
import { lateAlerts } from './0138-late-alerts.ts'
import { legalHolds } from './0140-legal-holds.ts'
import { destruction } from './0141-destruction.ts'
import { retentionPolicies } from './0145-retention-policies.ts'
import { retentionRuns } from './0146-retention-runs.ts'
import { oldActivities } from './0147-old-activities.ts'
import { quiet } from './0150-quiet.ts'
import { heldAlerts } from './0151-held-alerts.ts'
import { silencedBy } from './0152-silenced-by.ts'
import { askedForContent } from './0153-asked-for-content.ts'
import { waitingRuns } from './0154-waiting-runs.ts'
import { releasedHolds } from './0155-released-holds.ts'
import { journalCheckpoints } from './0156-journal-checkpoints.ts'
import { releaseReasons } from './0157-release-reasons.ts'
import { alertsOfGroups } from './0159-alerts-of-groups.ts'
import { transfers } from './0160-transfers.ts'
import { endedDevices } from './0161-ended-devices.ts'
import { transferDays } from './0164-transfer-days.ts'
import { recordingsAskedFor } from './0165-recordings-asked-for.ts'
import { legacyMigrations } from './0170-legacy-migrations.ts'
import { migrationReconciliation } from './0171-migration-reconciliation.ts'
import { removedExports } from './0172-removed-exports.ts'
import { legacyReferences } from './0173-legacy-references.ts'
import { mattersOfRecordings } from './0174-matters.ts'
import { exportsForPeople } from './0177-exports-for-people.ts'
import { repeatingQueues } from './0178-repeating-queues.ts'
import { reports } from './0180-reports.ts'
import { objectLocks } from './0182-object-locks.ts'
import { rightsOfDraws } from './0185-rights-of-draws.ts'

/** In the order of their execution; a released migration never changes. Each entry of a migration is one statement. */
export const migrations: Record<string, readonly string[]> = {
  '0001-foundation': foundation,
  '0002-identity': identity,
  '0003-accounts': accounts,
  '0004-default-roles': defaultRoles,
  '0005-lost-passes': lostPasses,
  '0007-former-holders': formerHolders,
  '0008-portal-configs': portalConfigs,
  '0009-account-limits': accountLimits,
  '0010-installation': installation,
  '0011-unusual': unusual,
  '0014-blocked-devices': blockedDevices,
  '0015-damage-at-rest': damageAtRest,
  '0017-changes-of-people': changesOfPeople,
  '0018-device-configuration-version': deviceConfigurationVersion,
  '0019-comments': comments,
  '0020-jobs-view': jobsView,
  '0021-small-contents': smallContents,
  '0022-finding': finding,
  '0023-derived-media': derivedMedia,
  '0024-conversations': conversations,
  '0025-words': words,
  '0026-account-settings': accountSettings,
  '0027-parts-of-attachments': partsOfAttachments,
  '0028-saved-views': savedViews,
  '0029-counts': counts,
  '0030-payload-verifications': payloadVerifications,
  '0031-parties': parties,
  '0032-playbacks': playbacks,
  '0033-jobs-that-wait': jobsThatWait,
  '0037-version-of-word-index': versionOfWordIndex,
  '0038-media-backlog': mediaBacklog,
  '0043-exports': listExports,
  '0044-payload-receipts': payloadReceipts,
  '0045-players': players,
  '0046-numbers-of-all-groups': numbersOfAllGroups,
  '0047-comments-on-several': commentsOnSeveral,
  '0048-playback-reasons': playbackReasons,
  '0049-downloads': downloads,
  '0051-reviews': reviews,
  '0052-review-queues': reviewQueues,
  '0054-payload-amendments': payloadAmendments,
  '0056-trail-without-reads': trailWithoutReads,
  '0057-listenings': listenings,
  '0058-role-versions': roleVersions,
  '0059-role-assignments': roleAssignments,
  '0060-role-drafts': roleDrafts,
  '0061-notifications': notifications,
  '0062-mentions': mentions,
  '0063-notification-settings': notificationSettings,
  '0064-notification-emails': notificationEmails,
  '0065-access-requests': accessRequests,
  '0067-access-history': accessHistory,
  '0068-access-reviews': accessReviews,
  '0069-drafts-of-any-kind': draftsOfAnyKind,
  '0070-second-persons': secondPersons,
  '0071-undealt-and-withdrawn-reviews': undealtAndWithdrawnReviews,
  '0072-language-of-exports': languageOfExports,
  '0076-first-reviews': firstReviews,
  '0080-versions-of-device-users': versionsOfDeviceUsers,
  '0085-removed-personal-numbers': removedPersonalNumbers,
  '0086-review-queue-version': reviewQueueVersion,
  '0087-commands-to-devices': commandsToDevices,
  '0090-enrolment': enrolment,
  '0093-device-changes': deviceChanges,
  '0094-removed-devices': removedDevices,
  '0095-phone-number-periods': phoneNumberPeriods,
  '0096-report-lists': reportLists,
  '0099-payload-metrics': payloadMetrics,
  '0100-latest-telemetry': latestTelemetry,
  '0102-sequence-gaps': sequenceGaps,
  '0103-device-resets': deviceResets,
  '0104-carrier-records': carrierRecords,
  '0107-completeness-statements': completenessStatements,
  '0110-former-phone-numbers': formerPhoneNumbers,
  '0111-records-of-unknown-numbers': recordsOfUnknownNumbers,
  '0112-last-openings': lastOpenings,
  '0113-names-of-numbers': namesOfNumbers,
  '0114-licences': licences,
  '0117-spellings': spellings,
  '0118-words-rebuilt': wordsRebuilt,
  '0119-late-and-resealed': lateAndResealed,
  '0120-running-files': runningFiles,
  '0121-role-assignment-ends': roleAssignmentEnds,
  '0123-openings-of-reviews': openingsOfReviews,
  '0126-carriers': carriers,
  '0130-alerts': alerts,
  '0131-trail-of-device-users': trailOfDeviceUsers,
  '0133-stored-bytes': storedBytes,
  '0134-statistics': statistics,
  '0135-due-jobs': dueJobs,
  '0136-telling-of-alerts': tellingOfAlerts,
  '0137-webhooks': webhooks,
  '0138-late-alerts': lateAlerts,
  '0140-legal-holds': legalHolds,
  '0141-destruction': destruction,
  '0145-retention-policies': retentionPolicies,
  '0146-retention-runs': retentionRuns,
  '0147-old-activities': oldActivities,
  '0150-quiet': quiet,
  '0151-held-alerts': heldAlerts,
  '0152-silenced-by': silencedBy,
  '0153-asked-for-content': askedForContent,
  '0154-waiting-runs': waitingRuns,
  '0155-released-holds': releasedHolds,
  '0156-journal-checkpoints': journalCheckpoints,
  '0157-release-reasons': releaseReasons,
  '0159-alerts-of-groups': alertsOfGroups,
  '0160-transfers': transfers,
  '0161-ended-devices': endedDevices,
  '0164-transfer-days': transferDays,
  '0165-recordings-asked-for': recordingsAskedFor,
  '0170-legacy-migrations': legacyMigrations,
  '0171-migration-reconciliation': migrationReconciliation,
  '0172-removed-exports': removedExports,
  '0173-legacy-references': legacyReferences,
  '0174-matters': mattersOfRecordings,
  '0177-exports-for-people': exportsForPeople,
  '0178-repeating-queues': repeatingQueues,
  '0180-reports': reports,
  '0182-object-locks': objectLocks,
  '0185-rights-of-draws': rightsOfDraws,
}
