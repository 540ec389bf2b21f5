import type { SupportAccess } from '@holdfast/contract'
import { expireInTime, isInState, moveRequest, noticeOf, openRequest } from '../../modules/support-access/index.ts'
import { providerClient } from '../../platform/clients/clients.ts'
import { newId } from '../../platform/clock/identifiers.ts'
import type { Database, TenantTransaction, UserActivityRow } from '../../platform/database/index.ts'
import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import { type Batch, fillBatches, pendingOf } from './batch.ts'
import { openedAt } from './fill-past.ts'
import { insertRows } from './insert-rows.ts'
import { SeededRandom } from './seeded-random.ts'
import { supportOccasions } from './support-occasions.ts'
import { minutesTo, type SupportStory, trailOfApproval, trailOfQuestion, trailOfVisit } from './support-trail.ts'
import { hourMs, minuteMs } from './time-spans.ts'

const visitedBefore = 20 * hourMs
const hoursAskedFor = 4
const askedBefore = 20 * minuteMs

/**
 * Writes, for each customer with a support occasion, a finished visit of the provider's staff, and a request that is
 * pending or was just approved. Requests expire soon, so each run makes a new one if none is pending or approved.
 */
export const fillSupport = async (database: Database, customers: readonly DemoCustomer[]): Promise<void> => {
  for (const { client, people } of customers) {
    const occasion = supportOccasions[client]
    if (occasion === undefined) continue
    const parties = {
      client,
      occasion,
      staff: named(occasion.staff, customers.find((customer) => customer.client === providerClient)?.people ?? []),
      approver: named(occasion.approver, people),
    }
    const asked_at = (await openedAt(database, client)) - visitedBefore
    const request_reference = new SeededRandom(`support visit of ${client}`).id(asked_at)
    const visit = { ...parties, asked_at, request: requestOf(occasion.visit, request_reference, asked_at) }
    for (const batch of visitBatches(visit))
      await fillBatches(database, await pendingOf(database, batch.client, [batch]))
    await askNow(database, parties)
  }
}

const named = (user_reference: string, people: readonly DemoPerson[]): DemoPerson => {
  const person = people.find((one) => one.user_reference === user_reference)
  if (!person) throw new Error(`there is no ${user_reference} in the demonstration`)
  return person
}

const requestOf = ({ role, reason }: { role: string; reason: string }, request_reference: string, at: number) => ({
  request_reference,
  role,
  request_description: reason,
  requested_expiry: new Date(at + hoursAskedFor * hourMs).toISOString(),
})

/** Batches that write the visit: to the customer's account first, then to the provider's trail. */
const visitBatches = (visit: SupportStory): Batch[] => {
  const [question, rest] = [trailOfQuestion(visit), trailOfVisit(visit)]
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
    trail(visit.client, [...question.customers, ...rest.customers], (tx) => passThrough(tx, visit)),
    trail(providerClient, [...question.providers, ...rest.providers], async () => undefined),
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
const passThrough = async (tx: TenantTransaction, story: SupportStory): Promise<void> => {
  const approved = await approve(tx, story, await ask(tx, story))
  const by = story.approver.user_reference
  await moveRequest(later(tx, story, minutesTo.revocation), approved, { approval_state: 'revoked' }, by)
}

/** The transaction with `now` set to this many minutes after the request. */
const later = (tx: TenantTransaction, { asked_at }: SupportStory, minutes: number): TenantTransaction => ({
  ...tx,
  now: new Date(asked_at + minutes * minuteMs),
})

const ask = (tx: TenantTransaction, story: SupportStory): Promise<SupportAccess> =>
  openRequest(later(tx, story, 0), { ...story.request, requested_by: story.staff.user_reference })

const approve = async (tx: TenantTransaction, story: SupportStory, asked: SupportAccess): Promise<SupportAccess> => {
  const approved_by = story.approver.user_reference
  const approval = { approval_state: 'approved', approval_expiry: asked.requested_expiry, approved_by } as const
  const approved = await moveRequest(later(tx, story, minutesTo.approval), asked, approval, approved_by)
  await expireInTime(tx, approved)
  return approved
}

/** Makes a request, unless one is pending or approved. */
const askNow = async (database: Database, parties: Omit<SupportStory, 'request' | 'asked_at'>): Promise<void> => {
  const { question } = parties.occasion
  const asked = await database.transaction(parties.client, async (tx) => {
    if (await isUnderWay(tx)) return null
    const asked_at = tx.now.getTime() - askedBefore
    const story = { ...parties, asked_at, request: requestOf(question, newId(new Date(asked_at)), asked_at) }
    const trails = trailOfQuestion(story)
    const waiting = await ask(tx, story)
    const { approval_state } = question.isApproved ? await approve(tx, story, waiting) : waiting
    await insertRows(tx, 'user_activities', [
      ...trails.customers,
      ...(question.isApproved ? trailOfApproval(story) : []),
    ])
    return { rows: trails.providers, notice: noticeOf(story.request.request_reference, approval_state) }
  })
  if (asked === null) return
  await database.transaction(providerClient, async (tx) => {
    await insertRows(tx, 'user_activities', asked.rows)
    await tx.notify(asked.notice)
  })
}

const isUnderWay = async (tx: TenantTransaction): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('support_access')
    .select('request_reference')
    .where('client', '=', tx.client)
    .where((eb) => eb.or([isInState('pending', tx.now)(eb), isInState('approved', tx.now)(eb)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
