import type { NotificationKind, Overview, ReviewFigure, ReviewQueue } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInToDemo, startDemoServer } from '../../../../tests/setup/demo-server.ts'
import type { TestServer } from '../../../../tests/setup/server.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillCustomerHistory } from './fill-customer-history.ts'
import { fillReviewQueues } from './fill-reviews.ts'
import { reviewScenarios } from './review-scenarios.ts'
import { loadSampleMedia } from './sample-media.ts'

/** As many recordings a day as the demonstration has. */
const recordingsPerDay: Readonly<Record<string, number>> = { meridian: 50, aurora: 17 }
const days = 33

let server: TestServer
const fill = () => fillReviewQueues(server.api.platform.database, demoCustomers)

beforeAll(async () => {
  server = await startDemoServer()
  const customers = demoCustomers.flatMap((customer) => {
    const volume = (recordingsPerDay[customer.client] ?? 0) * days
    return volume > 0 ? [{ customer, size: { days, volume } }] : []
  })
  await fillCustomerHistory(server.api.platform, await loadSampleMedia(), customers)
  await fill()
}, 120_000)
afterAll(() => server?.stop())

const signIn = (client: string, user_reference: string) => signInToDemo(server, client, user_reference)
const today = () => new Date().toISOString().slice(0, 10)

describe('at meridian', () => {
  const base = '/api/client/v1/meridian'
  let helen: string
  beforeAll(async () => {
    helen = await signIn('meridian', 'helen.ward')
  })
  const queueNamed = async (name: string): Promise<ReviewQueue> => {
    const { items } = await server.getJson<{ items: ReviewQueue[] }>(`${base}/review_queues`, helen)
    const queue = items.find((one) => one.name === name)
    if (!queue) throw new Error(`no queue ${name}`)
    return queue
  }

  it('one queue is complete, one is half done, and one is overdue', async () => {
    const complete = await queueNamed('Equities London, calls of a fortnight')
    expect(complete).toMatchObject({ reviewed: complete.items, waiting: 0, second_review: 0 })
    expect(complete.items).toBeGreaterThan(8)
    const current = await queueNamed('Equities London, this week')
    expect(current).toMatchObject({ escalated: 2, withdrawn: 0 })
    expect(current.second_review).toBeGreaterThan(0)
    expect(current.waiting).toBeGreaterThan(0)
    expect(current.reviewed / current.items).toBeGreaterThan(0.3)
    expect(current.reviewed / current.items).toBeLessThan(0.6)
    expect((current.due_on ?? '') > today()).toBe(true)
    const overdue = await queueNamed('Rates and FX, messages')
    expect((overdue.due_on ?? '') < today()).toBe(true)
    expect(overdue.reviewed / overdue.items).toBeCloseTo(0.67, 1)
    expect(overdue.waiting).toBe(overdue.items - overdue.reviewed)
  })

  it.each([
    ['amir.khan', { overdue: 0, escalated: 0 }],
    ['helen.ward', { overdue: 0, escalated: 2 }],
  ])('the overview of %s has what waits for them', async (person, expected) => {
    const { reviews, queues } = await overviewOf('meridian', person)
    expect(reviews?.waiting.total).toBeGreaterThan(0)
    expect({ overdue: reviews?.overdue.total, escalated: reviews?.escalated.total }).toEqual(expected)
    if (person === 'helen.ward') expect(queues).toEqual({ unfinished: { total: 2 }, overdue: { total: 1 } })
  })

  it('notifies as the product does, and has only the latest unread', async () => {
    const rows = await server.api.platform.database.read('meridian', (tx) =>
      tx.db
        .selectFrom('notifications')
        .select(['recipient', 'kind', 'occurred_at', 'read_at'])
        .where('client', '=', 'meridian')
        .execute(),
    )
    const told = (recipient: string, kind: NotificationKind) =>
      rows.filter((row) => row.recipient === recipient && row.kind === kind)
    expect(told('helen.ward', 'reviews_escalated')).toHaveLength(2)
    expect(told('priya.shah', 'reviews_assigned').length).toBeGreaterThan(1)
    expect(told('sofia.lind', 'reviews_due_soon')).toHaveLength(1)
    const late = Date.now() - 2.1 * 86_400_000
    expect(rows.filter(({ occurred_at, read_at }) => read_at === null && Date.parse(occurred_at) < late)).toEqual([])
  })
})

it('aurora has a queue that is half done', async () => {
  const beatriz = await signIn('aurora', 'beatriz.costa')
  const { items } = await server.getJson<{ items: ReviewQueue[] }>('/api/client/v1/aurora/review_queues', beatriz)
  expect(items).toHaveLength(1)
  const [queue] = items
  expect((queue?.reviewed ?? 0) / (queue?.items ?? 1)).toBeCloseTo(0.5, 1)
  expect((await overviewOf('aurora', 'rafael.nunes')).reviews?.waiting.total).toBe(queue?.waiting)
})

describe.each(Object.keys(reviewScenarios))('the marks of %s', (client) => {
  const read = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    server.api.platform.database.read(client, async (tx) => (await query.execute(tx.db)).rows)

  it('are counted in the figures, on the days on which they were made', async () => {
    const officer = await signIn(client, client === 'aurora' ? 'beatriz.costa' : 'helen.ward')
    const { items } = await server.getJson<{ items: ReviewFigure[] }>(
      `/api/client/v1/${client}/reviews/figures`,
      officer,
    )
    const marks = await read(sql<Omit<ReviewFigure, 'payload_type'>>`
      select reviewed_by, disposition, count(*)::integer as marks from review_marks
      where client = ${client} group by 1, 2 order by 1, 2`)
    const keyOf = ({ reviewed_by, disposition }: Omit<ReviewFigure, 'payload_type'>) => `${reviewed_by} ${disposition}`
    const counted = [...Map.groupBy(items, keyOf)].map(([key, figures]) => [
      key,
      figures.reduce((sum, figure) => sum + figure.marks, 0),
    ])
    expect(counted.sort()).toEqual(marks.map((mark) => [keyOf(mark), mark.marks]).sort())
    const byDay = await read(sql<{ day: string; marks: number }>`
      select day::text, sum(marks)::integer as marks from review_counters where client = ${client} group by 1 order by 1`)
    const made = await read(sql<{ day: string; marks: number }>`
      select (reviewed_at at time zone 'UTC')::date::text as day, count(*)::integer as marks from review_marks
      where client = ${client} group by 1 order by 1`)
    expect(byDay).toEqual(made)
    expect(made.length).toBeGreaterThan(2)
  })

  it('are the last ones of their recordings, in office hours, before the account was opened', async () => {
    const differing = await read(sql<object>`select p.payload_reference, p.reviewed_at, p.reviewed_by, last.*
      from payloads p left join lateral (
        select m.reviewed_at as marked_at, m.reviewed_by as marked_by, m.disposition as said from review_marks m
        where m.client = ${client} and m.payload_reference = p.payload_reference order by m.mark_reference desc limit 1
      ) last on true
      where p.client = ${client} and (p.reviewed_at, p.reviewed_by, p.disposition)
        is distinct from (last.marked_at, last.marked_by, last.said)`)
    expect(differing).toEqual([])
    const late = await read(sql<object>`select m.reviewed_at from review_marks m, clients c where m.client = ${client}
      and c.client = ${client} and (m.reviewed_at > c.created_at or extract(isodow from m.reviewed_at) > 5)`)
    expect(late).toEqual([])
  })

  it('are in the custody of their recordings, after everything that made them ready, and each on the trail', async () => {
    const rows = await read(sql<{ payload_reference: string; marks: number; events: string[]; times: string[] }>`
      select m.payload_reference, m.marks, c.events, c.times from (
        select payload_reference, count(*)::integer as marks from review_marks where client = ${client} group by 1
      ) m join lateral (
        select array_agg(event order by event_id) as events, array_agg(occurred_at::text order by event_id) as times
        from custody_events e where e.client = ${client} and e.payload_reference = m.payload_reference
      ) c on true`)
    expect(rows.length).toBeGreaterThan(5)
    for (const { payload_reference, marks, events, times } of rows) {
      expect(
        events.filter((event) => event === 'payload.reviewed'),
        payload_reference,
      ).toHaveLength(marks)
      expect(events.indexOf('payload.reviewed')).toBeGreaterThan(events.indexOf('payload.processed'))
      expect(times).toEqual(times.toSorted())
    }
    const [{ marks, calls } = { marks: 0, calls: -1 }] = await read(sql<{ marks: number; calls: number }>`select
      (select count(*)::integer from review_marks where client = ${client}) as marks,
      (select count(*)::integer from user_activities where client = ${client} and call = 'POST /reviews') as calls`)
    expect(calls).toBe(marks)
  })

  it('are not made again by a second run', async () => {
    const everything = () =>
      read(sql<object>`select q.*, (select count(*)::integer from review_marks m where m.client = ${client}) as marks
        from review_queues q where q.client = ${client} order by queue_reference`)
    const before = await everything()
    await fill()
    expect(await everything()).toEqual(before)
  })

  it('agree with the counters of their queues', async () => {
    const differing = await read(sql<object>`select q.name, q.reviewed, q.waiting, counted.* from review_queues q
      join lateral (
        select count(*) filter (where state = 'reviewed') as r, count(*) filter (where state = 'waiting') as w,
          count(*) filter (where state = 'escalated') as e, count(*) filter (where state = 'second_review') as s
        from review_queue_items i where i.client = ${client} and i.queue_reference = q.queue_reference
      ) counted on true
      where q.client = ${client} and (q.reviewed, q.waiting, q.escalated, q.second_review) is distinct from
        (counted.r, counted.w, counted.e, counted.s)`)
    expect(differing).toEqual([])
  })
})

const overviewOf = async (client: string, person: string): Promise<Overview> =>
  server.getJson<Overview>(`/api/admin/v1/${client}/overview`, await signIn(client, person))
