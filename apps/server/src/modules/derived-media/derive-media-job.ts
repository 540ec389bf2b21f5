import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

const DeriveMediaJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type DeriveMediaJob = Static<typeof DeriveMediaJob>

/** Makes the parts of a recording that are not made yet. Enqueued repeatedly, it waits as one job. */
export const deriveMediaJob: JobDefinition<DeriveMediaJob> = {
  name: 'derive_media',
  payload: DeriveMediaJob,
  maxAttempts: 6,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}
