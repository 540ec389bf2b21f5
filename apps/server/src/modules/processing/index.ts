export { PayloadJob, processPayloadJob } from './process-payload-job.ts'
