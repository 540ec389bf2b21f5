import type { AnyJob } from '../../core/jobs.ts'
import { deriveMedia, deriveRequestedMedia, transcodeRequestedVideo, transcodeVideo } from './derive-media.ts'

export { deleteParts, derivedKeysOf, remakePart } from './delete-parts.ts'
export { enqueuePartJobs } from './derive-media-job.ts'
export { type DerivedPart, findPart } from './find-part.ts'
export { derivedPrefix, readDerivedObjectKey } from './object-keys.ts'
export { partContent } from './part-content.ts'

/**
 * Jobs that run beside all others, each lane up to its number: decoding takes long, and encoding a video may take hours. What
 * somebody waits for has lanes of its own, however much was recorded before it.
 */
export const mediaLanes: readonly { jobs: readonly AnyJob[]; concurrency: number }[] = [
  { jobs: [deriveMedia], concurrency: 1 },
  { jobs: [deriveRequestedMedia], concurrency: 2 },
  { jobs: [transcodeVideo], concurrency: 1 },
  { jobs: [transcodeRequestedVideo], concurrency: 1 },
]
