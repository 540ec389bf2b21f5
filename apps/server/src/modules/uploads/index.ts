import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { completeUpload } from './complete-upload-job.ts'
import { getUploadOffset } from './get-upload-offset.ts'
import { markLateRecordings } from './mark-late-job.ts'
import { readPayloadStatuses } from './read-payload-statuses.ts'
import { registerPayloads } from './register-payloads.ts'
import { uploadContent } from './upload-content.ts'

export { finishUpload } from './finish-upload.ts'
export {
  partObjectKey,
  partsPrefix,
  readPartObjectKey,
  readRecordingObjectKey,
  recordingsPrefix,
  sealedObjectKey,
} from './object-keys.ts'
export {
  countObjectsWithoutRows,
  deleteObjectsSeenBefore,
  recordObjectsWithoutRows,
  removeAbandonedObject,
} from './objects-without-rows.ts'
export { isPart, partKeysOf, takeParts } from './upload-parts.ts'

export const uploadHandlers = {
  registerPayloads,
  getUploadOffset,
  uploadContent,
  readPayloadStatuses,
} satisfies Partial<Handlers>

export const uploadJobs: readonly AnyJob[] = [completeUpload, markLateRecordings]
