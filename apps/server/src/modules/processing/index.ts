import type { AnyJob } from '../../core/jobs.ts'
import { enqueueOverdue } from './enqueue-unprocessed.ts'
import { processPayload } from './process-payload.ts'

export { enqueueUnprocessed } from './enqueue-unprocessed.ts'
export { toPayloadMedia } from './payload-media.ts'
export { PayloadJob, processPayloadJob } from './process-payload-job.ts'

export const processingJobs: readonly AnyJob[] = [processPayload, enqueueOverdue]
