import type { AlertConditionName } from '@holdfast/contract'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { clearAlerts, heldOf, releaseHeld, triggeredOf } from './clear-alert.ts'
import { type AlertCause, raiseTogether } from './raise-alert.ts'

/** A state that begins and ends with time or with many changes, so that no single transaction causes its alert. */
export interface Watch {
  condition: AlertConditionName
  /** What the state applies to now, at most `maxWatched`. */
  causes(tx: TenantTransaction, platform: Platform): Promise<readonly AlertCause[]>
}

/** Further ones raise alerts once some of these have ended. */
export const maxWatched = 1000

/**
 * Raises the alerts of a state where it has begun, and ends those where it has ended. A state that continues adds no occurrence, and no
 * new alert if a person cleared the first one.
 */
export const follow = async (tx: TenantTransaction, platform: Platform, watch: Watch): Promise<void> => {
  const causes = await watch.causes(tx, platform)
  const known = new Set(await triggeredOf(tx, watch.condition))
  const held = new Set(await heldOf(tx, watch.condition))
  await raiseTogether(
    tx,
    causes.filter(({ of }) => !known.has(of) && !held.has(of)),
  )
  if (causes.length >= maxWatched) return
  const present = new Set(causes.map(({ of }) => of))
  await clearAlerts(
    tx,
    watch.condition,
    [...known].filter((of) => !present.has(of)),
  )
  await releaseHeld(
    tx,
    watch.condition,
    [...held].filter((of) => !present.has(of)),
  )
}
