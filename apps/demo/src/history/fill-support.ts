import type { SupportAccess } from '@holdfast/contract'
import {
  changeRequestState,
  type Database,
  isInState,
  newId,
  noticeOf,
  openRequest,
  providerClient,
  scheduleExpiry,
  type TenantTransaction,
  type UserActivityRow,
} from '@holdfast/server'
import type { DemoCustomer } from '../demo-customers.ts'
import { type Batch, fillBatches, pendingOf } from './batch.ts'
import { openedAt } from './fill-customer-history.ts'
import { insertRows } from './insert-rows.ts'
import { named } from './named.ts'
import { SeededRandom } from './seeded-random.ts'
import { supportScenarios } from './support-scenarios.ts'
import { minutesTo, type SupportCase, trailOfApproval, trailOfRequest, trailOfVisit } from './support-trail.ts'
import { hourMs, minuteMs } from './time-spans.ts'

const visitedBefore = 20 * hourMs
const requestedHours = 4
const requestedBefore = 20 * minuteMs

/**
 * Writes, for each customer with a support scenario, a finished visit of the provider's staff, and a request that is
 * pending or was just approved. Requests expire soon, so each run makes a new one if none is pending or approved.
 */
export const fillSupport = async (database: Database, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const { client, people } of customers) {
    const scenario = supportScenarios[client]
    if (scenario === undefined) continue
    const parties = {
      client,
      scenario,
      staff: named(scenario.staff, customers.find((customer) => customer.client === providerClient)?.people ?? []),
      approver: named(scenario.approver, people),
    }
    const requested_at = (await openedAt(database, client)) - visitedBefore
    const request_reference = new SeededRandom(`support visit of ${client}`).id(requested_at)
    const visit = { ...parties, requested_at, request: requestOf(scenario.visit, request_reference, requested_at) }
    for (const batch of visitBatches(visit))
      await fillBatches(database, await pendingOf(database, batch.client, [batch]))
    await ensureRequest(database, parties)
  }
}

const requestOf = ({ role, reason }: { role: string; reason: string }, request_reference: string, at: number) => ({
  request_reference,
  role,
  request_description: reason,
  requested_expiry: new Date(at + requestedHours * hourMs).toISOString(),
})

/** Batches that write the visit: to the customer's account first, then to the provider's trail. */
const visitBatches = (visit: SupportCase): Batch[] => {
  const [requested, visited] = [trailOfRequest(visit), trailOfVisit(visit)]
  const trail = (client: string, rows: UserActivityRow[], before: (tx: TenantTransaction) => Promise<void>): Batch => ({
    client,
    payload_references: [],
    isDone: (tx) => isOnTrail(tx, rows[0]?.log_id ?? ''),
    prepare: async () => async (tx) => {
      await before(tx)
      await insertRows(tx, 'user_activities', rows)
    },
  })
  return [
    trail(visit.client, [...requested.customers, ...visited.customers], (tx) => replayRequest(tx, visit)),
    trail(providerClient, [...requested.providers, ...visited.providers], async () => undefined),
  ]
}

const isOnTrail = async (tx: TenantTransaction, log_id: string): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('user_activities')
    .select('log_id')
    .where('client', '=', tx.client)
    .where('log_id', '=', log_id)
    .executeTakeFirst()
  return found !== undefined
}

/** Moves the request through the same steps as a real one, at times in the past. */
const replayRequest = async (tx: TenantTransaction, supportCase: SupportCase): Promise<void> => {
  const approved = await approve(tx, supportCase, await makeRequest(tx, supportCase))
  const by = supportCase.approver.user_reference
  await changeRequestState(later(tx, supportCase, minutesTo.revocation), approved, { approval_state: 'revoked' }, by)
}

/** The transaction with `now` set to this many minutes after the request. */
const later = (tx: TenantTransaction, { requested_at }: SupportCase, minutes: number): TenantTransaction => ({
  ...tx,
  now: new Date(requested_at + minutes * minuteMs),
})

const makeRequest = (tx: TenantTransaction, supportCase: SupportCase): Promise<SupportAccess> =>
  openRequest(later(tx, supportCase, 0), { ...supportCase.request, requested_by: supportCase.staff.user_reference })

const approve = async (
  tx: TenantTransaction,
  supportCase: SupportCase,
  opened: SupportAccess,
): Promise<SupportAccess> => {
  const approved_by = supportCase.approver.user_reference
  const approval = { approval_state: 'approved', approval_expiry: opened.requested_expiry, approved_by } as const
  const approved = await changeRequestState(later(tx, supportCase, minutesTo.approval), opened, approval, approved_by)
  await scheduleExpiry(tx, approved)
  return approved
}

/** Makes a request, unless one is pending or approved. */
const ensureRequest = async (
  database: Database,
  parties: Omit<SupportCase, 'request' | 'requested_at'>,
): Promise<void> => {
  const { currentRequest } = parties.scenario
  const opened = await database.transaction(parties.client, async (tx) => {
    if (await hasOpenRequest(tx)) return null
    const requested_at = tx.now.getTime() - requestedBefore
    const supportCase = {
      ...parties,
      requested_at,
      request: requestOf(currentRequest, newId(new Date(requested_at)), requested_at),
    }
    const trails = trailOfRequest(supportCase)
    const waiting = await makeRequest(tx, supportCase)
    const { approval_state } = currentRequest.isApproved ? await approve(tx, supportCase, waiting) : waiting
    await insertRows(tx, 'user_activities', [
      ...trails.customers,
      ...(currentRequest.isApproved ? trailOfApproval(supportCase) : []),
    ])
    return { rows: trails.providers, notice: noticeOf(supportCase.request.request_reference, approval_state) }
  })
  if (opened === null) return
  await database.transaction(providerClient, async (tx) => {
    await insertRows(tx, 'user_activities', opened.rows)
    await tx.notify(opened.notice)
  })
}

const hasOpenRequest = async (tx: TenantTransaction): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('support_access')
    .select('request_reference')
    .where('client', '=', tx.client)
    .where((eb) => eb.or([isInState('pending', tx.now)(eb), isInState('approved', tx.now)(eb)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
