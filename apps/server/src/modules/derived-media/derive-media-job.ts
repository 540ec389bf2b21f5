import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import {
  enqueueJobs,
  type JobDefinition,
  type PayloadRow,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { isSlow, possibleParts } from './parts-of-media.ts'

const DeriveMediaJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type DeriveMediaJob = Static<typeof DeriveMediaJob>

const definition = (name: string): JobDefinition<DeriveMediaJob> => ({
  name,
  payload: DeriveMediaJob,
  maxAttempts: 6,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
})

/** Makes the parts of a recording that are not made yet, but for renditions of videos. Enqueued repeatedly, it waits as one job. */
export const deriveMediaJob = definition('derive_media')
/** Makes the renditions of videos that are not made yet. */
export const transcodeVideoJob = definition('transcode_video')

/** Enqueues what makes the parts of these recordings; nothing for those that can have none. */
export const enqueuePartJobs = async (
  tx: TenantTransaction,
  payloads: readonly Pick<PayloadRow, 'payload_reference' | 'media'>[],
): Promise<void> => {
  const withParts = payloads.map(({ payload_reference, media }) => ({
    job: { client: tx.client, payload_reference },
    parts: possibleParts(media),
  }))
  const jobsOf = (isWanted: (isSlow: boolean) => boolean) =>
    withParts.flatMap(({ job, parts }) => (parts.some((part) => isWanted(isSlow(part))) ? [job] : []))
  const quick = jobsOf((slow) => !slow)
  const slow = jobsOf((slow) => slow)
  await enqueueJobs(tx.db, deriveMediaJob, quick, { unlessRunning: true })
  await enqueueJobs(tx.db, transcodeVideoJob, slow, { unlessRunning: true })
}
