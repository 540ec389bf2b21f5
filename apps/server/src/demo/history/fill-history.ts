import { currentTermsVersion } from '../../modules/session/index.ts'
import { openPlatform } from '../../platform/open-platform.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillPast, type PastSize } from './fill-past.ts'
import { fillSupport } from './fill-support.ts'
import { openMediaShelf } from './media-shelf.ts'

/** What each customer of the demonstration has behind it; the provider's own account records nothing. */
const sizes: Readonly<Record<string, PastSize>> = {
  meridian: { days: 120, volume: 6_000 },
  aurora: { days: 120, volume: 2_000 },
}

/**
 * Fills in what lies between the provider and its customers, and months of history, the newest days first, beside the running product. Safe to repeat and to kill: every day is
 * one transaction, and what is there stays as it is.
 */
export const fillHistory = async (settings: Settings & { databaseUrl: string }): Promise<void> => {
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
  try {
    const customers = demoCustomers.flatMap((customer) => {
      const size = sizes[customer.client]
      return size ? [{ customer, size }] : []
    })
    await fillSupport(platform.database, demoCustomers)
    await fillPast(platform, await openMediaShelf(), customers)
  } finally {
    await platform.close()
  }
}
