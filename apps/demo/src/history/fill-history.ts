import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { currentTermsVersion, demoFiles, indexWordsAgain, openPlatform, type Settings } from '@holdfast/server'
import { demoCustomers } from '../demo-customers.ts'
import { addCarrierFile } from './carrier-file.ts'
import { fillAccessRequests, fillAccessReviews } from './fill-access.ts'
import { fillAlerts } from './fill-alerts.ts'
import { fillArrivals } from './fill-arrivals.ts'
import { fillCustomerHistory, type HistorySize } from './fill-customer-history.ts'
import { fillMigrations } from './fill-migrations.ts'
import { fillReviewQueues } from './fill-reviews.ts'
import { fillStatements } from './fill-statements.ts'
import { fillSupport } from './fill-support.ts'
import { fillTransfers } from './fill-transfers.ts'
import { fillWebhooks } from './fill-webhooks.ts'
import { loadSampleMedia } from './sample-media.ts'

/** How much history each customer gets. The provider's own account records nothing. */
const sizes: Readonly<Record<string, HistorySize>> = {
  meridian: { days: 120, volume: 6_000 },
  aurora: { days: 120, volume: 2_000 },
}

/** Increased when something is added that existing demonstrations get as well. */
const historyVersion = 3

/** Whether this version of the history was written completely: looking for what is missing takes seconds. */
const isComplete = (home: string): boolean => {
  const { history } = demoFiles(home)
  return existsSync(history) && JSON.parse(readFileSync(history, 'utf8')).version === historyVersion
}

/**
 * Writes support visits, requests for access, reviews of access, review queues, statements, alerts and months of history, newest days first, while the server is running. Safe to
 * repeat and to kill: each day is one transaction, and existing rows are not changed.
 */
export const fillHistory = async (settings: Settings & { databaseUrl: string }): Promise<void> => {
  if (isComplete(settings.home)) return
  const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
  try {
    const customers = demoCustomers.flatMap((customer) => {
      const size = sizes[customer.client]
      return size ? [{ customer, size }] : []
    })
    await fillSupport(platform.database, demoCustomers)
    await fillAccessRequests(platform.database, demoCustomers)
    const media = await loadSampleMedia()
    const isNew = await fillCustomerHistory(platform, media, customers)
    for (const { customer } of customers) await fillArrivals(platform, customer.client)
    await fillAccessReviews(platform.database, demoCustomers)
    // Before the words are indexed, which locks the same recordings in another order.
    await fillReviewQueues(platform.database, demoCustomers)
    await addCarrierFile(platform.database, 'meridian')
    await fillStatements(platform, demoCustomers)
    await fillAlerts(platform, demoCustomers)
    await fillWebhooks(platform, 'meridian')
    await fillTransfers(platform, 'meridian')
    await fillMigrations(platform, media, 'meridian')
    for (const { customer } of isNew ? customers : []) {
      await platform.database.transaction(customer.client, indexWordsAgain)
    }
    writeFileSync(demoFiles(settings.home).history, JSON.stringify({ version: historyVersion }))
  } finally {
    await platform.close()
  }
}
