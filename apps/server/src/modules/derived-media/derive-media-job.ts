import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

const DeriveMediaJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type DeriveMediaJob = Static<typeof DeriveMediaJob>

const definition = (name: string, sharesKeysWith = name): JobDefinition<DeriveMediaJob> => ({
  name,
  payload: DeriveMediaJob,
  maxAttempts: 6,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
  sharesKeysWith,
})

/** Makes the parts of a recording that are not made yet, but encodes no video. Enqueued repeatedly, it waits as one job. */
export const deriveMediaJob = definition('derive_media')
/** The same, because somebody waits for it. */
export const deriveRequestedMediaJob = definition('derive_requested_media', 'derive_media')
/** Makes the renditions of videos that have to be encoded. */
export const transcodeVideoJob = definition('transcode_video')
/** The same, because somebody waits for it. */
export const transcodeRequestedVideoJob = definition('transcode_requested_video', 'transcode_video')
