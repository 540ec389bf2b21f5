import type { AnyJob as AnyJobWith, Job as JobWith } from '../platform/jobs/index.ts'
import type { Platform } from './platform.ts'

/** A job and its handler, which gets everything that modules depend on. */
export type Job<P extends object> = JobWith<Platform, P>

/** A job with any payload, for lists. */
export type AnyJob = AnyJobWith<Platform>

/** Jobs that run beside those of other lanes, at most `concurrency` of them at the same time in each worker. */
export interface JobLane {
  jobs: readonly AnyJob[]
  concurrency: number
}
