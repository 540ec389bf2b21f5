import type { AnyJob, JobLane } from '../../core/jobs.ts'
import { continueBacklogs } from './continue-backlogs.ts'
import { deriveMedia, deriveRequestedMedia, transcodeRequestedVideo, transcodeVideo } from './derive-media.ts'

export { deleteParts, derivedKeysOf, remakePart } from './delete-parts.ts'
export { type DerivedPart, findPart } from './find-part.ts'
export { enqueuePartJobs } from './media-backlog.ts'
export { derivedPrefix, readDerivedObjectKey } from './object-keys.ts'
export { partContent } from './part-content.ts'

/**
 * Decoding takes long, and encoding a video may take hours. What somebody waits for has lanes of its own, so that it need not
 * wait for everything that was recorded before.
 */
export const mediaLanes: readonly JobLane[] = [
  { jobs: [deriveMedia], concurrency: 1 },
  { jobs: [deriveRequestedMedia], concurrency: 2 },
  { jobs: [transcodeVideo], concurrency: 1 },
  { jobs: [transcodeRequestedVideo], concurrency: 1 },
]

export const mediaJobs: readonly AnyJob[] = [continueBacklogs]
