export { type AnyJob, type Job, type RunningJobs, runJobs } from './run-jobs.ts'
