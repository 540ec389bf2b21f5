import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

const VerifyPayloadJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type VerifyPayloadJob = Static<typeof VerifyPayloadJob>

/** Reads all stored bytes of a recording, because somebody asked for it. */
export const verifyPayloadJob: JobDefinition<VerifyPayloadJob> = {
  name: 'verify_payload',
  payload: VerifyPayloadJob,
  maxAttempts: 4,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}
