import type { Handlers } from '../../core/calls/index.ts'
import { decideRetention } from './decide-retention.ts'
import { getRetention } from './get-retention.ts'
import { listRetentionRuns } from './list-retention-runs.ts'
import { listRetentionVersions } from './list-retention-versions.ts'
import { previewRetention } from './preview-retention.ts'
import { putRetention } from './put-retention.ts'

export { isMuch, removesAnything } from './change-of-policy.ts'
export { lookAtClock, readClockJump } from './clock.ts'
export { entityDaysFor, payloadRulesFor } from './combine-rules.ts'
export { removableStates } from './count-freed.ts'
export { isDue, madeUntil } from './evaluate.ts'
export { type Explanation, explain } from './explain.ts'
export { retentionOf, retentionUnder } from './retention-of.ts'
export { retentionWatches } from './retention-watches.ts'
export { rulesInText } from './rules-in-text.ts'
export { settleChange } from './settle-change.ts'
export { readPolicies, rulesOf } from './stored-policies.ts'
export {
  hasCompletedRun,
  insertRun,
  lockRun,
  openRun,
  type RunJob,
  type RunPosition,
  readRun,
  runJob,
  type StoredRun,
  updateRun,
} from './stored-runs.ts'

export const retentionHandlers = {
  decideRetention,
  getRetention,
  listRetentionRuns,
  listRetentionVersions,
  previewRetention,
  putRetention,
} satisfies Partial<Handlers>
