import type { Database, TenantTransaction } from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { type AccessScenario, accessScenarios } from './access-scenarios.ts'
import { openedAt } from './fill-customer-history.ts'
import { hasAny } from './has-any.ts'
import { markRead } from './mark-read.ts'
import { askAndDecide } from './past-access-requests.ts'
import { reviewAccess } from './past-access-reviews.ts'
import { handOverAndDecide } from './past-role-drafts.ts'
import type { Past } from './replay.ts'
import { dayMs, hourMs } from './time-spans.ts'

interface Step {
  moment: number
  run(tx: TenantTransaction): Promise<unknown>
}

/** Writes what people asked for and handed over, and what was decided. An account that has any of it is not changed. */
export const fillAccessRequests = (database: Database, customers: readonly DemoCustomer[]): Promise<void> =>
  fillSteps(database, customers, 'access_requests', ({ requests, drafts }, past) => [
    ...requests.map((request, index) =>
      stepOf(past, request.hoursAgo * hourMs, (tx) => askAndDecide(tx, past, request, index)),
    ),
    ...drafts.map((draft, index) =>
      stepOf(past, draft.hoursAgo * hourMs, (tx) => handOverAndDecide(tx, past, draft, index)),
    ),
  ])

/** Writes reviews of access. It comes after the history, because their lists tell when each role was last used. */
export const fillAccessReviews = (database: Database, customers: readonly DemoCustomer[]): Promise<void> =>
  fillSteps(database, customers, 'access_reviews', ({ reviews }, past) =>
    reviews.map((review) => stepOf(past, review.drawnDaysAgo * dayMs, (tx) => reviewAccess(tx, past, review))),
  )

const stepOf = ({ anchor }: Past, ago: number, run: Step['run']): Step => ({ moment: anchor - ago, run })

/** Takes the steps of each customer in the order of their times, in one transaction. */
const fillSteps = async (
  database: Database,
  customers: readonly DemoCustomer[],
  table: 'access_requests' | 'access_reviews',
  stepsOf: (scenario: AccessScenario, past: Past) => Step[],
): Promise<void> => {
  for (const { client, people } of customers) {
    const scenario = accessScenarios[client]
    if (scenario === undefined) continue
    const past = { people, anchor: await openedAt(database, client) }
    const steps = stepsOf(scenario, past)
    await database.transaction(client, async (tx) => {
      if (await hasAny(tx, table)) return
      for (const { run } of steps.toSorted((one, other) => one.moment - other.moment)) await run(tx)
      await markRead(tx, past.anchor)
    })
  }
}
