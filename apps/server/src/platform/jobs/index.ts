export { type AnyJob, type Job, runJobs } from './run-jobs.ts'
