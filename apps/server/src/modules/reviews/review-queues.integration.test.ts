import type {
  CallInput,
  CallResponse,
  calls,
  OpenReviews,
  ReviewItem,
  ReviewQueue,
  ReviewQueueDetail,
  ReviewQueuePreview,
  UserActivity,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const admin = `/api/admin/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'mara' | 'paul' | 'dina'>
const recordings: string[] = []
let elsewhere = ''
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
    .withPerson('mara', 'Manages London')
    .withRole('Saves', [{ actions_matching: 'payloads:download' }])
    .withPerson('paul', 'Reads')
    .withPerson('dina', 'Reviewer', 'Saves')
    .open()
  for (let number = 10; number < 20; number++) {
    recordings.push(await account.addCall(number, 'London', { group: 'London' }))
  }
  elsewhere = await account.addCall(20, 'Lisbon', { group: 'Lisbon' })
  await account.addCall(21, 'London', { group: 'London', payload_state: 'Uploaded' })
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens
type Body = CallInput<typeof calls.createReviewQueue>['body']
const wanted: Body = {
  name: 'Weekly',
  filter: { groups: ['London'] },
  sample: null,
  reviewers: ['otto', 'lena'],
  due_on: '2026-12-01',
  second_review_percent: 0,
}

const post = async <Answer>(who: Person, path: string, body?: object) => {
  const response = await account.server.call('POST', `${base}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  return { status: response.status, body: (await response.json()) as Answer & { code?: string } }
}
const draw = async (own: Partial<Body> = {}, who: Person = 'ruth') => {
  const answer = await post<ReviewQueue>(who, '/review_queues', { ...wanted, ...own })
  expect(answer.status).toBe(200)
  return answer.body
}
const refusalOf = async (own: object, who: Person = 'ruth') =>
  (await post<object>(who, '/review_queues', { ...wanted, ...own })).body.code
const items = async (who: Person, path: string) =>
  (await account.server.getJson<{ items: ReviewItem[] }>(`${base}${path}`, account.tokens[who])).items
const waitingFor = async (who: Person, { queue_reference }: ReviewQueue) =>
  (await items(who, '/reviews/waiting?limit=100')).filter((item) => item.queue_reference === queue_reference)
const detail = ({ queue_reference }: ReviewQueue) =>
  account.server.getJson<ReviewQueueDetail>(`${base}/review_queues/${queue_reference}`, account.tokens.ruth)
const mark = (who: Person, payload_references: string[]) =>
  post<object>(who, '/reviews', { payload_references, disposition: 'No concern' })
const escalate = (who: Person, { queue_reference }: ReviewQueue, payload_references: string[], to: string) =>
  post<CallResponse<typeof calls.escalateReviews>>(who, `/review_queues/${queue_reference}/escalate`, {
    payload_references,
    to,
    note: 'What is this?',
  })

describe('a queue', () => {
  it('has the processed recordings of its filter, which its reviewers have in turn and settle by marking', async () => {
    const queue = await draw()
    expect(queue).toMatchObject({ matched: 10, items: 10, waiting: 10, reviewed: 0, created_by: 'ruth' })
    const [ofOtto, ofLena] = [await waitingFor('otto', queue), await waitingFor('lena', queue)]
    expect([...ofOtto, ...ofLena].map(({ payload_reference }) => payload_reference).sort()).toEqual(recordings)
    expect([ofOtto.length, ofLena.length]).toEqual([5, 5])
    expect(ofOtto[0]).toMatchObject({ queue_name: 'Weekly', due_on: '2026-12-01', state: 'waiting' })

    const [first, second] = ofOtto.map(({ payload_reference }) => payload_reference)
    await mark('otto', [first ?? '', second ?? ''])
    expect((await waitingFor('otto', queue)).length).toBe(3)
    expect(await detail(queue)).toMatchObject({
      waiting: 8,
      reviewed: 2,
      people: [
        { user_reference: 'lena', is_active: true, waiting: 5, reviewed: 0 },
        { user_reference: 'otto', is_active: true, waiting: 3, reviewed: 2 },
      ],
    })
    // In a later queue, the same words are a review of their own.
    const later = await draw({ reviewers: ['otto'] })
    await mark('otto', [first ?? ''])
    expect(await detail(later)).toMatchObject({ reviewed: 1 })
    const trail = await account.server.getJson<{ items: UserActivity[] }>(
      `${admin}/activities?filter[subjects][0]=review_queue:${later.queue_reference}&filter[did][0]=payload.reviewed`,
      account.tokens.ruth,
    )
    expect(trail.items).toMatchObject([{ user_id: 'otto' }])
    const marks = await account.server.getJson<{ items: unknown[] }>(
      `${base}/payloads/${first}/reviews`,
      account.tokens.ruth,
    )
    expect(marks.items.length).toBe(2)
    // A mark of somebody else is kept, and settles nothing.
    await mark('ruth', [ofLena[0]?.payload_reference ?? ''])
    expect((await waitingFor('lena', queue)).length).toBe(5)
  })

  it('is a sample that anybody with its seed can repeat', async () => {
    const sample = { percent: 30, stratify_by: null, seed: 'November' }
    const [one, other] = [await draw({ sample }), await draw({ sample })]
    const drawnIn = async ({ queue_reference }: ReviewQueue) =>
      (await items('ruth', `/review_queues/${queue_reference}/items`)).map((item) => item.payload_reference)
    expect(one).toMatchObject({ matched: 10, items: 3, sample })
    expect(await drawnIn(one)).toEqual(await drawnIn(other))
    expect(await drawnIn(await draw({ sample: { ...sample, seed: 'December' } }))).not.toEqual(await drawnIn(one))
  })

  it('passes a recording on for its second review to another reviewer', async () => {
    const queue = await draw({ second_review_percent: 100, filter: { ...wanted.filter, numbers: undefined } })
    const [item] = await waitingFor('otto', queue)
    const reference = item?.payload_reference ?? ''
    await mark('otto', [reference])
    expect(await detail(queue)).toMatchObject({ waiting: 9, second_review: 1, reviewed: 0 })
    const second = (await waitingFor('lena', queue)).find((one) => one.payload_reference === reference)
    expect(second).toMatchObject({ state: 'second_review', reviewed_by: 'otto', disposition: 'No concern' })
    await mark('otto', [reference])
    expect(await detail(queue)).toMatchObject({ second_review: 1, reviewed: 0 })
    await mark('lena', [reference])
    expect(await detail(queue)).toMatchObject({ second_review: 0, reviewed: 1 })
  })

  it('is settled once by two marks of one reviewer at once', async () => {
    const queue = await draw()
    const references = (await waitingFor('otto', queue)).map(({ payload_reference }) => payload_reference)
    await Promise.all(Array.from({ length: 4 }, () => mark('otto', references)))
    expect(await detail(queue)).toMatchObject({ waiting: 5, reviewed: 5 })
  })

  it('takes further recordings once each, which its reviewers have in turn', async () => {
    const queue = await draw({ sample: { number: 2, stratify_by: null, seed: 'x' } })
    const add = async (who: Person, payload_references: readonly string[]) => {
      const path = `/review_queues/${queue.queue_reference}/items`
      return (await post<CallResponse<typeof calls.assignReviews>>(who, path, { payload_references })).body
    }
    const uploaded = await account.addCall(22, 'London', { group: 'London', payload_state: 'Uploaded' })
    const unknown = ulid()
    const answer = await add('ruth', [...recordings, elsewhere, uploaded, unknown])
    expect(answer.items.map(({ result, code }) => code ?? result)).toEqual([
      ...recordings.map(() => 'assigned'),
      'assigned',
      'review.not_processed',
      'payload.not_found',
    ])
    expect(await detail(queue)).toMatchObject({ items: 11, waiting: 11 })
    const again = await Promise.all([add('ruth', recordings), add('ruth', recordings)])
    expect(again.map(({ items: [first] }) => first?.result)).toEqual(['assigned', 'assigned'])
    const { people, waiting } = await detail(queue)
    expect([waiting, ...people.map((person) => person.waiting)]).toEqual([11, 5, 6])
    expect((await add('mara', recordings)).code).toBe('request.not_found')
    expect((await add('otto', recordings)).code).toBe('auth.forbidden')
    expect(
      (
        await add(
          'ruth',
          Array.from({ length: 101 }, () => ulid()),
        )
      ).code,
    ).toBe('request.invalid')
  })

  it('is closed once: what waits is withdrawn, what was reviewed stays', async () => {
    const queue = await draw()
    const [item] = await waitingFor('otto', queue)
    await mark('otto', [item?.payload_reference ?? ''])
    const path = `/review_queues/${queue.queue_reference}/close`
    const closings = await Promise.all([post<ReviewQueue>('ruth', path), post<ReviewQueue>('ruth', path)])
    expect(closings.map(({ body }) => body.code ?? 'closed').sort()).toEqual(['closed', 'review_queue.closed'])
    expect(await waitingFor('otto', queue)).toEqual([])
    expect(await detail(queue)).toMatchObject({ is_closed: true, withdrawn: 9, reviewed: 1 })
  })
})

describe('a recording', () => {
  it('is passed on to a colleague with a note, by whom it is assigned to alone', async () => {
    const queue = await draw()
    const [mine, next] = (await waitingFor('otto', queue)).map(({ payload_reference }) => payload_reference)
    const [hers] = (await waitingFor('lena', queue)).map(({ payload_reference }) => payload_reference)
    const unknown = ulid()
    const { body } = await escalate('otto', queue, [mine ?? '', hers ?? '', unknown], 'ruth')
    expect(body.items.map(({ result, code }) => code ?? result)).toEqual([
      'escalated',
      'review_queue.not_assigned',
      'payload.not_found',
    ])
    const passedOn = { state: 'escalated', passed_on_by: 'otto', passed_on_note: 'What is this?' }
    expect(await waitingFor('ruth', queue)).toMatchObject([{ payload_reference: mine, ...passedOn }])
    expect(await detail(queue)).toMatchObject({ waiting: 9, escalated: 1 })
    await mark('otto', [mine ?? ''])
    expect(await detail(queue)).toMatchObject({ escalated: 1 })
    await mark('ruth', [mine ?? ''])
    expect(await detail(queue)).toMatchObject({ escalated: 0, reviewed: 1 })
    expect((await escalate('otto', queue, [next ?? ''], 'nobody')).body.code).toBe('review_queue.unknown_reviewer')
    const trail = await account.server.getJson<{ items: UserActivity[] }>(
      `${admin}/activities?filter[did][0]=${encodeURIComponent('POST /review_queues/{queue_reference}/escalate')}&filter[has_reads]=false`,
      account.tokens.ruth,
    )
    // A try that failed names its queue.
    const named = { kind: 'review_queue', reference: queue.queue_reference, name: 'Weekly' }
    expect(trail.items).toMatchObject([
      {
        action: 'POST /review_queues/{queue_reference}/escalate',
        denial_reason: 'review_queue.unknown_reviewer',
        parameters: { to: 'nobody' },
        subjects: [named],
      },
      { brief: { facts: { to: 'ruth', passed_on_note: 'What is this?' } } },
    ])
  })

  it('is marked or passed on, if both happen at once, and never both', async () => {
    const queue = await draw()
    const references = (await waitingFor('otto', queue)).map(({ payload_reference }) => payload_reference)
    await Promise.all([mark('otto', references), escalate('otto', queue, references, 'ruth')])
    const { reviewed, escalated, waiting } = await detail(queue)
    expect([reviewed + escalated, waiting]).toEqual([5, 5])
  })
})

describe('what a reviewer sees', () => {
  it('is what their own roles allow at that time', async () => {
    const queue = await draw({ filter: {}, reviewers: ['lena'] })
    expect(queue.matched).toBe(11)
    const seen = (await waitingFor('lena', queue)).map(({ payload_reference }) => payload_reference)
    expect(seen.sort()).toEqual(recordings)
    expect((await escalate('lena', queue, [elsewhere], 'ruth')).body.code).toBe('request.not_found')
  })

  it('is dealt to those who may open it: diagnostics to those who may save them, other kinds also to those who play', async () => {
    const diagnostics = await account.addCall(30, 'London', { group: 'London', payload_type: 'Diagnostics' })
    const filter = { payload_types: ['Diagnostics' as const] }
    const asked = { filter, sample: null, reviewers: ['otto'], second_review_percent: 0 }
    expect((await post<ReviewQueuePreview>('ruth', '/review_queues/preview', asked)).body).toMatchObject({
      items: 1,
      unassigned: 1,
    })
    // Otto may see and mark them.
    expect(await refusalOf({ filter, reviewers: ['otto', 'paul'] })).toBe('review_queue.nobody_may_download')
    expect(await refusalOf({ filter, reviewers: ['paul'] })).toBe('review_queue.nobody_may_review')
    const queue = await draw({ filter, reviewers: ['otto', 'dina'] })
    expect((await waitingFor('dina', queue)).map(({ payload_reference }) => payload_reference)).toEqual([diagnostics])
    expect((await escalate('dina', queue, [diagnostics], 'otto')).body.items).toMatchObject([
      { result: 'refused', code: 'review_queue.colleague_may_not' },
    ])
    const saves = (actions_matching: string) =>
      account.write(async (tx) => {
        await tx.db
          .updateTable('roles')
          .set({ permissions: JSON.stringify([{ actions_matching }]) })
          .where('client', '=', client)
          .where('role_reference', '=', 'Saves')
          .execute()
      })
    await saves('devices:read')
    expect(await detail(queue)).toMatchObject({ people: [{ user_reference: 'dina', waiting: 1, hidden: 1 }] })
    await saves('payloads:download')
    await account.write((tx) =>
      tx.db
        .updateTable('payloads')
        .set({ payload_state: 'Deleted' })
        .where('client', '=', client)
        .where('payload_reference', '=', diagnostics)
        .execute(),
    )
  })

  it('is dealt to those alone who may open and review it; what nobody may is told before and after', async () => {
    const body = { ...wanted, filter: {}, reviewers: ['lena', 'paul', 'otto'] }
    const preview = async (who: Person, own: object) => {
      const { filter, sample, reviewers, second_review_percent } = { ...body, ...own }
      const asked = { filter, sample, reviewers, second_review_percent }
      return post<ReviewQueuePreview>(who, '/review_queues/preview', asked)
    }
    expect((await preview('ruth', { second_review_percent: 100 })).body).toEqual({
      matched: 11,
      items: 11,
      unassigned: 0,
      second_reviews: 11,
      // Nobody else may see the recording of Lisbon.
      without_second_review: 1,
      people: [
        { user_reference: 'lena', name: 'lena', items: 6 },
        { user_reference: 'paul', name: 'paul', items: 0 },
        { user_reference: 'otto', name: 'otto', items: 5 },
      ],
    })
    expect((await preview('ruth', { reviewers: [] })).body).toMatchObject({ matched: 11, unassigned: 11, people: [] })
    // What the caller may not see is not counted.
    expect((await preview('mara', { reviewers: ['otto'] })).body).toMatchObject({ matched: 10, unassigned: 0 })
    expect((await preview('otto', {})).body.code).toBe('auth.forbidden')
    expect((await preview('ruth', { reviewers: ['nobody'] })).body.code).toBe('review_queue.unknown_reviewer')

    const queue = await draw({ filter: {}, reviewers: ['lena', 'paul'] })
    expect(queue).toMatchObject({ items: 11, waiting: 11 })
    expect(await detail(queue)).toMatchObject({
      unassigned: 1,
      people: [{ user_reference: 'lena', waiting: 10, hidden: 0 }],
    })
    const listed = await items('ruth', `/review_queues/${queue.queue_reference}/items?limit=100`)
    expect(listed.filter(({ assigned_to }) => assigned_to === null)).toMatchObject([
      { payload_reference: elsewhere, state: 'waiting' },
    ])
    expect(await refusalOf({ filter: {}, reviewers: ['paul'] })).toBe('review_queue.nobody_may_review')

    const reassign = (from: string | null, ...to: string[]) =>
      post<object>('ruth', `/review_queues/${queue.queue_reference}/reassign`, { from, to })
    expect((await reassign(null, 'lena', 'paul')).body.code).toBe('review_queue.nobody_may_review')
    expect((await reassign(null, 'lena', 'otto')).status).toBe(200)
    expect((await waitingFor('otto', queue)).map(({ payload_reference }) => payload_reference)).toEqual([elsewhere])
    expect(await detail(queue)).toMatchObject({ unassigned: 0, waiting: 11 })
    const extra = await draw({ reviewers: ['lena'] })
    const added = await post<CallResponse<typeof calls.assignReviews>>(
      'ruth',
      `/review_queues/${extra.queue_reference}/items`,
      { payload_references: [elsewhere] },
    )
    expect(added.body.items).toMatchObject([{ result: 'refused', code: 'review_queue.nobody_may_review' }])
    const passedOn = await escalate('otto', queue, [elsewhere], 'lena')
    expect(passedOn.body.items).toMatchObject([{ result: 'refused', code: 'review_queue.colleague_may_not' }])
  })

  it('is told to whoever manages the queue when a reviewer may see it no longer', async () => {
    await account.signIn('nick', 'London alone')
    const queue = await draw({ reviewers: ['nick', 'otto'] })
    await account.server.setRoles(client, 'nick', ['Reads'])
    expect((await detail(queue)).people).toMatchObject([
      { user_reference: 'nick', waiting: 5, hidden: 5 },
      { user_reference: 'otto', waiting: 5, hidden: 0 },
    ])
  })

  it('of a removed reviewer goes to others', async () => {
    await account.signIn('ida', 'Reviewer')
    const queue = await draw({ reviewers: ['ida', 'otto'] })
    await account.server.call('DELETE', `${admin}/portal_users/ida`, { token: account.tokens.ruth })
    expect((await detail(queue)).people).toMatchObject([
      { user_reference: 'ida', is_active: false, waiting: 5 },
      { user_reference: 'otto', is_active: true },
    ])
    expect(await refusalOf({ reviewers: ['ida'] })).toBe('review_queue.unknown_reviewer')
    const path = `/review_queues/${queue.queue_reference}/reassign`
    expect((await post<object>('ruth', path, { from: 'ida', to: ['ida'] })).body.code).toBe(
      'review_queue.unknown_reviewer',
    )
    await post<object>('ruth', path, { from: 'ida', to: ['otto', 'lena'] })
    expect((await detail(queue)).people.map(({ user_reference }) => user_reference)).toEqual(['lena', 'otto'])
    expect((await waitingFor('otto', queue)).length + (await waitingFor('lena', queue)).length).toBe(10)
  })
})

it('what waits for people from whom access is taken away is told, with the queues of those who manage them', async () => {
  const open = async (token: string, ...people: string[]) => {
    const query = people.map((person) => `user_references[]=${person}`).join('&')
    const response = await account.server.call('GET', `${base}/reviews/open?${query}`, { token })
    return response.ok ? ((await response.json()) as { items: OpenReviews[] }).items : response.status
  }
  await account.signIn('olga', 'Reviewer')
  await account.addRole('Sees roles', [{ actions_matching: 'roles:read|groups:read', is_regex: true }])
  const lisbon = [{ names_matching: 'Lisbon' }]
  await account.addRole('Sees Lisbon', [
    { actions_matching: 'roles:read' },
    { actions_matching: 'groups:read', conditions: lisbon },
  ])
  const keeper = await account.signIn('kay', 'Sees roles')
  const ofLisbon = await account.signIn('lou', 'Sees Lisbon')
  const queue = await draw({ name: 'Leaving', reviewers: ['olga', 'otto'] })
  const { queue_reference } = queue
  const [{ waiting = 0 } = {}] = (await detail(queue)).people
  expect(waiting).toBe(5)
  const told = { user_reference: 'olga', open: waiting }
  const queues = [{ queue_reference, name: 'Leaving', open: waiting }]
  expect(await open(account.tokens.ruth, 'olga', 'paul', 'nobody')).toEqual([{ ...told, queues }])
  expect(await open(keeper, 'olga')).toEqual([{ ...told, queues: [] }])
  // Olga's recordings are of London.
  expect(await open(ofLisbon, 'olga')).toEqual([])
  for (const who of ['otto', 'mara', 'paul'] as const) expect(await open(account.tokens[who], 'olga')).toBe(403)
  await post<object>('ruth', `/review_queues/${queue_reference}/close`)
  expect(await open(account.tokens.ruth, 'olga')).toEqual([])
})

describe('a request for a queue', () => {
  it('is refused if there is nothing to review, or it cannot be carried out', async () => {
    expect(await refusalOf({ filter: { date_to: '2001-01-01' } })).toBe('review_queue.nothing_to_review')
    expect(await refusalOf({ filter: { payload_states: ['Uploaded'] } })).toBe('review_queue.nothing_to_review')
    expect(await refusalOf({ reviewers: ['nobody'] })).toBe('review_queue.unknown_reviewer')
    expect(await refusalOf({ reviewers: ['otto'], second_review_percent: 5 })).toBe('review_queue.needs_two')
    const sample = { stratify_by: null, seed: 'x' }
    expect(await refusalOf({ sample })).toBe('review_queue.bad_sample')
    expect(await refusalOf({ sample: { ...sample, percent: 5, number: 5 } })).toBe('review_queue.bad_sample')
    const invalid = [
      { filter: { text: 'price' } },
      { filter: { former_filter: true } },
      { sample: { ...sample, percent: 0 } },
      { sample: { ...sample, number: 5001 } },
      { reviewers: [] },
      { reviewers: ['otto', 'otto'] },
      { name: ' ' },
      { name: '\u202eeuq' },
      { due_on: '2026-02-30T00' },
    ]
    for (const own of invalid) expect([own, await refusalOf(own)]).toEqual([own, 'request.invalid'])
  })

  it('is for people who manage reviews, of what they may read and manage', async () => {
    for (const who of ['otto', 'lena', 'paul'] as const) expect(await refusalOf({}, who)).toBe('auth.forbidden')
    const response = await account.server.call('POST', `${base}/review_queues`, { body: wanted })
    expect(response.status).toBe(401)
    const own = await draw({ filter: {} }, 'mara')
    expect(own.matched).toBe(10)
    const ofRuth = await draw()
    const path = `${base}/review_queues/${ofRuth.queue_reference}`
    expect((await account.server.call('GET', path, { token: account.tokens.mara })).status).toBe(404)
    const listed = await account.server.getJson<{ items: ReviewQueue[] }>(`${base}/review_queues`, account.tokens.mara)
    expect(listed.items.map(({ queue_reference }) => queue_reference)).toEqual([own.queue_reference])
  })
})

it('figures count the marks of each person by type and disposition, where the caller manages reviews', async () => {
  const figures = async (who: Person, query = '') =>
    (
      await account.server.getJson<{ items: { reviewed_by: string; marks: number }[] }>(
        `${base}/reviews/figures${query}`,
        account.tokens[who],
      )
    ).items
  const of = (rows: { reviewed_by: string; marks: number }[]) =>
    rows.filter(({ reviewed_by }) => reviewed_by === 'ruth').map(({ marks }) => marks)
  const [[before = 0], [inLondon = 0]] = [of(await figures('ruth')), of(await figures('mara'))]
  await mark('ruth', [elsewhere])
  expect(of(await figures('ruth'))).toEqual([before + 1])
  expect(of(await figures('mara'))).toEqual([inLondon])
  expect(await figures('ruth', '?filter[date_to]=2001-01-01')).toEqual([])
})
