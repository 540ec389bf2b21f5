import type { AnyJob } from '../../core/jobs.ts'
import { deriveMedia, transcodeVideo } from './derive-media.ts'

export { deleteParts, derivedKeysOf, remakePart } from './delete-parts.ts'
export { enqueuePartJobs } from './derive-media-job.ts'
export { type DerivedPart, findPart } from './find-part.ts'
export { derivedPrefix, readDerivedObjectKey } from './object-keys.ts'
export { partContent } from './part-content.ts'

export const derivedMediaJobs: readonly AnyJob[] = [deriveMedia]
/** Each may take hours, so that it must not keep other jobs waiting. */
export const videoJobs: readonly AnyJob[] = [transcodeVideo]
