import { providerClient } from '../core/accounts/index.ts'
import type { AnyJob, JobLane } from '../core/jobs.ts'
import type { Platform } from '../core/platform.ts'
import { accessRequestJobs } from './access-requests/index.ts'
import { accessReviewJobs } from './access-reviews/index.ts'
import { accountDefaultsJobs } from './account-defaults/index.ts'
import { alertEmailJobs, alertNewsJobs } from './alert-news/index.ts'
import { alertWatchJobs, watchParts } from './alert-watches/index.ts'
import { alertJobs } from './alerts/index.ts'
import { carrierRecordJobs } from './carrier-records/index.ts'
import { mediaJobs, mediaLanes } from './derived-media/index.ts'
import { destructionJobs } from './destruction/index.ts'
import { deviceCommandJobs } from './device-commands/index.ts'
import { deviceJobs } from './devices/index.ts'
import { downloadJobs } from './downloads/index.ts'
import { exportJobs } from './exports/index.ts'
import { handlers } from './index.ts'
import { legalHoldJobs } from './legal-holds/index.ts'
import { licenceJobs } from './licences/index.ts'
import { matterJobs } from './matters/index.ts'
import { migrationLane } from './migrations/index.ts'
import { emailLane, notificationJobs } from './notifications/index.ts'
import { verificationLane } from './payload-verification/index.ts'
import { playbackJobs } from './playback/index.ts'
import { portalUserJobs } from './portal-users/index.ts'
import { processingJobs } from './processing/index.ts'
import { reportEmailJobs, reportJobs } from './reports/index.ts'
import { retentionRunJobs } from './retention-runs/index.ts'
import { reviewJobs } from './reviews/index.ts'
import { roleDraftJobs } from './role-drafts/index.ts'
import { sessionJobs } from './session/index.ts'
import { countAtStart, statisticsJobs } from './statistics/index.ts'
import { storeSweepJobs } from './store-sweeps/index.ts'
import { supportAccessJobs } from './support-access/index.ts'
import { transferConfigJobs } from './transfer-configs/index.ts'
import { transferJobs, transferLane } from './transfers/index.ts'
import { uploadJobs } from './uploads/index.ts'
import { webhookJobs, webhookLane } from './webhooks/index.ts'
import { wordIndexJobs } from './word-index/index.ts'

/** Processing must not wait for decoding, verification, a mail server or customers' systems. */
export const jobLanes = (concurrency: number): readonly JobLane[] => [
  { jobs, concurrency },
  ...mediaLanes,
  verificationLane,
  migrationLane,
  { ...emailLane, jobs: [...emailLane.jobs, ...alertEmailJobs, ...reportEmailJobs(handlers)] },
  webhookLane,
  transferLane,
]

/** By module. */
const jobs: readonly AnyJob[] = [
  ...accessReviewJobs,
  ...accessRequestJobs,
  ...accountDefaultsJobs,
  ...alertJobs,
  ...alertNewsJobs,
  ...alertWatchJobs,
  ...carrierRecordJobs,
  ...destructionJobs,
  ...deviceCommandJobs,
  ...deviceJobs,
  ...downloadJobs,
  ...exportJobs,
  ...legalHoldJobs,
  ...licenceJobs,
  ...matterJobs,
  ...mediaJobs,
  ...notificationJobs,
  ...playbackJobs,
  ...portalUserJobs,
  ...processingJobs,
  ...reportJobs(handlers),
  ...retentionRunJobs,
  ...reviewJobs,
  ...roleDraftJobs,
  ...sessionJobs,
  ...statisticsJobs,
  ...storeSweepJobs,
  ...supportAccessJobs,
  ...transferConfigJobs,
  ...transferJobs,
  ...uploadJobs,
  ...webhookJobs,
  ...wordIndexJobs,
]

/** Adds what must not wait for its schedule when a worker starts: what the provider sees has aged while none ran. */
export const enqueueAtStart = async (platform: Pick<Platform, 'clients' | 'database'>): Promise<void> => {
  await platform.database.transaction(providerClient, (tx) => tx.enqueue(watchParts.definition, {}))
  await countAtStart(platform)
}
