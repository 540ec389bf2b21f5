import type { ListTotal, Notification, NotificationSettings, ReviewQueue, UserActivity } from '@holdfast/contract'
import { limits } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { removeOldNotifications } from './remove-old-notifications.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const path = `/api/admin/v1/${client}/notifications`
const dayMs = 24 * 60 * 60 * 1000

let account: TestAccount<'boss' | 'ruth' | 'otto' | 'lena'>
type Person = keyof typeof account.tokens
const recordings: string[] = []

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withPerson('boss', 'Account Administrator', 'Compliance Officer')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Reviewer')
    .open()
  for (let number = 10; number < 30; number++) {
    recordings.push(await account.addCall(number, 'London', { group: 'London' }))
  }
})
afterAll(() => account?.close())
beforeEach(() =>
  account.write(async (tx) => {
    await tx.db.deleteFrom('notifications').where('client', '=', client).execute()
  }),
)

const told = async (person: Person, filter = '') =>
  (await account.server.getJson<{ items: Notification[] }>(`${path}?limit=100${filter}`, account.tokens[person])).items
const unread = async (person: Person) =>
  (
    await account.server.getJson<ListTotal>(
      `${path}?filter[is_unread]=true&query_result_type=total`,
      account.tokens[person],
    )
  ).total
const post = (person: Person, address: string, body: object) =>
  account.server.call('POST', address, { token: account.tokens[person], body })

const draw = async (reviewers: string[], own: object = {}) => {
  const response = await post('ruth', `${base}/review_queues`, {
    name: 'Weekly',
    filter: {},
    sample: { number: 4, stratify_by: null, seed: ulid() },
    reviewers,
    due_on: null,
    second_review_percent: 0,
    ...own,
  })
  expect(response.status).toBe(200)
  return (await response.json()) as ReviewQueue
}
const waitingFor = async (person: Person, { queue_reference }: ReviewQueue) => {
  const { items } = await account.server.getJson<{ items: { queue_reference: string; payload_reference: string }[] }>(
    `${base}/reviews/waiting?limit=100`,
    account.tokens[person],
  )
  return items.filter((item) => item.queue_reference === queue_reference).map((item) => item.payload_reference)
}

describe('a role that is given for a time', () => {
  it('notifies whoever gets it, once for each role, and not when it is shortened', async () => {
    const give = (role: string, hours: number) =>
      account.server.call('PUT', `/api/admin/v1/${client}/portal_users/otto/roles/${role}`, {
        token: account.tokens.ruth,
        body: { valid_until: new Date(Date.now() + hours * 3_600_000).toISOString(), reason: 'Holiday' },
      })
    for (const role of ['Auditor', 'Exporter']) expect((await give(role, 48)).status).toBe(204)
    expect((await give('Auditor', 24)).status).toBe(204)
    const about = { kind: 'role_given', caused_by: 'ruth', caused_by_name: 'ruth', is_hidden: false, items: null }
    expect(await told('otto')).toMatchObject([
      { ...about, name: 'Exporter' },
      { ...about, name: 'Auditor' },
    ])
    expect(await told('ruth')).toEqual([])
  })
})

describe('reviews', () => {
  it('that are assigned notify each reviewer once, and nobody of what they did themselves', async () => {
    const queue = await draw(['otto', 'lena', 'ruth'], { sample: { number: 6, stratify_by: null, seed: 'six' } })
    const about = { kind: 'reviews_assigned', caused_by: 'ruth', caused_by_name: 'ruth', name: 'Weekly', items: 2 }
    for (const person of ['otto', 'lena'] as const) {
      expect(await told(person)).toMatchObject([
        { ...about, reference: queue.queue_reference, is_hidden: false, read_at: null },
      ])
    }
    expect(await told('ruth')).toEqual([])
  })

  it('that are added in batches make one notification, until it is read', async () => {
    const queue = await draw(['otto'])
    const inIt = await waitingFor('otto', queue)
    const others = recordings.filter((reference) => !inIt.includes(reference))
    const add = (...payload_references: (string | undefined)[]) =>
      post('ruth', `${base}/review_queues/${queue.queue_reference}/items`, { payload_references })
    await add(others[0], others[1])
    await add(others[2])
    expect(await told('otto')).toMatchObject([{ items: 7 }])
    const [first] = await told('otto')
    await post('otto', `${path}/read`, { notification_references: [first?.notification_reference] })
    await add(others[3])
    expect(await told('otto')).toMatchObject([
      { items: 1, read_at: null },
      { items: 7, read_at: expect.any(String) },
    ])
  })

  it('that are passed on, reassigned or reviewed once notify whoever has them then', async () => {
    const queue = await draw(['otto'], { second_review_percent: 0 })
    const [first, second] = await waitingFor('otto', queue)
    await post('otto', `${base}/review_queues/${queue.queue_reference}/escalate`, {
      payload_references: [first],
      to: 'lena',
      note: 'What is this?',
    })
    expect(await told('lena')).toMatchObject([{ kind: 'reviews_escalated', caused_by: 'otto', items: 1 }])
    await post('ruth', `${base}/review_queues/${queue.queue_reference}/reassign`, { from: 'otto', to: ['boss'] })
    expect(await told('boss')).toMatchObject([{ kind: 'reviews_assigned', caused_by: 'ruth', items: 3 }])
    expect(second).toBeDefined()
    const twice = await draw(['otto', 'boss'], {
      sample: { number: 1, stratify_by: null, seed: 'one' },
      second_review_percent: 100,
    })
    const payload_references = await waitingFor('otto', twice)
    await post('otto', `${base}/reviews`, { payload_references, disposition: 'No concern' })
    expect(await told('boss')).toMatchObject([
      { kind: 'reviews_assigned', caused_by: 'otto', reference: twice.queue_reference, items: 1 },
      { caused_by: 'ruth' },
    ])
  })
})

describe('a notification', () => {
  it('is read one by one, or all up to the newest one that was seen', async () => {
    for (let number = 0; number < 3; number++) await draw(['otto'])
    const [newest, second, third] = await told('otto')
    expect(await unread('otto')).toBe(3)
    const one = await post('otto', `${path}/read`, { notification_references: [third?.notification_reference, ulid()] })
    expect(await one.json()).toEqual({ marked: 1 })
    expect((await told('otto', '&filter[is_unread]=true')).map((of) => of.notification_reference)).toEqual([
      newest?.notification_reference,
      second?.notification_reference,
    ])
    await post('otto', `${path}/read_all`, { until: second?.notification_reference })
    expect(await unread('otto')).toBe(1)
    // Another person neither sees nor changes it.
    await post('lena', `${path}/read_all`, { until: newest?.notification_reference })
    await post('lena', `${path}/read`, { notification_references: [newest?.notification_reference] })
    expect([await unread('otto'), await told('lena')]).toEqual([1, []])
  })

  it('does not say what its reader may not see any more', async () => {
    await draw(['otto'])
    await account.server.setRoles(client, 'otto', [])
    expect(await told('otto')).toMatchObject([{ kind: 'reviews_assigned', is_hidden: true, name: null, payload: null }])
    await account.server.setRoles(client, 'otto', ['Reviewer'])
    expect(await told('otto')).toMatchObject([{ is_hidden: false, name: 'Weekly' }])
  })

  it('is paged, newest first', async () => {
    for (let number = 0; number < 3; number++) await draw(['otto'])
    const all = await told('otto')
    const read = (query: string) =>
      account.server.getJson<{ items: Notification[]; last_key: string | null }>(
        `${path}?limit=2${query}`,
        account.tokens.otto,
      )
    const page = await read('')
    const rest = await read(`&last_key=${encodeURIComponent(page.last_key ?? '')}`)
    expect([...page.items, ...rest.items]).toEqual(all)
    expect(rest.last_key).toBeNull()
  })

  it('is removed after its time, others stay', async () => {
    await draw(['otto'])
    const old = ulid(Date.now() - (limits.notificationDays + 1) * dayMs)
    await account.write((tx) =>
      tx.db
        .insertInto('notifications')
        .values({
          client,
          recipient: 'lena',
          notification_reference: old,
          kind: 'queue_overdue',
          occurred_at: new Date(Date.now() - (limits.notificationDays + 1) * dayMs),
        })
        .execute(),
    )
    expect(await told('lena')).toHaveLength(1)
    const context = { platform: account.server.api.platform, attempt: 1, signal: new AbortController().signal }
    await removeOldNotifications.handle(context, {})
    expect([(await told('lena')).length, (await told('otto')).length]).toEqual([0, 1])
  })
})

describe('the settings of notifications', () => {
  const settings = `/api/admin/v1/${client}/notification_settings`
  const choose = (person: Person, kind: string, delivery: string) =>
    account.server.call('PUT', `${settings}/${kind}`, { token: account.tokens[person], body: { delivery } })
  const chosenBy = async (person: Person) => {
    const { kinds } = await account.server.getJson<NotificationSettings>(settings, account.tokens[person])
    return Object.fromEntries(kinds.map(({ kind, delivery }) => [kind, delivery]))
  }

  it('switch kinds off for one person; what they have stays', async () => {
    await draw(['otto'])
    // The groups that otto may see are not known to the server yet.
    await account.server.setRoles(client, 'otto', ['Reviewer'])
    expect((await choose('otto', 'reviews_assigned', 'off')).status).toBe(200)
    await draw(['otto', 'lena'])
    expect([(await told('otto')).length, (await told('lena')).length]).toEqual([1, 1])
    expect([(await chosenBy('otto')).reviews_assigned, (await chosenBy('lena')).reviews_assigned]).toEqual([
      'off',
      'portal',
    ])
    await choose('otto', 'reviews_assigned', 'portal')
    await draw(['otto'])
    expect(await told('otto')).toHaveLength(2)
  })

  it('list the kinds that somebody with these roles can get', async () => {
    expect(Object.keys(await chosenBy('otto')).toSorted()).toEqual([
      'access_approved',
      'access_expired',
      'access_rejected',
      'access_review_drawn',
      'access_review_overdue',
      'matter_joined',
      'matter_owned',
      'mentioned',
      'reviews_assigned',
      'reviews_due_soon',
      'reviews_escalated',
      'reviews_overdue',
      'role_draft_approved',
      'role_draft_rejected',
      'role_given',
    ])
    expect(Object.keys(await chosenBy('ruth'))).toContain('queue_overdue')
    expect(Object.keys(await chosenBy('boss'))).toContain('support_requested')
  })

  it('are on the trail with what was before; the same choice again is no change', async () => {
    await choose('lena', 'mentioned', 'off')
    const again = await choose('lena', 'mentioned', 'off')
    expect(again.status).toBe(200)
    const trail = `/api/admin/v1/${client}/activities`
    const action = encodeURIComponent('PUT /notification_settings/{kind}')
    const { items } = await account.server.getJson<{ items: UserActivity[] }>(
      `${trail}?limit=2&filter[user_id]=lena&filter[action]=${action}`,
      account.tokens.boss,
    )
    expect(items).toMatchObject([
      { parameters: { kind: 'mentioned' }, brief: { event: 'record.unchanged' } },
      {
        parameters: { kind: 'mentioned' },
        brief: {
          event: 'notification_setting.updated',
          changes: [{ field: 'delivery', before: ['portal'], after: ['off'] }],
        },
      },
    ])
  })

  it('offer no e-mail where no mail server is set up', async () => {
    const { email } = await account.server.getJson<NotificationSettings>(settings, account.tokens.otto)
    expect(email).toEqual({ state: 'not_set_up', address: null, failed_at: null })
    const refused = await choose('otto', 'mentioned', 'portal_and_email')
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'notification.no_email' }])
  })

  it.each([
    ['everything', { delivery: 'off' }],
    ['mentioned', { delivery: 'by pigeon' }],
    ['mentioned', { delivery: 'off', user_reference: 'lena' }],
    ['mentioned', {}],
    ['mentioned', { delivery: 'portal', locale: 'fr-FR' }],
  ])('take no other choice: %s %j', async (kind, body) => {
    const response = await account.server.call('PUT', `${settings}/${kind}`, { token: account.tokens.otto, body })
    expect(response.status).toBe(400)
  })
})

describe('a request for support access', () => {
  it('notifies whoever can decide on it; staff on a visit have no notifications', async () => {
    const desk = await SupportDesk.open(account.server, client, account.tokens.boss)
    const { request_reference } = await desk.asked()
    expect(await told('boss')).toMatchObject([
      { kind: 'support_requested', reference: request_reference, is_hidden: false },
    ])
    expect(await told('otto')).toEqual([])
    const visit = await desk.approved('Auditor')
    const seen = await desk.visit('GET', path, visit)
    expect(await seen.json()).toMatchObject({ items: [] })
    const marking = desk.visit('POST', `${path}/read_all`, visit, { body: { until: ulid() } })
    expect((await marking).status).toBe(403)
  })
})
