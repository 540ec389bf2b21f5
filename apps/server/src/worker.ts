import type { JobLane } from './core/jobs.ts'
import { type OpenPlatformOptions, openPlatform } from './core/open-platform.ts'
import type { Platform } from './core/platform.ts'
import { runWhileNotQuiet } from './core/quiet-lanes.ts'
import { raiseFailedJob } from './modules/alert-watches/index.ts'
import { recoverDestructions } from './modules/destruction/index.ts'
import { enqueueAtStart, jobLanes } from './modules/jobs.ts'
import { enqueueUnprocessed } from './modules/processing/index.ts'
import { currentTermsVersion } from './modules/session/index.ts'
import { runJobs } from './platform/jobs/index.ts'
import type { Settings } from './platform/settings/index.ts'

export interface Worker {
  platform: Platform
  /** Takes no more jobs, gives running ones a few seconds, and closes every part. */
  stop: () => Promise<void>
}

export interface WorkerOptions extends Pick<OpenPlatformOptions, 'onQuery' | 'logTo'> {
  /** Completes before the first job runs. */
  beforeWorking?: (platform: Platform) => Promise<void>
}

/** Starts a worker: it runs jobs as they become due, beginning with those that an earlier worker may have left behind. */
export const startWorker = async (
  settings: Settings & { databaseUrl: string },
  { beforeWorking, ...watching }: WorkerOptions = {},
): Promise<Worker> => {
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion, ...watching })
  try {
    logConfinement(platform)
    await recoverDestructions(platform)
  } catch (error) {
    await platform.close()
    throw error
  }
  await beforeWorking?.(platform)
  await enqueueUnprocessed(platform, 0)
  await enqueueAtStart(platform)
  const { databaseUrl, workerConcurrency } = settings
  const onFailed = (job: string) => raiseFailedJob(platform, job)
  const runLane = (lane: JobLane) => runJobs({ platform, databaseUrl, onFailed, ...lane })
  const running = await runWhileNotQuiet(platform, jobLanes(workerConcurrency), runLane)
  return {
    platform,
    stop: async () => {
      await running.stop()
      await platform.close()
    },
  }
}

/** Logs how well this machine can confine decoders. Reading the level for the first time tries it. */
const logConfinement = ({ media, log }: Platform): void => {
  const { level } = media.confinement
  if (level === 'sandbox') log.info({ confinement: level }, 'decoders run in a sandbox')
  else log.warn({ confinement: level }, 'decoders run without a sandbox: install bubblewrap 0.8 or later')
}
