import type { Notification, ReviewQueue } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { remind } from './remind-of-reviews.ts'

const client = 'northwind'
const notifications = `/api/admin/v1/${client}/notifications`
const morning = new Date('2026-06-10T05:05:00Z')

let account: TestAccount<'ruth' | 'otto' | 'lena'>
type Person = keyof typeof account.tokens
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Reviewer')
    .open()
  for (let number = 10; number < 16; number++) await account.addCall(number, 'London', { group: 'London' })
})
afterAll(() => account?.close())

const post = (person: Person, address: string, body: object) =>
  account.server.call('POST', address, { token: account.tokens[person], body })

const drawn = async (reviewers: string[], due_on: string) => {
  const response = await post('ruth', `/api/client/v1/${client}/review_queues`, {
    name: 'Weekly',
    filter: {},
    sample: { number: 4, stratify_by: null, seed: ulid() },
    reviewers,
    due_on,
    second_review_percent: 0,
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as ReviewQueue).queue_reference
}

const reminders = async (person: Person) => {
  const { items } = await account.server.getJson<{ items: Notification[] }>(notifications, account.tokens[person])
  return items.filter(({ caused_by }) => caused_by === null)
}

it('reminds of what is due tomorrow, or since yesterday, once a day; also whoever drew an overdue queue', async () => {
  const soon = await drawn(['otto'], '2026-06-11')
  const late = await drawn(['lena'], '2026-06-09')
  await drawn(['otto', 'lena'], '2026-06-12')
  await drawn(['otto', 'lena'], '2026-06-10')
  const closed = await drawn(['otto', 'lena'], '2026-06-11')
  await post('ruth', `/api/client/v1/${client}/review_queues/${closed}/close`, {})
  await account.write((tx) => remind({ ...tx, now: morning }))
  expect(await reminders('otto')).toMatchObject([{ kind: 'reviews_due_soon', reference: soon, items: 4 }])
  expect(await reminders('lena')).toMatchObject([{ kind: 'reviews_overdue', reference: late, items: 4 }])
  expect(await reminders('ruth')).toMatchObject([{ kind: 'queue_overdue', reference: late, items: 4 }])

  const [first] = await reminders('lena')
  await post('lena', `${notifications}/read`, { notification_references: [first?.notification_reference] })
  await account.write((tx) => remind({ ...tx, now: new Date(morning.getTime() + 60_000) }))
  expect((await reminders('lena')).map(({ notification_reference }) => notification_reference)).toEqual([
    first?.notification_reference,
  ])
  expect(await reminders('otto')).toHaveLength(1)
})
