import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { collectMessages } from './collect-messages.ts'
import { enqueueOverdue } from './enqueue-unprocessed.ts'
import { processMessages } from './process-messages.ts'
import { processPayload } from './process-payload.ts'
import { rescanPayloads } from './rescan-payloads.ts'

export { processingStatements } from './enqueue-processing.ts'
export { enqueueUnprocessed } from './enqueue-unprocessed.ts'
export { toPayloadMedia } from './payload-media.ts'
export { PayloadJob } from './process-payload-job.ts'
export { rescanQuarantined } from './rescan-quarantined.ts'

export const processingJobs: readonly AnyJob[] = [processPayload, collectMessages, processMessages, enqueueOverdue]

export const processingHandlers = { rescanPayloads } satisfies Partial<Handlers>
