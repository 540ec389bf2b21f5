import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { getDestructionCertificate } from './certificate.ts'
import { removeObjects, resumeRemovals } from './remove-objects.ts'

export { agedTombstones, countDestroyed } from './aged-tombstones.ts'
export { certificatePurpose } from './certificate.ts'
export { checkDestroyed } from './check-destroyed.ts'
export { type Destruction, type DoneBy, destroyPayloads } from './destroy-payloads.ts'
export { recoverDestructions } from './recover.ts'
export { removeTombstones } from './remove-tombstones.ts'
export { underWay } from './under-way.ts'
export { unfinishedDestructionWatch } from './unfinished-watch.ts'

export const destructionJobs: readonly AnyJob[] = [removeObjects, resumeRemovals]

export const destructionHandlers = { getDestructionCertificate } satisfies Partial<Handlers>
