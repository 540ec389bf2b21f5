import { recentRefusals, recentUses } from '../../core/activities/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AlertCause, causesNotTold, raiseTogether } from '../alerts/index.ts'
import { alertableRoles } from '../roles/index.ts'

/** Twice as long as the time between two runs, so that calls are found whose entries were written late. */
const lookBackMs = 10 * 60_000

/**
 * Raises alerts of roles whose use is watched, and of refusals because of the network address. They are read from the trail, so that
 * no call waits for an alert; a call that was told already is not told again.
 */
export const raiseWatchedCalls = async (tx: TenantTransaction): Promise<void> => {
  const since = new Date(tx.now.getTime() - lookBackMs)
  const roles = await alertableRoles(tx)
  const uses = roles.length > 0 ? await recentUses(tx, { since, roles }) : []
  const refusals = await recentRefusals(tx, { since, reason: 'auth.address_not_allowed' })
  const causes = [
    ...uses.map(({ person, role, time }) => ({
      time,
      cause: {
        condition: 'alertable_role_used',
        of: `${person} ${role}`,
        values: { person, role },
      } satisfies AlertCause,
    })),
    ...refusals.map(({ person, address, time }) => ({
      time,
      cause: {
        condition: 'address_refused',
        of: `${person} ${address}`,
        values: { person, address },
      } satisfies AlertCause,
    })),
  ]
  if (causes.length > 0) await raiseTogether(tx, await causesNotTold(tx, causes))
}
