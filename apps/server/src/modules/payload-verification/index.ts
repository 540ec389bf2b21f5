import type { Handlers } from '../../core/calls/index.ts'
import type { JobLane } from '../../core/jobs.ts'
import { getPayloadVerification, verifyPayload } from './verification-calls.ts'
import { verifyPayloadContent } from './verify-payload-content.ts'

export const verificationHandlers = { getPayloadVerification, verifyPayload } satisfies Partial<Handlers>

/** A lane of its own: recordings of gigabytes delay neither processing nor decoding, and no backlog delays whoever waits. */
export const verificationLane: JobLane = {
  jobs: [verifyPayloadContent],
  concurrency: 2,
}
