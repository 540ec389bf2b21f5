import type { CallInput, calls, ReviewItem, ReviewQueue, ReviewQueueDetail } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'nora' | 'mara' | 'paul'>
const inLondon: string[] = []
let inLisbon = ''
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London alone', [
      {
        actions_matching: 'payloads:(read|play)|reviews:(read|write)',
        is_regex: true,
        conditions: [{ names_matching: 'London' }],
      },
    ])
    .withRole('Manages London', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'reviews:*', conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Reads', [{ actions_matching: 'payloads:read' }])
    .withPerson('ruth', 'Compliance Officer', 'Account Administrator')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'London alone')
    .withPerson('nora', 'London alone')
    .withPerson('mara', 'Manages London')
    .withPerson('paul', 'Reads')
    .open()
  for (let number = 10; number < 16; number++) {
    inLondon.push(await account.addCall(number, 'London', { group: 'London' }))
  }
  inLisbon = await account.addCall(20, 'Lisbon', { group: 'Lisbon' })
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens
type Drawn = CallInput<typeof calls.createReviewQueue>['body']
type Changed = CallInput<typeof calls.updateReviewQueue>['body']

const send = async <Answer>(who: Person, method: string, path: string, body: object) => {
  const response = await account.server.call(method, `${base}${path}`, { token: account.tokens[who], body })
  return { status: response.status, body: (await response.json()) as Answer & { code?: string } }
}
const draw = async (own: Partial<Drawn> = {}): Promise<ReviewQueue> => {
  const filter = { groups: ['London'] }
  const fields = { name: 'Weekly', filter, sample: null, due_on: '2026-12-01', second_review_percent: 0, ...own }
  const answer = await send<ReviewQueue>('ruth', 'POST', '/review_queues', { reviewers: ['otto', 'lena'], ...fields })
  expect(answer.status).toBe(200)
  return answer.body
}
const change = (
  { queue_reference, name, due_on, reviewers }: ReviewQueue,
  own: Partial<Changed>,
  who: Person = 'ruth',
) => send<ReviewQueue>(who, 'PUT', `/review_queues/${queue_reference}`, { name, due_on, reviewers, ...own })
const detail = ({ queue_reference }: ReviewQueue) =>
  account.server.getJson<ReviewQueueDetail>(`${base}/review_queues/${queue_reference}`, account.tokens.ruth)
const waitingFor = async (who: Person, { queue_reference }: ReviewQueue): Promise<ReviewItem[]> => {
  const path = `${base}/reviews/waiting?limit=100`
  const { items } = await account.server.getJson<{ items: ReviewItem[] }>(path, account.tokens[who])
  return items.filter((item) => item.queue_reference === queue_reference)
}
const mark = async (who: Person, payload_references: string[]) => {
  const answer = await send<object>(who, 'POST', '/reviews', { payload_references, disposition: 'No concern' })
  expect(answer.status).toBe(200)
}
const latestEvents = () =>
  account.server.api.platform.database.transaction(client, async (tx) => {
    const { events } = await tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', tx.client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return events
  })
const references = (items: readonly ReviewItem[]) => items.map(({ payload_reference }) => payload_reference)

describe('a queue that is changed', () => {
  it('has its new name and date on its recordings as well, which stay with their reviewers', async () => {
    const queue = await draw()
    const before = references(await waitingFor('otto', queue))
    const answer = await change(queue, { version: 1, name: 'Weekly, London', due_on: null })
    expect(answer).toMatchObject({ status: 200, body: { name: 'Weekly, London', due_on: null, version: 2 } })
    const events = await latestEvents()
    const items = await waitingFor('otto', queue)
    expect(references(items)).toEqual(before)
    for (const item of items) expect(item).toMatchObject({ queue_name: 'Weekly, London', due_on: null })
    expect(events).toMatchObject([
      {
        event: 'review_queue.updated',
        details: {
          before: { queue_name: 'Weekly', due_on: '2026-12-01', reviewers: ['otto', 'lena'] },
          after: { queue_name: 'Weekly, London', due_on: null, reviewers: ['otto', 'lena'] },
          rows: 0,
        },
      },
    ])
  })

  it('gives what waited for somebody who was taken out to the others, and keeps what they reviewed', async () => {
    const queue = await draw()
    const [done] = references(await waitingFor('lena', queue))
    await mark('lena', [done ?? ''])
    const answer = await change(queue, { reviewers: ['otto', 'nora'] })
    expect(answer.body).toMatchObject({ reviewers: ['otto', 'nora'], waiting: 5, reviewed: 1 })
    expect(await waitingFor('lena', queue)).toEqual([])
    expect((await detail(queue)).people).toMatchObject([
      { user_reference: 'lena', waiting: 0, reviewed: 1 },
      // Whoever has the fewest is next.
      { user_reference: 'nora', waiting: 2 },
      { user_reference: 'otto', waiting: 3 },
    ])
    // What is added later goes to the new reviewers.
    const path = `/review_queues/${queue.queue_reference}/items`
    await send<object>('ruth', 'POST', path, { payload_references: [inLisbon] })
    expect(references(await waitingFor('otto', queue))).toContain(inLisbon)
  })

  it('gives what nobody had to somebody new who may see it', async () => {
    const queue = await draw({ filter: {}, reviewers: ['lena'] })
    expect(await detail(queue)).toMatchObject({ unassigned: 1 })
    await change(queue, { reviewers: ['lena', 'otto'] })
    expect(await detail(queue)).toMatchObject({ unassigned: 0 })
    expect(references(await waitingFor('otto', queue))).toEqual([inLisbon])
  })

  it('leaves what none of the reviewers may see with nobody', async () => {
    const queue = await draw({ filter: {}, reviewers: ['otto'] })
    expect((await change(queue, { reviewers: ['lena'] })).status).toBe(200)
    expect(await detail(queue)).toMatchObject({ unassigned: 1, waiting: 7 })
    expect(references(await waitingFor('lena', queue)).sort()).toEqual(inLondon)
  })

  it('takes second reviews from whoever was taken out, and never has the same person review twice', async () => {
    const queue = await draw({ reviewers: ['otto', 'lena'], second_review_percent: 100 })
    await change(queue, { reviewers: ['otto', 'nora'] })
    for (const who of ['otto', 'nora'] as const) await mark(who, references(await waitingFor(who, queue)))
    expect(await detail(queue)).toMatchObject({ waiting: 0 })
    expect(await waitingFor('lena', queue)).toEqual([])
    for (const who of ['otto', 'nora'] as const) {
      const second = await waitingFor(who, queue)
      for (const item of second) expect(item).toMatchObject({ state: 'second_review' })
      if (second.length > 0) await mark(who, references(second))
    }
    expect(await detail(queue)).toMatchObject({ second_review: 0, reviewed: 6 })
    const { items } = await account.server.getJson<{ items: { reviewed_by: string }[] }>(
      `${base}/payloads/${inLondon[0]}/reviews`,
      account.tokens.ruth,
    )
    expect(new Set(items.slice(0, 2).map(({ reviewed_by }) => reviewed_by))).toEqual(new Set(['otto', 'nora']))
  })

  it('that stays as it is changes nothing', async () => {
    const queue = await draw()
    const { body } = await change(queue, {})
    expect(body).toMatchObject({ version: 1, updated_at: queue.updated_at })
  })
})

describe('a change of a queue is refused', () => {
  it('with its error, and changes nothing', async () => {
    const queue = await draw({ second_review_percent: 50 })
    const codeOf = async (own: Partial<Changed>) => (await change(queue, own)).body.code
    expect(await codeOf({ reviewers: ['otto'] })).toBe('review_queue.needs_two')
    expect(await codeOf({ reviewers: ['otto', 'nobody'] })).toBe('review_queue.unknown_reviewer')
    expect(await codeOf({ version: 0 })).toBe('edit.conflict')
    for (const own of [
      { name: ' ' },
      { name: 'a\u0000' },
      { name: '\u202eeuq' },
      { reviewers: [] },
      { due_on: '2026-02-30' },
    ]) {
      expect([own, (await change(queue, own)).status]).toEqual([own, 400])
    }
    expect(await detail(queue)).toMatchObject({ name: 'Weekly', version: 1, reviewers: ['otto', 'lena'] })
  })

  it('for a queue that somebody else closed or changed meanwhile', async () => {
    const queue = await draw()
    const both = await Promise.all([
      change(queue, { version: 1, name: 'First' }),
      change(queue, { version: 1, name: 'Second' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await send<object>('ruth', 'POST', `/review_queues/${queue.queue_reference}/close`, {})
    expect((await change(queue, { name: 'Third' })).body.code).toBe('review_queue.closed')
  })

  it('to people who do not manage it', async () => {
    const queue = await draw()
    for (const who of ['otto', 'paul'] as const) {
      expect((await change(queue, { name: 'Mine' }, who)).body.code).toBe('auth.forbidden')
    }
    // Of a queue that somebody else drew, as of one that does not exist.
    expect((await change(queue, { name: 'Mine' }, 'mara')).body.code).toBe('request.not_found')
  })
})

it('is read, changed and assigned right after a role was changed', async () => {
  const queue = await draw()
  const changeRole = () => account.write((tx) => bumpAccessVersion(tx))
  await changeRole()
  expect(await detail(queue)).toMatchObject({ queue_reference: queue.queue_reference })
  await changeRole()
  expect((await change(queue, { reviewers: ['otto'] })).status).toBe(200)
})
