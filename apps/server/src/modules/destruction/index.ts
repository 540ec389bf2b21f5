import type { AnyJob } from '../../core/jobs.ts'
import { removeObjects, resumeRemovals } from './remove-objects.ts'

export { agedTombstones, countDestroyed } from './aged-tombstones.ts'
export { decide, type KeptReason } from './decide.ts'
export { type Deletion, type DoneBy, deleteByRetention } from './delete-by-retention.ts'
export { type Destruction, destroyPayloads } from './destroy-payloads.ts'
export { recoverDestructions } from './recover.ts'
export { removeTombstones } from './remove-tombstones.ts'
export { underWay } from './under-way.ts'

export const destructionJobs: readonly AnyJob[] = [removeObjects, resumeRemovals]
