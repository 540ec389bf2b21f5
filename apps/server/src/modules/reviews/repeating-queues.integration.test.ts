import {
  type AuditEvent,
  type CallInput,
  type calls,
  limits,
  type Notification,
  type QueueRepetition,
  type ReviewDraw,
  type ReviewItem,
  type ReviewQueue,
  type ReviewQueuePreview,
  type UserActivity,
  type UserActivityEntry,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows, type NewRow } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { drawDueQueues } from './draw-again.ts'
import { drawKey, drawSample } from './draw-sample.ts'
import { remind } from './remind-of-reviews.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const dayMs = 24 * 60 * 60_000

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'mara' | 'nina' | 'paul' | 'sara'>
type Person = keyof typeof account.tokens
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('Manages London', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'reviews:*', conditions: [{ names_matching: 'London' }] },
    ])
    .withPerson('ruth', 'Compliance Officer', 'Account Administrator')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Reviewer')
    .withPerson('mara', 'Manages London')
    .withPerson('nina', 'Compliance Officer')
    .withRole('Manages all', [{ actions_matching: 'payloads:read' }, { actions_matching: 'reviews:*' }])
    .withPerson('paul', 'Compliance Officer')
    .withPerson('sara', 'Manages all')
    .open()
})
afterAll(() => account?.close())

type Body = CallInput<typeof calls.createReviewQueue>['body']
const daily: QueueRepetition = { weekday: null, hour: 6, time_zone: 'Europe/London', until: null, due_after_days: 2 }
const wanted = (): Body => ({
  name: 'Daily sample',
  filter: { groups: ['London'], payload_types: ['Call', 'SMS', 'Photo'] },
  sample: null,
  reviewers: ['otto', 'lena'],
  due_on: null,
  second_review_percent: 0,
  repeats: daily,
  first_draw: 'nothing',
})

const call = async <Answer>(who: Person, method: string, path: string, body?: object) => {
  const response = await account.server.call(method, `${base}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  return { status: response.status, body: (await response.json()) as Answer & { code?: string } }
}
const begin = async (own: Partial<Body> = {}, who: Person = 'ruth') => {
  const answer = await call<ReviewQueue>(who, 'POST', '/review_queues', { ...wanted(), ...own })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  return answer.body
}
type Named = Pick<ReviewQueue, 'queue_reference'>
const queueOf = async ({ queue_reference }: Named) =>
  (await call<ReviewQueue>('ruth', 'GET', `/review_queues/${queue_reference}`)).body
/** The earliest first. */
const drawsOf = async ({ queue_reference }: Named) =>
  (
    await call<{ items: ReviewDraw[] }>('ruth', 'GET', `/review_queues/${queue_reference}/draws?limit=100`)
  ).body.items.toReversed()
const itemsOf = async ({ queue_reference }: Named) =>
  (await call<{ items: ReviewItem[] }>('ruth', 'GET', `/review_queues/${queue_reference}/items?limit=100`)).body.items
const referencesOf = async (queue: Named) =>
  (await itemsOf(queue)).map(({ payload_reference }) => payload_reference).sort()

const platform = () => account.server.api.platform
const workAt = (time: Date) => drawDueQueues(platform(), client, time)
/** How long after the next draw it is due. */
const next = ({ next_draw_at }: ReviewQueue, afterMs = 0) => new Date(Date.parse(next_draw_at ?? '') + afterMs)

const arrive = async (fields: Partial<NewRow<'payloads'>>[], group = 'London') => {
  const rows = fields.map((own) => ({
    payload_reference: ulid(),
    group,
    device_reference: `${group}-1`,
    ...own,
  }))
  for (let from = 0; from < rows.length; from += 500) {
    await account.write((tx) => addRows(tx, 'payloads', rows.slice(from, from + 500)))
  }
  return rows.map(({ payload_reference }) => payload_reference)
}
const arriveAt = (time: Date, own: Partial<NewRow<'payloads'>> = {}) =>
  arrive([{ processed_at: time.toISOString(), ...own }])

/** The latest such event of a queue, as the trail shows it. */
const entryOf = async (event: AuditEvent, { queue_reference }: Named) => {
  const trail = `/api/admin/v1/${client}/activities`
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(
    `${trail}?limit=100&filter[subjects][0]=review_queue:${queue_reference}`,
    account.tokens.ruth,
  )
  const found = items.find((item) => item.event === event)
  const entry = await account.server.getJson<UserActivityEntry>(`${trail}/${found?.log_id}`, account.tokens.ruth)
  return entry.events[0]
}

const giveRoles = (user_reference: string, roles: string[]) =>
  account.write((tx) =>
    tx.db
      .updateTable('portal_users')
      .set({ roles })
      .where('client', '=', client)
      .where('user_reference', '=', user_reference)
      .execute(),
  )

/** Ends its draws, so that it does not take part in later tests. */
const close = ({ queue_reference }: Named) => call('ruth', 'POST', `/review_queues/${queue_reference}/close`, {})

describe('a queue that repeats', () => {
  it('considers each recording in exactly one draw, also late ones, and periods in which no worker ran', async () => {
    const queue = await begin()
    expect(queue).toMatchObject({ items: 0, draws: 0, repeats: daily, repeats_by: 'ruth', draws_stopped: null })
    const first = next(queue)
    await arriveAt(new Date(Date.now() - dayMs))
    const expected: string[] = []
    for (let number = 0; number < 60; number++) {
      // On the boundary of two periods as well.
      const arrived = new Date(
        first.getTime() - dayMs / 4 + (number % 12) * (dayMs / 2) + (number % 5 === 0 ? dayMs / 4 : number),
      )
      const payload_type = (['Call', 'SMS', 'Photo'] as const)[number % 3] ?? 'Call'
      const payload_time = new Date(arrived.getTime() - number * dayMs).toISOString()
      expected.push(...(await arriveAt(arrived, { payload_type, payload_time })))
    }
    await arrive([{ processed_at: first.toISOString() }], 'Lisbon')
    await arriveAt(first, { payload_type: 'Diagnostics' })
    for (const days of [0, 1, 4, 7]) await workAt(new Date(first.getTime() + days * dayMs + 5 * 60_000))
    const draws = await drawsOf(queue)
    expect(draws.map(({ draw }) => draw)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    for (const [at, { arrived_after, arrived_until }] of draws.entries()) {
      if (at > 0) expect(arrived_after).toBe(draws[at - 1]?.arrived_until)
      expect(Date.parse(arrived_until)).toBe(first.getTime() + at * dayMs)
    }
    expect(draws.reduce((sum, { matched }) => sum + matched, 0)).toBe(60)
    expect(await referencesOf(queue)).toEqual(expected.sort())
    // Each draw is due by itself, and what nobody found is a draw, too.
    const items = await itemsOf(queue)
    expect(new Set(items.map(({ due_on }) => due_on)).size).toBeGreaterThan(3)
    const { due_on } = await queueOf(queue)
    expect(due_on).toBe(draws.find(({ items: drawn }) => drawn > 0)?.due_on)
    expect(draws.at(-1)).toMatchObject({ matched: 0, items: 0, failure: null })
    const counts = ['otto', 'lena'].map((person) => items.filter(({ assigned_to }) => assigned_to === person).length)
    expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThan(8)
    expect((await entryOf('review_queue.drawn', queue))?.facts).toMatchObject({ matched: 0, rows: 0 })
    const created = await entryOf('review_queue.created', queue)
    expect(JSON.parse(String(created?.facts.filter))).toMatchObject({
      groups: ['London'],
      payload_types: ['Call', 'SMS', 'Photo'],
    })
    const repetition = created?.changes.map(({ field, after }) => [field, after])
    expect(repetition).toEqual(
      expect.arrayContaining([
        ['queue_name', ['Daily sample']],
        ['schedule_every', ['day']],
        ['schedule_hour', ['6']],
        ['due_after_days', ['2']],
      ]),
    )
    await close(queue)
    await workAt(new Date(first.getTime() + 20 * dayMs))
    expect(await drawsOf(queue)).toHaveLength(8)
  })

  it('has draws that anybody with the key of its sample can repeat', async () => {
    const sample = { percent: 40, stratify_by: 'group' as const, seed: 'November' }
    const queue = await begin({ sample, filter: { groups: ['London'], payload_types: ['RCS'] } })
    const created = { sample_percent: 40, stratify_by: 'group', seed: 'November' }
    expect((await entryOf('review_queue.created', queue))?.facts).toMatchObject(created)
    const due = next(queue)
    const arrived = (
      await Promise.all(
        Array.from({ length: 10 }, () => arriveAt(new Date(due.getTime() - 1000), { payload_type: 'RCS' })),
      )
    ).flat()
    await workAt(new Date(due.getTime() + 50_000))
    expect(await drawsOf(queue)).toEqual([])
    await workAt(new Date(due.getTime() + 5 * 60_000))
    const seed = drawKey('November', due.toISOString())
    expect(await drawsOf(queue)).toMatchObject([{ seed, matched: 10, items: 4, open: 4, due_on: expect.any(String) }])
    const candidates = arrived.map((payload_reference) => ({
      payload_reference,
      group: 'London',
      device_user_reference: null,
    }))
    const repeated = drawSample(candidates, { ...sample, seed }).map(({ payload_reference }) => payload_reference)
    expect(await referencesOf(queue)).toEqual(repeated.sort())
    await close(queue)
  })

  it('begins with what is there already, unless it is to begin with what arrives from now on', async () => {
    const before = await arriveAt(new Date(Date.now() - dayMs), { payload_type: 'MMS' })
    const queue = await begin({ first_draw: 'everything', filter: { groups: ['London'], payload_types: ['MMS'] } })
    expect(queue).toMatchObject({ items: 1, draws: 1 })
    expect(await drawsOf(queue)).toMatchObject([{ draw: 1, arrived_after: null, matched: 1, items: 1, seed: null }])
    const later = await arriveAt(new Date(), { payload_type: 'MMS' })
    await workAt(next(queue, 5 * 60_000))
    expect(await referencesOf(queue)).toEqual([...before, ...later].sort())
    const preview = await call<ReviewQueuePreview>('ruth', 'POST', '/review_queues/preview', {
      filter: { groups: ['London'], payload_types: ['MMS'] },
      sample: null,
      reviewers: ['otto'],
      second_review_percent: 0,
      repeats: { ...daily, weekday: 7, hour: 0 },
      first_draw: 'nothing',
    })
    expect(preview.body).toMatchObject({ matched: 0, items: 0, last_period: { matched: expect.any(Number) } })
    await close(queue)
  })

  it('begins with the last whole week, of which exactly these are drawn, and goes on from its end', async () => {
    const filter: Body['filter'] = { groups: ['London'], payload_types: ['AR'] }
    // No week ends during the test.
    const weekday = ((new Date().getUTCDay() + 3) % 7) + 1
    const weekly = { ...daily, weekday, time_zone: 'America/New_York' }
    const asked = { filter, sample: null, reviewers: ['otto'], second_review_percent: 0, repeats: weekly }
    const preview = (first_draw: string) =>
      call<ReviewQueuePreview>('ruth', 'POST', '/review_queues/preview', { ...asked, first_draw })
    const { from, until } = (await preview('nothing')).body.last_period ?? { from: '', until: '' }
    const arriveAfter = (time: string, ms: number) => arriveAt(new Date(Date.parse(time) + ms), { payload_type: 'AR' })
    await arriveAfter(from, -1)
    await arriveAfter(from, 0)
    const inLast = [
      ...(await arriveAfter(from, 1)),
      ...(await arriveAfter(from, 3 * dayMs)),
      ...(await arriveAfter(until, 0)),
    ]
    const after = await arriveAfter(until, 1)
    const counted = await preview('last_period')
    expect(counted.body).toMatchObject({ matched: 3, items: 3, last_period: { from, until, matched: 3, items: 3 } })
    expect((await preview('everything')).body).toMatchObject({ last_period: { from, until, matched: 3 } })
    const queue = await begin({ filter, repeats: weekly, first_draw: 'last_period' })
    expect(queue).toMatchObject({ items: 3, draws: 1 })
    expect(await referencesOf(queue)).toEqual(inLast.toSorted())
    expect(await drawsOf(queue)).toMatchObject([{ arrived_after: from, arrived_until: until, matched: 3, items: 3 }])
    const second = queue.next_draw_at ?? ''
    after.push(...(await arriveAfter(second, -1000)))
    await arriveAfter(second, 1)
    await workAt(next(queue, 5 * 60_000))
    expect((await drawsOf(queue))[1]).toMatchObject({ arrived_after: until, arrived_until: second, items: 2 })
    expect(await referencesOf(queue)).toEqual([...inLast, ...after].toSorted())
    await close(queue)
  })

  it('draws calls that were not recorded, which are never processed, as they are registered', async () => {
    const queue = await begin({
      filter: { groups: ['London'], payload_types: ['AbortedCall'], payload_states: ['NotRecorded', 'Processed'] },
    })
    const fields = { payload_type: 'AbortedCall', payload_state: 'NotRecorded' } as const
    const [aborted] = await arrive([
      { ...fields, registered_at: next(queue, -1000).toISOString() },
      { ...fields, registered_at: next(queue, 1000).toISOString() },
      { ...fields, registered_at: new Date(Date.now() - dayMs).toISOString() },
    ])
    await workAt(next(queue, 5 * 60_000))
    expect(await referencesOf(queue)).toEqual([aborted])
    await close(queue)
  })

  it('is drawn once by two workers, and by the next one if the first one dies', async () => {
    const queue = await begin({ filter: { groups: ['London'], payload_types: ['Video'] } })
    const arrived = await arriveAt(next(queue, -1000), { payload_type: 'Video' })
    const { authorization, database } = platform()
    const dying = new Proxy(database, {
      get: (target, name) => {
        if (name === 'transaction') {
          return (of: string, work: Parameters<typeof database.transaction>[1]) =>
            target.transaction(of, async (tx) => {
              await work(tx)
              throw new Error('The worker died')
            })
        }
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(drawDueQueues({ authorization, database: dying }, client, next(queue, 5 * 60_000))).rejects.toThrow()
    expect(await drawsOf(queue)).toEqual([])
    await Promise.all([1, 2, 3].map(() => workAt(next(queue, 5 * 60_000))))
    expect(await referencesOf(queue)).toEqual(arrived)
    expect(await drawsOf(queue)).toHaveLength(1)
    await close(queue)
  })

  it('shows for each draw what is late, what was opened before it was marked, and where second opinions differ', async () => {
    const filter: Body['filter'] = { groups: ['London'], payload_types: ['Interview'] }
    const queue = await begin({ filter, second_review_percent: 100 })
    const times = [next(queue, -1000), next(queue, -2000), next(queue, -3000)]
    const [one = '', two = ''] = (
      await Promise.all(times.map((time) => arriveAt(time, { payload_type: 'Interview' })))
    ).flat()
    await workAt(next(queue, 5 * 60_000))
    const mark = async (payload_reference: string, disposition: string) => {
      const item = (await itemsOf(queue)).find((each) => each.payload_reference === payload_reference)
      const body = { payload_references: [payload_reference], disposition }
      await call(item?.assigned_to as Person, 'POST', '/reviews', body)
    }
    for (const disposition of ['No concern', 'Not relevant']) await mark(one, disposition)
    for (const disposition of ['No concern', 'No concern']) await mark(two, disposition)
    expect(await drawsOf(queue)).toMatchObject([
      { items: 3, open: 1, reviewed: 2, late: 0, opened: 0, unopened: 2, reviewed_twice: 2, differing: 1 },
    ])
    // Reminders and lateness depend on the due date of each draw.
    const due = (await drawsOf(queue))[0]?.due_on ?? ''
    await account.write((tx) => remind({ ...tx, now: new Date(Date.parse(`${due}T05:05:00Z`) + dayMs) }))
    expect(await kindsOf('ruth')).toContain('queue_overdue')
    await close(queue)
  })

  const kindsOf = async (who: Person) => {
    const { items } = await account.server.getJson<{ items: Notification[] }>(
      `/api/admin/v1/${client}/notifications?limit=100`,
      account.tokens[who],
    )
    return items.map(({ kind }) => kind)
  }

  it('fails with its reason where there are too many, and goes on with the next period', async () => {
    const queue = await begin({
      filter: { groups: ['London'], payload_types: ['BlockedCall'], payload_states: ['Processed'] },
    })
    const processed_at = next(queue, -1000).toISOString()
    await arrive(Array.from({ length: 5001 }, () => ({ payload_type: 'BlockedCall' as const, processed_at })))
    await workAt(next(queue, 5 * 60_000))
    expect(await drawsOf(queue)).toMatchObject([{ matched: 5001, items: 0, failure: 'review_queue.too_many' }])
    const after = await queueOf(queue)
    expect(after).toMatchObject({ draws_stopped: null, items: 0 })
    expect(await kindsOf('nina')).toContain('queue_not_drawn')
    const later = await arriveAt(next(after, -1000), { payload_type: 'BlockedCall' })
    await workAt(next(after, 5 * 60_000))
    expect(await referencesOf(queue)).toEqual(later)
    await close(queue)
  })

  it('stops when the rights of its author end, and goes on with those of somebody else from where it stopped', async () => {
    const queue = await begin({ filter: { payload_types: ['SMS'] } }, 'mara')
    const all = [...(await arriveAt(next(queue, -1000), { payload_type: 'SMS' }))]
    await arrive([{ payload_type: 'SMS', processed_at: next(queue, -1000).toISOString() }], 'Lisbon')
    await workAt(next(queue, 5 * 60_000))
    // Reviews of London alone are hers to manage.
    expect(await referencesOf(queue)).toEqual(all)
    const others = { payload_types: [], groups: [], others: true }
    expect(await drawsOf(queue)).toMatchObject([{ drawn_by: 'mara', left_out: others }])
    await account.write(async (tx) => {
      await tx.db
        .updateTable('portal_users')
        .set({ is_active: false })
        .where('client', '=', client)
        .where('user_reference', '=', 'mara')
        .execute()
    })
    const before = await queueOf(queue)
    all.push(...(await arriveAt(next(before, -1000), { payload_type: 'SMS' })))
    await workAt(next(before, 5 * 60_000))
    const stopped = await queueOf(queue)
    expect(stopped).toMatchObject({ draws_stopped: 'author_removed', next_draw_at: null, repeats_by: 'mara', items: 1 })
    expect(await kindsOf('nina')).toContain('queue_not_drawn')
    expect((await entryOf('review_queue.draws_stopped', queue))?.facts).toMatchObject({
      stopped: 'author_removed',
      drawn_by: 'mara',
    })
    const change = { version: stopped.version, name: 'Renamed', due_on: null, reviewers: stopped.reviewers }
    const path = `/review_queues/${queue.queue_reference}`
    expect((await call<ReviewQueue>('ruth', 'PUT', path, change)).body).toMatchObject({
      draws_stopped: 'author_removed',
    })
    const resumed = await call<ReviewQueue>('ruth', 'PUT', path, {
      ...change,
      version: stopped.version + 1,
      repeats: { ...daily, weekday: 3 },
    })
    expect(resumed.body).toMatchObject({ draws_stopped: null, repeats_by: 'ruth', next_draw_at: expect.any(String) })
    await workAt(new Date(Date.now() + 40 * dayMs))
    expect(await referencesOf(queue)).toEqual(expect.arrayContaining(all))
    const ended = await call<ReviewQueue>('ruth', 'PUT', path, {
      ...change,
      version: resumed.body.version,
      repeats: null,
    })
    expect(ended.body).toMatchObject({ repeats: null, next_draw_at: null, repeats_by: null })
    await close(queue)
  })

  it('says at each draw whose rights it had, and which groups and kinds they left out', async () => {
    const filter: Body['filter'] = { groups: ['London', 'Lisbon'], payload_types: ['SMS', 'Photo'] }
    const queue = await begin({ filter, first_draw: 'everything' }, 'sara')
    expect(await drawsOf(queue)).toMatchObject([{ drawn_by: 'sara', left_out: null }])
    const giveRole = (role: string) => giveRoles('sara', [role])
    await giveRole('Manages London')
    await workAt(next(queue, 5 * 60_000))
    const left_out = { payload_types: [], groups: ['Lisbon'], others: false }
    expect((await drawsOf(queue))[1]).toMatchObject({ drawn_by: 'sara', left_out, failure: null })
    expect((await entryOf('review_queue.drawn', queue))?.facts).toMatchObject({
      drawn_by: 'sara',
      left_out_groups: 'Lisbon',
    })
    await giveRole('Reviewer')
    await workAt(next(await queueOf(queue), 5 * 60_000))
    expect(await queueOf(queue)).toMatchObject({ draws_stopped: 'author', next_draw_at: null })
    expect(await kindsOf('paul')).toContain('queue_not_drawn')
    await close(queue)
  })

  it('stops when its author may not open the matter of its filter any more', async () => {
    const { body: matter } = await call<{ matter_reference: string }>('ruth', 'PUT', `/matters/${ulid()}`, {
      version: 0,
      title: 'Case 7',
      reason: 'A complaint',
      review_on: null,
      is_closed: false,
      members: ['paul'],
    })
    const { matter_reference } = matter
    expect(matter_reference).toEqual(expect.any(String))
    const queue = await begin({ filter: { matter_reference } }, 'paul')
    await giveRoles('paul', [])
    await workAt(next(queue, 5 * 60_000))
    expect(await queueOf(queue)).toMatchObject({ draws_stopped: 'matter', next_draw_at: null })
    await close(queue)
  })

  it('is one of at most so many of an account, also if several are begun at the same time', async () => {
    const queue = await begin()
    const most = limits.maxRepeatingQueues
    await account.write(async (tx) => {
      const { name, ...row } = await tx.db
        .selectFrom('review_queues')
        .selectAll()
        .where('client', '=', client)
        .where('queue_reference', '=', queue.queue_reference)
        .executeTakeFirstOrThrow()
      const [filter, repeats] = [row.filter, row.repeats].map((value) => JSON.stringify(value))
      const copies = Array.from({ length: most - 2 }, () => ({
        ...row,
        name: 'Copy',
        queue_reference: ulid(),
        filter,
        repeats,
      }))
      await tx.db
        .insertInto('review_queues')
        .values(copies as never)
        .execute()
    })
    const post = () => call<ReviewQueue & { message?: string }>('ruth', 'POST', '/review_queues', wanted())
    const answers = await Promise.all([post(), post(), post()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'review_queue.too_many_repeating', details: { most } })
    const once = await call<ReviewQueue>('ruth', 'POST', '/review_queues', {
      ...wanted(),
      repeats: null,
      first_draw: 'everything',
    })
    expect(once.status).toBe(200)
    const repeats = { version: once.body.version, name: 'Later', due_on: null, reviewers: ['otto'], repeats: daily }
    const path = `/review_queues/${once.body.queue_reference}`
    expect((await call<object>('ruth', 'PUT', path, repeats)).body.code).toBe('review_queue.too_many_repeating')
    await close(queue)
    expect((await call<object>('ruth', 'PUT', path, repeats)).status).toBe(200)
    await account.write((tx) =>
      tx.db.updateTable('review_queues').set({ next_draw_at: null }).where('client', '=', client).execute(),
    )
  })

  it('stops when its filter cannot be applied any more', async () => {
    const queue = await begin()
    await account.write(async (tx) => {
      await tx.db
        .updateTable('review_queues')
        .set({ filter: JSON.stringify({ sentiments: ['angry'] }) })
        .where('client', '=', client)
        .where('queue_reference', '=', queue.queue_reference)
        .execute()
    })
    await workAt(next(queue, 5 * 60_000))
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('review_queues')
        .select(['draws_stopped', 'next_draw_at'])
        .where('client', '=', client)
        .where('queue_reference', '=', queue.queue_reference)
        .execute(),
    )
    expect(rows).toEqual([{ draws_stopped: 'filter', next_draw_at: null }])
  })

  it('needs a time zone that exists', async () => {
    const repeats = { ...daily, time_zone: 'Europe/Atlantis' }
    const { status, body } = await call<object>('ruth', 'POST', '/review_queues', { ...wanted(), repeats })
    expect([status, body.code]).toEqual([400, 'notification.bad_time_zone'])
  })
})
