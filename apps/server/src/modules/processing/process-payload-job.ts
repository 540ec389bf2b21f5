import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

export const PayloadJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type PayloadJob = Static<typeof PayloadJob>

/** Opens, scans and probes a payload that has arrived completely. Enqueued repeatedly, it waits as one job. */
export const processPayloadJob: JobDefinition<PayloadJob> = {
  name: 'process_payload',
  payload: PayloadJob,
  maxAttempts: 12,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}
