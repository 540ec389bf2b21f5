import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { beginDailyRuns } from './begin-daily-runs.ts'
import { explainRetention } from './explain-retention.ts'
import { startRetentionRun } from './start-retention-run.ts'
import { takeSteps } from './take-steps.ts'
import { watchClock } from './watch-clock.ts'

export const retentionRunHandlers = { explainRetention, startRetentionRun } satisfies Partial<Handlers>

export const retentionRunJobs: readonly AnyJob[] = [beginDailyRuns, takeSteps, watchClock]
