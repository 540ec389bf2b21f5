import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import { raiseAlert } from '../alerts/index.ts'

/** Raises an alert of a job that failed at its last attempt. If that fails as well, the log has both. */
export const raiseFailedJob = async ({ database, log }: Pick<Platform, 'database' | 'log'>, job: string) => {
  try {
    await database.transaction(providerClient, (tx) =>
      raiseAlert(tx, { condition: 'job_failed', of: job, values: { job } }),
    )
  } catch (error) {
    log.error({ err: error, job }, 'an alert of a failed job could not be raised')
  }
}
