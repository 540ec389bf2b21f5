import type { CallResponse, calls, ReviewFigure, ReviewItem, ReviewMark, ReviewQueue } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .open()
})
afterAll(() => account?.close())

let number = 10
let [call, other] = ['', '']
beforeEach(async () => {
  call = await account.addCall(number++, 'London')
  other = await account.addCall(number++, 'London')
})

type Person = keyof typeof account.tokens
type Outcome = CallResponse<typeof calls.markReviewed>['items'][number]

const send = async <Answer>(who: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const response = await account.server.call(method, `${base}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  expect(response.status, path).toBe(200)
  return (await response.json()) as Answer
}
const mark = async (who: Person, ...payload_references: string[]): Promise<Outcome[]> => {
  const body = { payload_references, disposition: 'No concern' }
  return (await send<{ items: Outcome[] }>(who, 'POST', '/reviews', body)).items
}
const opened = ({ mark: made }: Outcome | { mark: ReviewMark | null }) => [made?.is_opened, made?.heard_seconds]

const open = (who: Person, payload_reference: string, ...ranges: readonly [from_s: number, to_s: number][]) =>
  account.write((tx) =>
    tx.custody({ kind: 'portal_user', reference: who }, [
      { payload_reference, event: 'payload.played' },
      ...ranges.map(([from_s, to_s]) => ({
        payload_reference,
        event: 'payload.listened' as const,
        details: { played: [{ from_s, to_s, speed: 1 }] },
      })),
    ]),
  )

describe('a mark says', () => {
  it('whether its author had opened the recording, and how much of it they heard', async () => {
    await open('otto', call, [0, 10], [5, 20])
    await open('ruth', other, [0, 3])
    const [heard, unopened] = await mark('otto', call, other)
    expect([heard, unopened].map((one) => one && opened(one))).toEqual([
      [true, 20],
      [false, null],
    ])
    const { items } = await send<{ items: ReviewMark[] }>('ruth', 'GET', `/payloads/${call}/reviews`)
    expect(items.map(({ is_opened, heard_seconds }) => [is_opened, heard_seconds])).toEqual([[true, 20]])
  })

  it('nothing of recordings that nobody can open', async () => {
    const aborted = await account.addCall(number++, 'London', { payload_state: 'NotRecorded' })
    const personal = await account.addCall(number++, 'London', { is_personal_number: true })
    expect((await mark('otto', aborted, personal)).map(opened)).toEqual([
      [null, null],
      [null, null],
    ])
  })
})

it('a call that was opened and not played says so, in the mark and in the figures', async () => {
  const figures = async () => {
    const { items } = await send<{ items: ReviewFigure[] }>('ruth', 'GET', '/reviews/figures')
    const own = items.filter(({ reviewed_by }) => reviewed_by === 'otto')
    const sum = (of: (figure: ReviewFigure) => number) => own.reduce((total, figure) => total + of(figure), 0)
    return [sum(({ unopened }) => unopened), sum(({ requested_only }) => requested_only)]
  }
  const [unopened = 0, requestedOnly = 0] = await figures()
  await send('otto', 'GET', `/payloads/${call}/data?action=play`)
  const [made, never] = await mark('otto', call, other)
  expect(made?.mark).toMatchObject({ is_opened: false, is_requested: true })
  expect(never?.mark).toMatchObject({ is_opened: false, is_requested: false })
  expect(await figures()).toEqual([unopened + 2, requestedOnly + 1])
  const path = `/payloads/${call}/reviews/${made?.mark?.mark_reference}/withdraw`
  await send('otto', 'POST', path, { reason: 'By mistake' })
  expect(await figures()).toEqual([unopened + 1, requestedOnly])
})

it('figures count marks of recordings that were not opened, until they are withdrawn', async () => {
  const unopened = async () => {
    const { items } = await send<{ items: ReviewFigure[] }>('ruth', 'GET', '/reviews/figures')
    const own = items.filter(({ reviewed_by }) => reviewed_by === 'otto')
    return own.reduce((sum, figure) => sum + figure.unopened, 0)
  }
  const before = await unopened()
  await open('otto', call)
  const [, made] = await mark('otto', call, other)
  expect(await unopened()).toBe(before + 1)
  const path = `/payloads/${other}/reviews/${made?.mark?.mark_reference}/withdraw`
  await send('otto', 'POST', path, { reason: 'By mistake' })
  expect(await unopened()).toBe(before)
})

describe('a queue that demands it', () => {
  const drawn = (needs_opening?: boolean) =>
    send<ReviewQueue>('ruth', 'POST', '/review_queues', {
      name: 'Weekly',
      filter: { groups: ['London'], is_reviewed: false },
      sample: null,
      reviewers: ['otto'],
      due_on: null,
      second_review_percent: 0,
      ...(needs_opening !== undefined && { needs_opening }),
    })
  const codes = async (...references: string[]) => (await mark('otto', ...references)).map(({ code }) => code ?? 'ok')

  it('refuses marks of recordings that their reviewer has not opened', async () => {
    expect((await drawn(true)).needs_opening).toBe(true)
    await open('ruth', call)
    expect(await codes(call, other)).toEqual(['review.not_opened', 'review.not_opened'])
    await open('otto', call)
    expect(await codes(call, other)).toEqual(['ok', 'review.not_opened'])
    const own = await send<{ items: ReviewItem[] }>(
      'otto',
      'GET',
      `/reviews/waiting?filter[payload_references][0]=${other}`,
    )
    expect(own.items.every(({ needs_opening }) => needs_opening)).toBe(true)
    await open('otto', other)
    expect(await codes(other)).toEqual(['ok'])
  })

  it('may demand it later, and no longer', async () => {
    const { queue_reference, version, name, due_on, reviewers, needs_opening } = await drawn()
    expect(needs_opening).toBe(false)
    const change = (next: { version: number; needs_opening?: boolean }) =>
      send<ReviewQueue>('ruth', 'PUT', `/review_queues/${queue_reference}`, { name, due_on, reviewers, ...next })
    expect(await change({ version, needs_opening: true })).toMatchObject({ needs_opening: true, version: version + 1 })
    expect(await codes(call)).toEqual(['review.not_opened'])
    expect(await change({ version: version + 1 })).toMatchObject({ needs_opening: true })
    await change({ version: version + 1, needs_opening: false })
    expect(await codes(call)).toEqual(['ok'])
  })

  it('demands nothing of others, and of recordings that nobody can open', async () => {
    const aborted = await account.addCall(number++, 'London', { payload_state: 'NotRecorded' })
    await drawn(true)
    expect((await mark('ruth', call)).map(({ code }) => code)).toEqual([undefined])
    expect(await codes(aborted)).toEqual(['ok'])
  })
})
