import { calls } from '@holdfast/contract'
import {
  type AuditedTransaction,
  type Database,
  decideItems,
  drawReview,
  expireGivenRole,
  expireRequest,
  type GivenRole,
  openAccessRequest,
  rejectRequest,
  saveSchedule,
  settleApproved,
  settleDecided,
  storeDraft,
  storeGivenRole,
  type TenantTransaction,
  whoIsAsked,
} from '@holdfast/server'
import type { DemoCustomer, DemoPerson } from '../demo-customers.ts'
import {
  type AccessScenario,
  accessScenarios,
  type ScenarioDraft,
  type ScenarioRequest,
  type ScenarioReview,
} from './access-scenarios.ts'
import { openedAt } from './fill-customer-history.ts'
import { named } from './named.ts'
import { at, type PastCall, replay } from './replay.ts'
import { dayMs, hourMs } from './time-spans.ts'

/** For how many days people have left notifications unread. */
const unreadDays = 2

interface Past {
  people: readonly DemoPerson[]
  /** When the account was opened, in milliseconds since 1970. */
  anchor: number
}

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
      await markRead(tx, past.anchor - unreadDays * dayMs)
    })
  }
}

/** People have read what they were notified of before this moment. */
const markRead = async (tx: TenantTransaction, moment: number): Promise<void> => {
  await tx.db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.ref('occurred_at') }))
    .where('client', '=', tx.client)
    .where('read_at', 'is', null)
    .where('occurred_at', '<', timeAt(moment))
    .execute()
}

const hasAny = async (tx: TenantTransaction, table: 'access_requests' | 'access_reviews'): Promise<boolean> => {
  const found = await tx.db
    .selectFrom(table)
    .select('client')
    .where('client', '=', tx.client)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type Called = Pick<PastCall, 'action' | 'call'> & { parameters?: PastCall['parameters'] }

const callOf = ({ action, method, path }: { action: PastCall['action']; method: string; path: string }): Called => ({
  action,
  call: `${method} ${path}`,
})

const askAndDecide = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { by, hoursAgo, action, payload_type, reason, hours, decision }: ScenarioRequest,
  index: number,
): Promise<void> => {
  const seed = `request ${index} for access`
  const asking = { ...callOf(calls.requestAccess), person: named(by, people), at: anchor - hoursAgo * hourMs, seed }
  const opened = await replay(tx, asking, async (then) => {
    const wanted = { action, group: null, payload_type: payload_type ?? null }
    const asked = await whoIsAsked(then, by, wanted)
    const body = { action, ...(payload_type && { payload_type }), reason, hours }
    return openAccessRequest(then, { body, requested_by: by, asked })
  })
  const { access_request_reference } = opened
  if (!decision) {
    const end = Date.parse(opened.expires_at)
    if (end <= anchor) await expireRequest(at(tx, end), access_request_reference)
    return
  }
  const { role, note: decision_note } = decision
  const moment = anchor - decision.hoursAgo * hourMs
  const deciding = {
    ...callOf(calls.decideAccessRequest),
    person: named(decision.by, people),
    at: moment,
    parameters: { access_request_reference },
    seed: `decision on ${seed}`,
  }
  await replay(tx, deciding, async (then) => {
    if (role === null) return rejectRequest(then, opened, { decided_by: decision.by, decision_note })
    const given = { user_reference: by, role_reference: role, valid_until: timeAt(moment + hours * hourMs), reason }
    await storeGivenRole(then, given, { given_by: decision.by, before: null })
    const { role_reference, valid_until } = given
    return settleApproved(then, opened, { role_reference, valid_until, decided_by: decision.by, decision_note })
  })
  if (role !== null)
    await endIfOver(
      tx,
      { user_reference: by, role_reference: role, valid_until: timeAt(moment + hours * hourMs) },
      anchor,
    )
}

const timeAt = (moment: number): string => new Date(moment).toISOString()

type Ending = Pick<GivenRole, 'user_reference' | 'role_reference' | 'valid_until'>

const endIfOver = async (
  tx: TenantTransaction,
  { user_reference, role_reference, valid_until }: Ending,
  anchor: number,
) => {
  const end = Date.parse(valid_until)
  if (end <= anchor) await expireGivenRole(at(tx, end), user_reference, role_reference)
}

const handOverAndDecide = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { by, hoursAgo, note, change, decision }: ScenarioDraft,
  index: number,
): Promise<void> => {
  const seed = `change ${index} that was handed over`
  const moment = anchor - hoursAgo * hourMs
  const handedOver = { person: named(by, people), at: moment, seed }
  const draft =
    change.kind === 'role'
      ? await replay(tx, { ...callOf(calls.handOverRole), ...handedOver }, (then) => {
          const { role: subject, version, description, permissions } = change
          const role = { ...noLimits, description, permissions: [...permissions] }
          return storeDraft(then, by, { kind: 'role', subject, version, role, note })
        })
      : await replay(tx, assigning(change, handedOver), (then) => {
          const { user: subject, role, days } = change
          const assignment = {
            kind: 'role_assignment',
            role,
            valid_until: timeAt(moment + days * dayMs),
            reason: note,
          } as const
          return storeDraft(then, by, {
            kind: 'role_assignment',
            subject,
            version: 0,
            change: assignment,
            roles: [role],
            note,
          })
        })
  if (!decision) return
  const { draft_reference } = draft
  const { state, by: decided_by, note: decision_note } = decision
  const deciding = {
    ...callOf(calls.decideRoleDraft),
    person: named(decided_by, people),
    at: anchor - decision.hoursAgo * hourMs,
    parameters: { draft_reference },
    seed: `decision on ${seed}`,
  }
  await replay(tx, deciding, async (then) => {
    if (change.kind === 'role_assignment' && state === 'approved') {
      const { user: user_reference, role: role_reference, days } = change
      const given = { user_reference, role_reference, valid_until: timeAt(moment + days * dayMs), reason: note }
      await storeGivenRole(then, given, { given_by: decided_by, before: null })
    }
    await settleDecided(then, draft, { state, decided_by, decision_note })
  })
}

const noLimits = {
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  test_cases: [],
}

const assigning = (
  { user, role }: Extract<ScenarioDraft['change'], { kind: 'role_assignment' }>,
  handedOver: Pick<PastCall, 'person' | 'at' | 'seed'>,
): PastCall => ({
  ...callOf(calls.handOverRoleAssignment),
  ...handedOver,
  parameters: { user_reference: user, role_reference: role },
})

const reviewAccess = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { group, owner, set_up_by, drawnDaysAgo, days_to_decide, interval_days, decisions }: ScenarioReview,
): Promise<void> => {
  const drawn = anchor - drawnDaysAgo * dayMs
  const common = { group, parameters: { group_reference: group } }
  const setUp = { ...callOf(calls.putAccessReviewSchedule), person: named(set_up_by, people), at: drawn - hourMs }
  const fields = { owner, interval_days, days_to_decide, next_on: timeAt(drawn).slice(0, 'yyyy-mm-dd'.length) }
  await replay(tx, { ...setUp, ...common, seed: `schedule of ${group}` }, (then) =>
    saveSchedule(then, { group_reference: group, fields }, set_up_by),
  )
  await drawReview(at(tx, drawn), group)
  for (const { by = owner, people: decidedOn, decision, daysAgo, note } of decisions) {
    const review = await openReviewOf(tx, group)
    const items = await itemsOf(tx, review.review_reference, decidedOn)
    const deciding = {
      ...callOf(calls.decideAccessReview),
      person: named(by, people),
      at: anchor - daysAgo * dayMs,
      group,
      parameters: { review_reference: review.review_reference },
      seed: `decision on ${group} about ${decidedOn.join(' ')}`,
    }
    await replay(tx, deciding, (then: AuditedTransaction) =>
      decideItems(then, review, { decision, items, ...(note && { note }) }, { user_reference: by, mayEndRoles: true }),
    )
  }
}

const openReviewOf = (tx: TenantTransaction, group: string) =>
  tx.db
    .selectFrom('access_reviews')
    .selectAll()
    .where('client', '=', tx.client)
    .where('group_reference', '=', group)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()

const itemsOf = async (
  tx: TenantTransaction,
  review_reference: string,
  people: readonly string[],
): Promise<number[]> => {
  const rows = await tx.db
    .selectFrom('access_review_items')
    .select('item')
    .where('client', '=', tx.client)
    .where('review_reference', '=', review_reference)
    .where('user_reference', 'in', people)
    .execute()
  return rows.map(({ item }) => item)
}
