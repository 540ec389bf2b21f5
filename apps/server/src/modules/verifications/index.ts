import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { getPayloadVerification, verifyPayload } from './verification-calls.ts'
import { verifyPayloadContent } from './verify-payload-content.ts'

export const verificationHandlers = { getPayloadVerification, verifyPayload } satisfies Partial<Handlers>

/** A lane of its own: recordings of gigabytes delay neither processing nor decoding, and no backlog delays whoever waits. */
export const verificationLane: { jobs: readonly AnyJob[]; concurrency: number } = {
  jobs: [verifyPayloadContent],
  concurrency: 2,
}
