import type { AnyJob } from '../../core/jobs.ts'
import { deriveMedia } from './derive-media.ts'

export { deriveMediaJob } from './derive-media-job.ts'
export { type DerivedPart, findPart } from './find-part.ts'

export const derivedMediaJobs: readonly AnyJob[] = [deriveMedia]
