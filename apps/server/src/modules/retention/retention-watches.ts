import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AlertCause, Watch } from '../alerts/index.ts'
import { readClockJump } from './clock.ts'
import { readPolicies } from './stored-policies.ts'
import { openRun } from './stored-runs.ts'

const withoutProgressMs = 6 * 60 * 60 * 1000
const related = [
  {
    entity_id: 'retention',
    entity_type: 'Retention',
    entity_subtype: null,
    api_link: '/account/retention',
    page_link: '/dashboard/account/retention',
  },
]

const waitingRun = async (tx: TenantTransaction): Promise<AlertCause[]> => {
  const run = await openRun(tx)
  if (run?.state !== 'NeedsWord') return []
  const values = { recordings: String(run.report.destroyed) }
  return [{ condition: 'retention_run_waits', of: run.run_id, values, related }]
}

const failedRun = async (tx: TenantTransaction): Promise<AlertCause[]> => {
  const run = await openRun(tx)
  const isStuck = run?.state === 'Running' && tx.now.getTime() - Date.parse(run.updated_at) > withoutProgressMs
  return isStuck ? [{ condition: 'retention_run_failed', of: run.run_id, related }] : []
}

/** An account without a policy destroys nothing, whatever the time is. */
const jumpedClock = async (tx: TenantTransaction): Promise<AlertCause[]> => {
  const jump = await readClockJump(tx)
  const { active, pending } = await readPolicies(tx)
  if (!jump || (!active && !pending)) return []
  return [{ condition: 'retention_clock_jumped', of: 'clock', values: { time: jump.jumped_to }, related }]
}

const waitingChange = async (tx: TenantTransaction): Promise<AlertCause[]> => {
  const { pending } = await readPolicies(tx)
  if (!pending) return []
  const { version, effective_at } = pending
  const values = { date: effective_at.slice(0, 10) }
  return [{ condition: 'retention_change_waits', of: String(version), values, related }]
}

/** States of retention that need a person. */
export const retentionWatches: readonly Watch[] = [
  { condition: 'retention_run_waits', causes: waitingRun },
  { condition: 'retention_run_failed', causes: failedRun },
  { condition: 'retention_clock_jumped', causes: jumpedClock },
  { condition: 'retention_change_waits', causes: waitingChange },
]
