import { jobs } from './modules/jobs.ts'
import { enqueueUnprocessed } from './modules/processing/index.ts'
import { currentTermsVersion } from './modules/session/index.ts'
import { runJobs } from './platform/jobs/run-jobs.ts'
import { openPlatform } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import type { Settings } from './platform/settings/index.ts'

export interface Worker {
  platform: Platform
  /** Takes no more jobs, gives those under way a few seconds, and closes every part. */
  stop: () => Promise<void>
}

/** Starts a worker: it does jobs as they become due, first those that an earlier one may have left behind. */
export const startWorker = async (settings: Settings & { databaseUrl: string }): Promise<Worker> => {
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
  await enqueueUnprocessed(platform, 0)
  const { databaseUrl, workerConcurrency } = settings
  const running = await runJobs({ platform, databaseUrl, jobs, concurrency: workerConcurrency })
  return {
    platform,
    stop: async () => {
      await running.stop()
      await platform.close()
    },
  }
}
