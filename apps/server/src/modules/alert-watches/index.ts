import type { AnyJob } from '../../core/jobs.ts'
import { heartbeat } from './heartbeat.ts'
import { watchAccounts } from './watch-accounts.ts'
import { watchParts } from './watch-parts.ts'

export { raiseFailedJob } from './failed-jobs.ts'
export { registerWatchMetrics } from './heartbeat.ts'
export { accountWatches } from './watch-accounts.ts'
export { watchParts } from './watch-parts.ts'

export const alertWatchJobs: readonly AnyJob[] = [heartbeat, watchAccounts, watchParts]
