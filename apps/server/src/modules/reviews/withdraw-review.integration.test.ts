import type { CallResponse, calls, ReviewItem, ReviewMark, ReviewQueue, ReviewQueueDetail } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'mark' | 'paul'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('Lisbon alone', [
      { actions_matching: 'payloads:read|reviews:.*', is_regex: true, conditions: [{ names_matching: 'Lisbon' }] },
    ])
    .withRole('Reads', [{ actions_matching: 'payloads:read' }])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Reviewer')
    .withPerson('mark', 'Lisbon alone')
    .withPerson('paul', 'Reads')
    .open()
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens

let number = 10
let call = ''
beforeEach(async () => {
  call = await account.addCall(number++, 'London', { group: 'London' })
})

const post = async <Answer>(who: Person | null, path: string, body?: object) => {
  const options = { ...(who && { token: account.tokens[who] }), ...(body && { body }) }
  const response = await account.server.call('POST', base + path, options)
  return { status: response.status, body: (await response.json()) as Answer & { code?: string } }
}
const read = <Answer>(path: string, who: Person = 'ruth') =>
  account.server.getJson<Answer>(base + path, account.tokens[who])
const marked = async (who: Person, disposition = 'No concern', reference = call): Promise<ReviewMark> => {
  const body = { payload_references: [reference], disposition, note: 'As heard' }
  const answer = await post<CallResponse<typeof calls.markReviewed>>(who, '/reviews', body)
  const [item] = answer.body.items
  if (!item?.mark) throw new Error(`not marked: ${JSON.stringify(answer.body)}`)
  return item.mark
}
const withdraw = (who: Person | null, mark_reference: string, reason = 'The wrong call', reference = call) =>
  post<ReviewMark>(who, `/payloads/${reference}/reviews/${mark_reference}/withdraw`, { reason })
const history = async () => (await read<{ items: ReviewMark[] }>(`/payloads/${call}/reviews`)).items
const figureOf = async (person: Person) => {
  const { items } = await read<{ items: { reviewed_by: string; marks: number }[] }>('/reviews/figures')
  return items.filter(({ reviewed_by }) => reviewed_by === person).reduce((sum, { marks }) => sum + marks, 0)
}

describe('a withdrawn mark', () => {
  it('stays in the history as withdrawn, with who, when and why; what was said before stands again', async () => {
    const first = await marked('otto')
    const before = await figureOf('ruth')
    const second = await marked('ruth', 'Possible breach')
    expect(await figureOf('ruth')).toBe(before + 1)
    const { status, body } = await withdraw('ruth', second.mark_reference)
    expect(status).toBe(200)
    const withdrawal = { withdrawn_by: 'ruth', withdrawn_at: body.withdrawn_at, withdrawal_reason: 'The wrong call' }
    expect(body).toEqual({ ...second, ...withdrawal })
    expect(await history()).toEqual([body, first])
    expect(await figureOf('ruth')).toBe(before)
    const { reviewed_at } = first
    expect(await read(`/payloads/${call}`)).toMatchObject({
      reviewed_by: 'otto',
      reviewed_at,
      disposition: 'No concern',
    })

    await withdraw('otto', first.mark_reference)
    expect(await read(`/payloads/${call}`)).toMatchObject({ reviewed_by: null, reviewed_at: null, disposition: null })
    const unreviewed = await read<{ items: { payload_reference: string }[] }>('/payloads?filter[is_reviewed]=false')
    expect(unreviewed.items.map(({ payload_reference }) => payload_reference)).toContain(call)
    // The same words are a new mark then.
    const again = await marked('otto')
    expect(again.mark_reference).not.toBe(first.mark_reference)
    expect((await history()).map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([true, false, false])
  })

  it('is in the custody of the recording and on the trail, with why', async () => {
    const { mark_reference } = await marked('otto')
    await withdraw('otto', mark_reference)
    const { records } = await read<{ records: object[] }>(`/payloads/${call}/audit`)
    expect(records[0]).toMatchObject({ action: 'payload.review_withdrawn', portal_user: 'otto' })
    const admin = `/api/admin/v1/${client}/activities`
    const { items } = await account.server.getJson<{ items: { log_id: string }[] }>(
      `${admin}?filter[person]=otto`,
      account.tokens.ruth,
    )
    const { events } = await account.server.getJson<{ events: object[] }>(
      `${admin}/${items[0]?.log_id}`,
      account.tokens.ruth,
    )
    expect(events).toMatchObject([
      { event: 'payload.review_withdrawn', facts: { disposition: 'No concern', reason: 'The wrong call' } },
    ])
  })

  it('is one that the caller made themselves, the latest of the recording, once, and for 24 hours', async () => {
    const first = await marked('otto')
    expect((await withdraw('lena', first.mark_reference)).body.code).toBe('review.not_own')
    const second = await marked('ruth')
    expect((await withdraw('otto', first.mark_reference)).body.code).toBe('review.not_latest')
    const both = await Promise.all([withdraw('ruth', second.mark_reference), withdraw('ruth', second.mark_reference)])
    expect(both.map(({ body }) => body.code ?? 'withdrawn').sort()).toEqual(['review.already_withdrawn', 'withdrawn'])

    const other = await account.addCall(number++, 'London', { group: 'London' })
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    const old = ulid(yesterday.getTime())
    const mark = { mark_reference: old, reviewed_by: 'otto', disposition: 'No concern', note: null }
    await account.write(async (tx) => {
      const values = { client, payload_reference: other, reviewed_at: yesterday.toISOString(), ...mark }
      await tx.db.insertInto('review_marks').values(values).execute()
    })
    expect((await withdraw('otto', old, 'Too late', other)).body.code).toBe('review.too_late')
  })

  it('is refused to people who may not review there, without a token, for unknown marks and with a bad reason', async () => {
    const { mark_reference } = await marked('otto')
    expect((await withdraw('paul', mark_reference)).body.code).toBe('auth.forbidden')
    expect((await withdraw('mark', mark_reference)).body.code).toBe('payload.not_found')
    expect((await withdraw(null, mark_reference)).status).toBe(401)
    expect((await withdraw('otto', ulid())).body.code).toBe('request.not_found')
    expect((await withdraw('otto', mark_reference, 'x', ulid())).body.code).toBe('payload.not_found')
    const another = await account.addCall(number++, 'London', { group: 'London' })
    expect((await withdraw('otto', mark_reference, 'x', another)).body.code).toBe('request.not_found')
    for (const reason of ['', ' ', 'x'.repeat(1001), 'nul \u0000']) {
      expect([reason, (await withdraw('otto', mark_reference, reason)).status]).toEqual([reason, 400])
    }
    expect(await history()).toMatchObject([{ withdrawn_at: null }])
  })
})

describe('in a queue, a recording whose mark is withdrawn', () => {
  const draw = async (own: object = {}) => {
    const body = { name: 'Weekly', filter: { is_reviewed: false }, sample: null, due_on: null }
    const reviewers = { reviewers: ['otto', 'lena'], second_review_percent: 100 }
    const answer = await post<ReviewQueue>('ruth', '/review_queues', { ...body, ...reviewers, ...own })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const itemOf = async ({ queue_reference }: ReviewQueue) => {
    const { items } = await read<{ items: ReviewItem[] }>(`/review_queues/${queue_reference}/items?limit=100`)
    return items.find(({ payload_reference }) => payload_reference === call)
  }
  const settle = async (queue: ReviewQueue) => {
    const assigned = (await itemOf(queue))?.assigned_to as 'otto' | 'lena'
    return { mark: await marked(assigned, 'Follow up'), person: assigned }
  }

  it('waits again for whoever withdrew it: for the second review, and for the first', async () => {
    const queue = await draw()
    const first = await settle(queue)
    const second = await settle(queue)
    expect(await itemOf(queue)).toMatchObject({ state: 'reviewed', reviewed_by: second.person })

    await withdraw(second.person, second.mark.mark_reference)
    expect(await itemOf(queue)).toMatchObject({
      state: 'second_review',
      assigned_to: second.person,
      reviewed_by: first.person,
      disposition: 'Follow up',
    })
    await withdraw(first.person, first.mark.mark_reference)
    expect(await itemOf(queue)).toMatchObject({ state: 'waiting', assigned_to: first.person, reviewed_by: null })
    expect(await read<ReviewQueueDetail>(`/review_queues/${queue.queue_reference}`)).toMatchObject({
      waiting: queue.items,
      second_review: 0,
      reviewed: 0,
    })
    const waiting = await read<{ items: ReviewItem[] }>('/reviews/waiting?limit=100', first.person)
    expect(waiting.items.map(({ payload_reference }) => payload_reference)).toContain(call)
  })

  it('waits for the second review after the first one of the queue, not after a mark of somebody else in between', async () => {
    const queue = await draw()
    const first = await settle(queue)
    await marked('ruth', 'Possible breach')
    const second = await settle(queue)
    await withdraw(second.person, second.mark.mark_reference)
    expect(await itemOf(queue)).toMatchObject({
      state: 'second_review',
      assigned_to: second.person,
      reviewed_by: first.person,
      disposition: 'Follow up',
    })
  })

  it('counts as withdrawn if the queue was closed meanwhile', async () => {
    const queue = await draw({ second_review_percent: 0 })
    const { mark, person } = await settle(queue)
    await post('ruth', `/review_queues/${queue.queue_reference}/close`)
    await withdraw(person, mark.mark_reference)
    expect(await itemOf(queue)).toMatchObject({ state: 'withdrawn', reviewed_by: null })
    const { reviewed } = await read<ReviewQueueDetail>(`/review_queues/${queue.queue_reference}`)
    expect(reviewed).toBe(0)
  })
})
