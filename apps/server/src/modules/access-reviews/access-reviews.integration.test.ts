import type {
  AccessDecisionOutcome,
  AccessReview,
  AccessReviewItem,
  Notification,
  Overview,
  UserActivity,
  UserActivityEntry,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { remindOfOverdue } from './draw-due-reviews.ts'
import { drawReview } from './draw-review.ts'

const acme = '/api/admin/v1/acme'
const today = new Date().toISOString().slice(0, 10)
const nowhere = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
type Person = 'boss' | 'ruth' | 'owen' | 'rita'
let account: TestAccount<Person>

const inLondon = [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'London' }] }]
const inMadrid = [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'Madrid' }] }]
const inOslo = [{ actions_matching: 'payloads:*', conditions: [{ names_matching: 'Oslo' }] }]

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Oslo', 'Nobody’s', 'Paris', 'Madrid')
    .withRole('Londoners', inLondon)
    .withRole('Oslo listeners', inOslo)
    .withRole('Madrid listeners', inMadrid)
    .withPerson('boss', 'Account Administrator')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('owen', 'Auditor')
    .withPerson('rita', 'Londoners')
    .open()
})
afterAll(() => account?.close())

const send = async (method: string, path: string, body?: object, token: string | null = account.tokens.boss) => {
  const response = await account.server.call(method, `${acme}${path}`, {
    ...(token !== null && { token }),
    ...(body && { body }),
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  return { status: response.status, code: answer?.code as string | undefined, answer }
}
const get = async <T>(path: string, person: Person): Promise<T> =>
  account.server.getJson<T>(`${acme}${path}`, account.tokens[person])

const scheduled = (group: string, own: object = {}) =>
  send('PUT', `/access_review_schedules/${encodeURIComponent(group)}`, {
    owner: 'owen',
    interval_days: 90,
    days_to_decide: 14,
    next_on: today,
    ...own,
  })
const draw = (group: string, asked_at?: string) => account.write((tx) => drawReview(tx, group, asked_at))
const reviewsOf = async (group: string, person: Person = 'owen', filter = '') =>
  (
    await get<{ items: AccessReview[] }>(
      `/access_reviews?filter[group_reference]=${encodeURIComponent(group)}${filter}`,
      person,
    )
  ).items
const drawn = async (group: string, own: object = {}): Promise<AccessReview> => {
  const { status, answer } = await scheduled(group, own)
  expect(status).toBe(200)
  await draw(group, answer.updated_at)
  await draw(group, answer.updated_at)
  const [review] = await reviewsOf(group, 'boss')
  if (!review) throw new Error('No review was drawn')
  return review
}
const rowsOf = async ({ review_reference }: AccessReview, person: Person = 'boss') =>
  (await get<{ items: AccessReviewItem[] }>(`/access_reviews/${review_reference}/items?limit=100`, person)).items
const rowOf = async (review: AccessReview, user: string, role: string): Promise<number> =>
  (await rowsOf(review)).find((row) => row.user_reference === user && row.role_reference === role)?.item ?? 0
const decide = (review: AccessReview, body: object, person: Person = 'owen') =>
  send('POST', `/access_reviews/${review.review_reference}/decisions`, body, account.tokens[person])
const results = ({ answer }: { answer: { items: AccessDecisionOutcome[] } }) =>
  answer.items.map(({ result, code }) => code ?? result)
const told = async (person: Person, kind: string) =>
  (await get<{ items: Notification[] }>('/notifications?limit=100', person)).items.filter((one) => one.kind === kind)
const give = async (user: string, role: string) => {
  const body = { valid_until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Cover' }
  expect(
    (await send('PUT', `/portal_users/${user}/roles/${encodeURIComponent(role)}`, body, account.tokens.ruth)).status,
  ).toBe(204)
}
/** Collects the live events that a person's screens receive from now on. */
const hearing = async (person: Person) => {
  const events = await account.server.call('GET', `${acme}/events`, { token: account.tokens[person] })
  if (!events.body) throw new Error('no stream')
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (text: string): Promise<string> => {
    while (!heard.includes(text)) heard += (await reader.read()).value ?? ''
    return heard
  }
  await until('retry:')
  return { until, stop: () => reader.cancel() }
}
/** Writes that somebody opened a recording of a group. */
const opened = (group: string, user_id: string) =>
  account.write((tx) =>
    tx.db
      .insertInto('user_activities')
      .values({
        client: 'acme',
        // `newId` would go on from the latest id of this process, which other tests may have made in the future.
        log_id: ulid(tx.now.getTime()),
        user_id,
        roles: [],
        user_ip: '192.0.2.1',
        is_client_app: false,
        activity_time: tx.now,
        activity_end_time: tx.now,
        duration: 0,
        group,
        action: 'payloads:play',
        call: 'GET /media/{ticket}',
        is_allowed: true,
        parameters: '{}',
        events: JSON.stringify([{ event: 'payload.played', details: {} }]),
        status_code: 200,
        request_id: 'test',
      })
      .execute(),
  )
/** Whether a person may list recordings of a group. */
const hears = async (token: string): Promise<boolean> =>
  ((await account.server.getJson<{ groups: string[] }>(`${acme}/profile`, token)).groups ?? []).length > 0
const eventsLike = async (prefix: string) => {
  const rows = await account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events'])
      .where('client', '=', 'acme')
      .orderBy('log_id')
      .execute(),
  )
  return rows.flatMap(({ user_id, events }) =>
    events.filter(({ event }) => event.startsWith(prefix)).map(({ event, details }) => ({ user_id, event, details })),
  )
}

describe('a review of who has access to a group', () => {
  it('is drawn when it is due, with everybody who has access and by which role, and its owner is told', async () => {
    await account.signIn('tim', 'Auditor')
    await give('tim', 'Londoners')
    const review = await drawn('London')
    expect(review).toMatchObject({ group_reference: 'London', owner: 'owen', certified: 0, finished_at: null })
    const rows = (await rowsOf(review, 'owen')).map((row) => [row.user_reference, row.role_reference, row.is_held])
    expect(rows).toEqual([
      ['boss', 'Account Administrator', true],
      ['rita', 'Londoners', true],
      ['ruth', 'Compliance Officer', true],
      ['tim', 'Londoners', true],
    ])
    const [tim] = (await rowsOf(review)).filter(({ user_reference }) => user_reference === 'tim')
    expect(tim?.valid_until).not.toBeNull()
    expect(await told('owen', 'access_review_drawn')).toMatchObject([
      { reference: review.review_reference, name: 'London', items: 4, is_hidden: false },
    ])
    await draw('London')
    expect(await reviewsOf('London')).toHaveLength(1)
    const overview = await get<Overview>('/overview', 'owen')
    expect(overview.access_reviews).toEqual({ waiting: { total: 1 }, overdue: { total: 0 }, still_held: null })
  })

  it('takes a role for a time away from whoever is revoked, at once, if the owner may end roles', async () => {
    const token = await account.signIn('otto', 'Auditor')
    await give('otto', 'Oslo listeners')
    const review = await drawn('Oslo', { owner: 'ruth' })
    expect(await hears(token)).toBe(true)
    const item = await rowOf(review, 'otto', 'Oslo listeners')
    const revoked = await decide(review, { decision: 'revoked', items: [item], note: 'Left the desk' }, 'ruth')
    expect(results(revoked)).toEqual(['ended'])
    expect(await hears(token)).toBe(false)
    expect((await rowsOf(review)).find((row) => row.item === item)).toMatchObject({
      decision: 'revoked',
      outcome: 'ended',
      note: 'Left the desk',
      decided_by: 'ruth',
      is_held: false,
    })
    const decided = await eventsLike('access_review.decided')
    expect(decided.at(-1)?.details).toMatchObject({
      decision: 'revoked',
      decided_roles: [{ user_reference: 'otto', role_reference: 'Oslo listeners' }],
      people: ['otto'],
      apps: [],
    })
    for (const about of ['portal_user:otto', 'role:Oslo listeners']) {
      const filter = `filter[did][0]=access_review.decided&filter[subjects][0]=${encodeURIComponent(about)}`
      const { items } = await get<{ items: UserActivity[] }>(`/activities?${filter}`, 'boss')
      expect(items).toMatchObject([
        {
          event: 'access_review.decided',
          brief: { facts: { decided_roles: 'otto: Oslo listeners', decision: 'revoked' } },
        },
      ])
    }
    const ended = await eventsLike('portal_user.role_ended')
    expect(ended.at(-1)).toMatchObject({ user_id: 'ruth', details: { user_reference: 'otto', role: 'Oslo listeners' } })
  })

  it('hands over what the owner cannot take away, and says that it is still held', async () => {
    const [review] = await reviewsOf('London')
    if (!review) throw new Error('No review')
    const items = [await rowOf(review, 'rita', 'Londoners'), await rowOf(review, 'tim', 'Londoners')]
    expect(results(await decide(review, { decision: 'revoked', items }))).toEqual(['handed_over', 'handed_over'])
    expect(await told('boss', 'access_removal_needed')).toMatchObject([{ caused_by: 'owen', name: 'London', items: 2 }])
    expect((await rowsOf(review)).filter(({ decision }) => decision === 'revoked').every((row) => row.is_held)).toBe(
      true,
    )
    await send('DELETE', '/portal_users/tim/roles/Londoners', undefined, account.tokens.ruth)
    expect((await rowsOf(review)).find((row) => row.user_reference === 'tim')?.is_held).toBe(false)
  })

  it('counts reviews with revoked roles that are still held, for people who can take them away', async () => {
    const stillHeld = async () => {
      const { access_reviews } = await get<Overview>('/overview', 'boss')
      const list = await get<{ items: AccessReview[] }>('/access_reviews?filter[is_still_held]=true', 'boss')
      expect(access_reviews?.still_held).toEqual({ total: list.items.length })
      return list.items.map(({ group_reference }) => group_reference)
    }
    expect(await stillHeld()).toEqual(['London'])
    const others = await get<{ items: AccessReview[] }>('/access_reviews?filter[is_still_held]=false', 'boss')
    expect(others.items.map(({ group_reference }) => group_reference)).toEqual(['Oslo'])
    await account.signIn('rita', 'Auditor')
    expect(await stillHeld()).toEqual([])
    await account.signIn('rita', 'Londoners')
    expect(await stillHeld()).toEqual(['London'])
  })

  it('notifies open screens of its owner and of people with roles:read, and no others', async () => {
    const [review] = await reviewsOf('London')
    if (!review) throw new Error('No review')
    const listening = await Promise.all((['owen', 'ruth', 'rita'] as const).map(hearing))
    const [item] = (await rowsOf(review)).filter(({ decision }) => decision === null)
    await decide(review, { decision: 'certified', items: [item?.item ?? 0] })
    const [owen, ruth, rita] = listening
    const event = `"kind":"access_review","reference":"${review.review_reference}"`
    await ruth?.until(event)
    await owen?.until(event)
    await give('rita', 'Oslo listeners')
    expect(await rita?.until('own_roles')).not.toContain('access_review')
    for (const one of listening) await one.stop()
  })

  it('certifies all the rest, and is then a record that nobody changes', async () => {
    const [review] = await reviewsOf('London')
    if (!review) throw new Error('No review')
    expect(results(await decide(review, { decision: 'certified' }))).toEqual(['certified'])
    expect((await eventsLike('access_review.decided')).at(-1)?.details).toMatchObject({
      decision: 'certified',
      decided_roles: [{ role_reference: 'Compliance Officer', user_reference: 'ruth' }],
    })
    const [finished] = await reviewsOf('London', 'owen', '&filter[is_finished]=true')
    expect(finished).toMatchObject({ rows: 4, certified: 2, revoked: 2, finished_by: 'owen' })
    const again = await decide(review, { decision: 'certified', items: [1] })
    expect([again.status, again.code]).toEqual([409, 'access_review.finished'])
    const finish = await send(
      'POST',
      `/access_reviews/${review.review_reference}/finish`,
      undefined,
      account.tokens.owen,
    )
    expect(finish.code).toBe('access_review.finished')
    expect((await eventsLike('access_review.')).map(({ user_id, event }) => `${user_id} ${event}`)).toEqual(
      expect.arrayContaining([
        'system access_review.drawn',
        'owen access_review.decided',
        'owen access_review.finished',
      ]),
    )
  })

  it('of two who decide on a row at once, refuses the second', async () => {
    const [review] = await reviewsOf('Oslo', 'ruth')
    if (!review) throw new Error('No review')
    const item = await rowOf(review, 'ruth', 'Compliance Officer')
    const body = { decision: 'certified', items: [item] }
    const both = await Promise.all([decide(review, body, 'boss'), decide(review, body, 'boss')])
    const codes = both.flatMap((one) => (one.code ? [one.code] : results(one)))
    expect(codes.sort()).toEqual([expect.stringMatching(/^access_review\.(decided|finished)$/), 'certified'])
  })

  it('lets nobody decide on themselves', async () => {
    const review = await drawn('Paris', { owner: 'ruth' })
    const own = await rowOf(review, 'ruth', 'Compliance Officer')
    expect(results(await decide(review, { decision: 'certified', items: [own] }, 'ruth'))).toEqual([
      'access_review.own',
    ])
    await decide(review, { decision: 'certified' }, 'ruth')
    expect((await rowsOf(review)).find(({ item }) => item === own)?.decision).toBeNull()
  })

  it('takes note of people who lost the role since, and can be finished with rows that nobody decided on', async () => {
    await account.signIn('gus', 'Auditor')
    await give('gus', 'Oslo listeners')
    const { answer: schedule } = await scheduled('Oslo', { owner: 'owen' })
    await draw('Oslo', schedule.updated_at)
    const [review] = await reviewsOf('Oslo')
    if (!review) throw new Error('No review')
    await send('DELETE', `/portal_users/gus`)
    expect(
      results(await decide(review, { decision: 'revoked', items: [await rowOf(review, 'gus', 'Oslo listeners')] })),
    ).toEqual(['gone'])
    const { answer } = await send(
      'POST',
      `/access_reviews/${review.review_reference}/finish`,
      undefined,
      account.tokens.owen,
    )
    expect(answer).toMatchObject({ revoked: 1, finished_by: 'owen' })
    expect(answer.rows).toBeGreaterThan(1)
  })

  it('goes to the new owner, or to administrators if the owner was removed', async () => {
    await account.signIn('leo', 'Auditor')
    const review = await drawn('London', { owner: 'leo' })
    await send('DELETE', '/portal_users/leo')
    expect((await reviewsOf('London', 'boss'))[0]?.is_owner_active).toBe(false)
    await account.write((tx) =>
      tx.db
        .updateTable('access_reviews')
        .set({ due_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })
        .where('client', '=', 'acme')
        .where('review_reference', '=', review.review_reference)
        .execute(),
    )
    await account.write(remindOfOverdue)
    expect(await told('boss', 'access_review_overdue')).toMatchObject([{ reference: review.review_reference }])
    const { status } = await scheduled('London', { owner: 'owen', next_on: '2099-01-01' })
    expect(status).toBe(200)
    const schedule = 'PUT /access_review_schedules/{group_reference}'
    const trail = await get<{ items: UserActivity[] }>(
      `/activities?limit=1&filter[action]=${encodeURIComponent(schedule)}`,
      'boss',
    )
    const entry = await get<UserActivityEntry>(`/activities/${trail.items[0]?.log_id}`, 'boss')
    expect(entry.events[0]?.changes).toMatchObject([
      { field: 'owner', before: ['leo'], after: ['owen'] },
      { field: 'next_on', after: ['2099-01-01'] },
    ])
    expect((await get<Overview>('/overview', 'owen')).access_reviews).toMatchObject({ overdue: { total: 1 } })
  })

  it('says when a role was last used: only of one that opens content, and not before it was given', async () => {
    for (const person of ['boss', 'vera']) await opened('Madrid', person)
    for (const person of ['vera', 'viola']) {
      await account.signIn(person, 'Auditor')
      await give(person, 'Madrid listeners')
    }
    await opened('Madrid', 'viola')
    const rows = await rowsOf(await drawn('Madrid'))
    const usedBy = (person: string) => rows.find(({ user_reference }) => user_reference === person)?.last_used_at
    expect([usedBy('boss'), usedBy('vera'), usedBy('viola')]).toEqual([null, null, expect.any(String)])
  })

  it('is finished at once if nobody has access, and ends with its group', async () => {
    await send('DELETE', '/roles/none').catch(() => undefined)
    await account.write((tx) =>
      tx.db.deleteFrom('groups').where('client', '=', 'acme').where('group_reference', '=', 'Paris').execute(),
    )
    await account.write((tx) =>
      tx.db
        .updateTable('access_review_schedules')
        .set({ next_on: today })
        .where('client', '=', 'acme')
        .where('group_reference', '=', 'Paris')
        .execute(),
    )
    await draw('Paris')
    const removed = (await eventsLike('access_review_schedule.deleted')).at(-1)
    expect(removed).toMatchObject({ user_id: 'system', details: { group_reference: 'Paris' } })
    expect((await reviewsOf('Paris', 'ruth'))[0]?.finished_by).toBe('system')
  })
})

describe('the calls of access reviews', () => {
  it('refuse people who may not, strangers and callers without a token', async () => {
    const [review] = await reviewsOf('London', 'boss')
    const path = `/access_reviews/${review?.review_reference}`
    const reads = async (token: string | null) => (await send('GET', path, undefined, token)).status
    expect(await reads(account.tokens.rita)).toBe(404)
    expect(await reads(null)).toBe(401)
    const list = await get<{ items: AccessReview[] }>('/access_reviews', 'rita')
    expect(list.items).toEqual([])
    expect(await get('/access_reviews?query_result_type=total', 'rita')).toEqual({ total: 0 })
    expect((await send('POST', `${path}/decisions`, { decision: 'certified' }, account.tokens.ruth)).code).toBe(
      'access_review.not_own',
    )
    const other = await account.server
      .openAccount('other')
      .then(() => account.server.signIn('other', { user_reference: 'owen', roles: ['Account Administrator'] }))
    expect((await send('GET', path, undefined, other)).status).toBeGreaterThanOrEqual(401)
    expect((await send('PUT', '/access_review_schedules/London', {}, account.tokens.owen)).status).toBe(403)
  })

  it('refuse what makes no sense', async () => {
    expect((await send('GET', `/access_reviews/${nowhere}`)).status).toBe(404)
    expect((await scheduled('Nowhere')).code).toBe('request.not_found')
    expect((await scheduled('London', { owner: 'nobody' })).code).toBe('access_review.unknown_owner')
    for (const own of [{ interval_days: 0 }, { interval_days: 367 }, { next_on: '2026-02-30' }, { owner: '' }]) {
      expect((await scheduled('London', own)).status).toBe(400)
    }
    expect((await scheduled('London', { version: 99 })).code).toBe('edit.conflict')
    const [review] = await reviewsOf('London', 'boss')
    if (!review) throw new Error('No review')
    expect((await decide(review, { decision: 'revoked' })).code).toBe('access_review.needs_rows')
    expect(results(await decide(review, { decision: 'revoked', items: [99_999], note: '<script>' }))).toEqual([])
    expect(
      (await decide(review, { decision: 'revoked', items: Array.from({ length: 101 }, (_, i) => i + 1) })).status,
    ).toBe(400)
  })
})
