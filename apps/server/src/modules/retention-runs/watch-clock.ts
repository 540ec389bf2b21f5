import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { lookAtClock } from '../retention/index.ts'

/** Every minute: a clock that jumps is noticed before anything is destroyed by it. */
export const watchClock: Job<Record<string, unknown>> = {
  definition: { name: 'watch_retention_clock', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  handle: ({ platform }) => lookAtClock(platform),
}
