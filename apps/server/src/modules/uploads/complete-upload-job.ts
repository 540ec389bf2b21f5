import { ProductError } from '@holdfast/contract'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition } from '../../platform/database/index.ts'
import { PayloadJob } from '../processing/index.ts'
import { assembleUpload, discardParts } from './assemble-upload.ts'
import { finishUpload } from './finish-upload.ts'

/** Completes an upload whose parts have all arrived, if the call that sent the last one was interrupted. */
export const completeUploadJob: JobDefinition<PayloadJob> = {
  name: 'complete_upload',
  payload: PayloadJob,
  maxAttempts: 12,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}

const worker = { kind: 'system', reference: 'worker' } as const

export const completeUpload: Job<PayloadJob> = {
  definition: completeUploadJob,
  async handle({ platform }, { client, payload_reference }) {
    const assembled = await assembleUpload(platform, client, payload_reference).catch((error: unknown) => {
      // The parts were dropped. The device learns that when it asks for the offset.
      if (error instanceof ProductError && error.status === 409) return null
      throw error
    })
    if (!assembled) return
    const finished = await platform.database.transaction(client, (tx) =>
      finishUpload(tx, worker, payload_reference, assembled.content),
    )
    if (finished) platform.metrics.payloads.inc({ payload_type: finished.payload_type, state: 'Uploaded' })
    await discardParts(platform.objects, assembled.parts)
  },
}
