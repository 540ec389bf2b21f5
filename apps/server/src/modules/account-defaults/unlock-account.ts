import { ProductError } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import { recordProductActivity } from '../../core/activities/index.ts'
import { accountDefaults, bumpAccessVersion } from '../../core/authorization/index.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { asOf, lockDefaults, notifyOpenScreens } from './defaults-row.ts'

/**
 * Removes the network ranges of an account on behalf of the operator, and records it on the account's and the
 * provider's trails.
 * @returns the removed ranges; `null` if there was no limit
 * @throws ProductError `request.not_found` if there is no such account
 */
export const unlockAccount = async ({ clients, database }: Platform, client: string): Promise<string[] | null> => {
  if (!(await clients.find(client))) throw new ProductError('request.not_found')
  const lifted = await database.transaction(client, async (tx) => {
    const stored = await lockDefaults(tx)
    const { cidr_ranges } = asOf(tx.now, stored)
    if (cidr_ranges === null) return null
    await accountDefaults.replace(
      tx,
      tx.client,
      { cidr_ranges: null, confirmed_cidr_ranges: null, limit_lapses_at: null },
      'system',
    )
    await bumpAccessVersion(tx)
    await recordLifting(tx, client, cidr_ranges)
    await notifyOpenScreens(tx)
    return cidr_ranges
  })
  const isOnBothTrails = client !== providerClient && (await clients.find(providerClient)) !== null
  if (lifted && isOnBothTrails) await database.transaction(providerClient, (tx) => recordLifting(tx, client, lifted))
  return lifted
}

const recordLifting = (tx: TenantTransaction, client: string, cidr_ranges: string[]): Promise<void> =>
  recordProductActivity(tx, {
    call: 'COMMAND account unlock',
    event: 'account_limit.lifted',
    details: { client, before: { cidr_ranges }, after: { cidr_ranges: null } },
  })
