import type { Database } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { openedAt } from './fill-customer-history.ts'
import { hasAny } from './has-any.ts'
import { markRead } from './mark-read.ts'
import { reviewInQueue } from './past-review-queues.ts'
import { reviewScenarios } from './review-scenarios.ts'

/**
 * Writes review queues and what was reviewed in them. It comes after the history, whose recordings they are drawn from. An account that has
 * a queue is not changed.
 */
export const fillReviewQueues = async (database: Database, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const customer of customers) {
    const queues = reviewScenarios[customer.client] ?? []
    if (queues.length === 0) continue
    const past = { people: customer.people, anchor: await openedAt(database, customer.client) }
    await database.transaction(customer.client, async (tx) => {
      if (await hasAny(tx, 'review_queues')) return
      for (const queue of queues) await reviewInQueue(tx, past, customer, queue)
      await markRead(tx, past.anchor)
    })
  }
}
