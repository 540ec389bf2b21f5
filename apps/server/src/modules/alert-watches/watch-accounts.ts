import { Type } from 'typebox'
import { providerClient } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { follow, markWatched, type Watch } from '../alerts/index.ts'
import { gapWatch } from '../completeness/index.ts'
import { unfinishedDestructionWatch } from '../destruction/index.ts'
import { withoutDeviceWatch } from '../device-users/index.ts'
import { secretWatch } from '../enrolment/index.ts'
import { holdReviewWatch } from '../legal-holds/index.ts'
import { exhaustedWatch, nearLimitWatch } from '../licences/index.ts'
import { lockDiffersWatch } from '../object-locks/index.ts'
import { lateWatch } from '../payloads/index.ts'
import { retentionWatches } from '../retention/index.ts'
import { overdueWatch } from '../role-drafts/index.ts'
import { transferConfigWatches } from '../transfer-configs/index.ts'
import { transferWatches } from '../transfers/index.ts'
import { raiseWatchedCalls } from './watched-calls.ts'

/** What is watched in each customer's account. */
export const accountWatches: readonly Watch[] = [
  lateWatch,
  gapWatch,
  withoutDeviceWatch,
  exhaustedWatch,
  nearLimitWatch,
  overdueWatch,
  secretWatch,
  holdReviewWatch,
  unfinishedDestructionWatch,
  lockDiffersWatch,
  ...retentionWatches,
  ...transferConfigWatches,
  ...transferWatches,
]

/** Every five minutes: the alerts of states, and of calls that are watched. What fails in one account stops no other. */
export const watchAccounts: Job<Record<string, unknown>> = {
  definition: { name: 'watch_accounts', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '*/5 * * * *',
  async handle({ platform, signal }) {
    const failures: unknown[] = []
    for (const client of await platform.clients.names()) {
      try {
        await watchAccount(platform, client, signal)
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Alerts of some accounts could not be looked for')
  },
}

/** Each watch has a transaction of its own. The run counts only if all of them succeed. */
const watchAccount = async (platform: Platform, client: string, signal: AbortSignal): Promise<void> => {
  for (const watch of client === providerClient ? [] : accountWatches) {
    signal.throwIfAborted()
    await platform.database.transaction(client, (tx) => follow(tx, platform, watch))
  }
  await platform.database.transaction(client, async (tx) => {
    await raiseWatchedCalls(tx)
    await markWatched(tx)
  })
}
