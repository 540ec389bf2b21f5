import { type CallResponse, type calls, limits, type Notification, type PayloadComment } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'lena' | 'rita' | 'nora'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London alone', [
      { actions_matching: 'payloads:read|comments:.*', is_regex: true, conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Comments in London', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'comments:write', conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('No comments', [{ actions_matching: 'payloads:read' }])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('lena', 'London alone')
    .withPerson('rita', 'Comments in London')
    .withPerson('nora', 'No comments')
    .open()
})
afterAll(() => account?.close())

let number = 10
const add = (group: string) => account.addCall(number++, group, { group })

let [call, other, elsewhere] = ['', '', '']
beforeEach(async () => {
  call = await add('London')
  other = await add('London')
  elsewhere = await add('Lisbon')
})

type Answer = CallResponse<typeof calls.commentOnPayloads> & { code?: string }
type Person = keyof typeof account.tokens

const comment = async (who: Person, payload_references: readonly string[], more: object = {}) => {
  const body = { payload_references, message: 'Heard', ...more }
  const response = await account.server.call('POST', `${base}/comments`, { token: account.tokens[who], body })
  return { status: response.status, body: (await response.json()) as Answer }
}
const resultsOf = ({ body }: Awaited<ReturnType<typeof comment>>) =>
  body.items.map(({ result, code }) => (result === 'refused' ? code : result))
const commentsOn = async (reference: string) => {
  const path = `${base}/payloads/${reference}/comments`
  return (await account.server.getJson<{ items: PayloadComment[] }>(path, account.tokens.ruth)).items
}
const lastEntry = () =>
  account.read(({ db }) =>
    db
      .selectFrom('user_activities')
      .select(['events', 'is_allowed', 'denial_reason', 'group'])
      .where('client', '=', client)
      .where('call', '=', 'POST /comments')
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

it('the same comment is written on each recording, found by the filter of lists, and an own event on the trail', async () => {
  const { status, body } = await comment('ruth', [call, elsewhere], { message: 'Price agreed' })
  expect(status).toBe(200)
  expect(body.items).toMatchObject([
    { payload_reference: call, result: 'commented' },
    { payload_reference: elsewhere, result: 'commented' },
  ])
  const written = { comment_body: 'Price agreed', comment_duration: null, raised_by: 'ruth', comment_version: 1 }
  expect(await commentsOn(call)).toMatchObject([{ ...written, comment_id: body.items[0]?.comment_id, group: 'London' }])
  expect(await commentsOn(elsewhere)).toMatchObject([{ ...written, group: 'Lisbon' }])
  const list = `${base}/payloads?filter[is_commented]=true&limit=100`
  const { items } = await account.server.getJson<{ items: { payload_reference: string }[] }>(list, account.tokens.ruth)
  const found = items.map(({ payload_reference }) => payload_reference)
  expect(found).toEqual(expect.arrayContaining([call, elsewhere]))
  expect(found).not.toContain(other)
  const created = (reference: string) => ({ event: 'comment.created', details: { payload_reference: reference } })
  const entry = await lastEntry()
  expect(entry).toMatchObject({ is_allowed: true, denial_reason: null, group: null })
  expect(entry.events).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ event: 'comments.written' }),
      ...[call, elsewhere].map((reference) =>
        expect.objectContaining({
          ...created(reference),
          details: expect.objectContaining({ payload_reference: reference }),
        }),
      ),
    ]),
  )
})

it('open screens of each recording are told, as long as they may read its comments', async () => {
  const events = await account.server.call('GET', `/api/admin/v1/${client}/events`, { token: account.tokens.lena })
  if (!events.body) throw new Error('no stream')
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader.read()).value ?? ''
  }
  await until('retry:')
  await comment('ruth', [elsewhere, call, other])
  await until(call)
  await until(other)
  expect(heard).toContain(`"kind":"comment","reference":"${call}"`)
  expect(heard).not.toContain(elsewhere)
  await reader.cancel()
})

it('each recording is decided on its own; hidden and unknown ones are answered alike', async () => {
  const unknown = ulid()
  const answer = await comment('lena', [unknown, call, elsewhere])
  expect(resultsOf(answer)).toEqual(['payload.not_found', 'commented', 'payload.not_found'])
  const [missing, , hidden] = answer.body.items
  expect({ ...missing, payload_reference: '' }).toEqual({ ...hidden, payload_reference: '' })
  expect(await commentsOn(elsewhere)).toEqual([])
  expect(resultsOf(await comment('rita', [elsewhere, call]))).toEqual(['auth.forbidden', 'commented'])
  const entry = await lastEntry()
  expect(entry).toMatchObject({ is_allowed: false, denial_reason: 'auth.forbidden', group: 'London' })
})

it('nobody comments without the action, without a token or in another account', async () => {
  expect((await comment('nora', [call])).body.code).toBe('auth.forbidden')
  const body = { payload_references: [call], message: 'Heard' }
  expect((await account.server.call('POST', `${base}/comments`, { body })).status).toBe(401)
  const elsewhereOpen = await account.server.call('POST', '/api/client/v1/southwind/comments', {
    token: account.tokens.ruth,
    body,
  })
  expect(elsewhereOpen.status).toBeGreaterThanOrEqual(401)
  expect(await commentsOn(call)).toEqual([])
})

it('refuses 101, repeated and no references, a blank comment, and a key that is too short', async () => {
  const many = Array.from({ length: limits.maxReferencesInBatch + 1 }, () => ulid())
  for (const references of [many, [call, call], []]) {
    expect((await comment('ruth', references)).body.code).toBe('request.invalid')
  }
  for (const more of [{ message: ' \u200b' }, { message: 'x'.repeat(10_001) }, { idempotency_key: 'short' }]) {
    expect((await comment('ruth', [call], more)).body.code).toBe('request.invalid')
  }
  expect(await commentsOn(call)).toEqual([])
})

it('100 recordings are commented on at once', async () => {
  const references: string[] = []
  for (let at = 0; at < limits.maxReferencesInBatch; at += 1) references.push(await add('London'))
  const answer = await comment('ruth', references)
  expect(new Set(resultsOf(answer))).toEqual(new Set(['commented']))
  expect(answer.body.items.map(({ payload_reference }) => payload_reference)).toEqual(references)
})

it('a request that is sent again with its key writes no second comment, also when both arrive at once', async () => {
  const idempotency_key = 'key-of-this-request'
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => comment('ruth', [call, other], { idempotency_key })),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect((await commentsOn(call)).length).toBe(1)
  const more = await comment('ruth', [call, elsewhere], { idempotency_key })
  expect(more.body.items[0]).toEqual(answers[0]?.body.items[0])
  expect((await commentsOn(elsewhere)).length).toBe(1)
  // Another person's key is another key.
  await comment('lena', [call], { idempotency_key })
  await comment('ruth', [call])
  expect((await commentsOn(call)).length).toBe(3)
})

it('the words of the comments are found', async () => {
  await comment('ruth', [call, other], { message: 'Perihelion' })
  const { items } = await account.server.getJson<{ items: { payload_reference: string }[] }>(
    `${base}/comments?filter[search]=perihelion`,
    account.tokens.ruth,
  )
  expect(items.map(({ payload_reference }) => payload_reference).sort()).toEqual([call, other].sort())
})

it('people whom it mentions are told once, of the recordings that they may read', async () => {
  const told = async (who: Person) => {
    const list = `/api/admin/v1/${client}/notifications?limit=1`
    return (await account.server.getJson<{ items: Notification[] }>(list, account.tokens[who])).items
  }
  const message = 'Please compare @lena @nora @nobody'
  expect((await comment('ruth', [call, other, elsewhere], { message })).status).toBe(200)
  const mentioned = async (reference: string) => (await commentsOn(reference))[0]?.mentions
  expect(await mentioned(call)).toEqual([{ user_reference: 'lena', name: 'lena' }])
  expect(await mentioned(elsewhere)).toEqual([])
  expect(await told('lena')).toMatchObject([
    { kind: 'mentioned', caused_by: 'ruth', items: 2, payload: null, is_hidden: false },
  ])
  expect(await told('nora')).toEqual([])
  // The next batch of the same run adds up. Alone on one recording, the notification leads to it.
  await comment('ruth', [await add('London'), await add('London')], { message })
  expect(await told('lena')).toMatchObject([{ items: 4 }])
  await comment('ruth', [call, elsewhere], { message })
  expect(await told('lena')).toMatchObject([{ items: null, payload: { payload_reference: call } }])
})

it('chosen people are mentioned by references with spaces; 21 people are refused', async () => {
  await account.signIn('mary ann', 'Compliance Officer')
  await comment('ruth', [call], { message: 'Look @mary ann', mentions: ['mary ann', 'lena'] })
  expect((await commentsOn(call))[0]?.mentions.map(({ user_reference }) => user_reference)).toEqual(['mary ann'])
  const mentions = Array.from({ length: limits.maxMentions + 1 }, (_, index) => `person-${index}`)
  expect((await comment('ruth', [call], { mentions })).body.code).toBe('request.invalid')
})
