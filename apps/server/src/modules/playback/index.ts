import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { getData } from './get-data.ts'
import { getMedia, headMedia } from './get-media.ts'
import { getPayloadData } from './get-payload-data.ts'
import { removeExpiredPlaybacksJob } from './remove-expired-playbacks.ts'
import { reportPlayed } from './report-played.ts'

export { recordStreamDamage, withDamageRecorded } from './damage-on-read.ts'
export { contentWithheld, dataStatus } from './data-status.ts'
export { issuePlaybackAddress } from './playback-ticket.ts'
export { recordingName } from './recording-name.ts'

export const playbackHandlers = {
  getData,
  getPayloadData,
  getMedia,
  headMedia,
  reportPlayed,
} satisfies Partial<Handlers>

export const playbackJobs: readonly AnyJob[] = [removeExpiredPlaybacksJob]
