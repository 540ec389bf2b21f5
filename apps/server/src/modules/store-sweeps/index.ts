import type { AnyJob } from '../../core/jobs.ts'
import { beginStoreSweeps } from './begin-store-sweeps.ts'
import { reexaminePayload } from './reexamine-payload.ts'
import { sweepPage } from './sweep-page.ts'

export { registerStoreMetrics } from './store-metrics.ts'

export const storeSweepJobs: readonly AnyJob[] = [beginStoreSweeps, sweepPage, reexaminePayload]
