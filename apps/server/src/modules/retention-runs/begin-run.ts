import { alwaysDestroyed, ProductError, type RetentionRunKind } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countInStates } from '../payloads/index.ts'
import {
  hasCompletedRun,
  insertRun,
  readClockJump,
  readPolicies,
  removableStates,
  removesAnything,
  rulesOf,
  type StoredRun,
} from '../retention/index.ts'
import { firstPosition } from './run-parts.ts'

interface Beginning {
  /** A dry run is begun instead if the version of the policy has had none. */
  kind: RetentionRunKind
  requested_by: string
}

/**
 * Begins a run under the policy in force.
 * @throws ProductError `retention.nothing_to_do`, `retention.clock_jumped`, `retention.running`
 */
export const beginRun = async (tx: TenantTransaction, { kind, requested_by }: Beginning): Promise<StoredRun> => {
  const { active } = await readPolicies(tx)
  const rules = rulesOf(active)
  if (!active || !removesAnything(rules)) throw new ProductError('retention.nothing_to_do')
  if (await readClockJump(tx)) throw new ProductError('retention.clock_jumped')
  const all = await countInStates(tx, removableStates)
  const run = await insertRun(tx, {
    kind: (await hasCompletedRun(tx, active.version)) ? kind : 'dry_run',
    policy_version: active.version,
    requested_by,
    allowed: Math.max(alwaysDestroyed, Math.floor((all * rules.settings.run_share_percent) / 100)),
    position: firstPosition,
  })
  if (!run) throw new ProductError('retention.running')
  return run
}
