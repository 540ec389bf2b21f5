import type { Notification, PayloadComment } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithRecordings } from '../../../test/account-with-recordings.ts'

const base = '/api/client/v1/northwind'

let account: AccountWithRecordings
let call: string
let elsewhere: string
const tokens = { ruth: '', otto: '', lena: '', nora: '' }
beforeAll(async () => {
  account = await AccountWithRecordings.open()
  call = await account.addCall(1, 'London')
  elsewhere = await account.addCall(2, 'Lisbon')
  await account.addRole('London alone', [
    { actions_matching: 'payloads:read|comments:.*', is_regex: true, conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('No comments', [{ actions_matching: 'payloads:read' }])
  tokens.ruth = await account.signIn('ruth', 'Compliance Officer')
  tokens.otto = await account.signIn('otto', 'Compliance Officer')
  tokens.lena = await account.signIn('lena', 'London alone')
  tokens.nora = await account.signIn('nora', 'No comments')
})
afterAll(() => account?.close())

const send = async <T = PayloadComment & { code?: string }>(
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<{ status: number; body: T }> => {
  const response = await account.server.call(method, base + path, { token, ...(body ? { body } : {}) })
  return { status: response.status, body: (await response.json()) as T }
}
const listed = async (path: string, token = tokens.ruth): Promise<PayloadComment[]> =>
  (await send<{ items: PayloadComment[] }>('GET', path, token)).body.items
const write = (message: string, payload_reference = call, token = tokens.ruth) =>
  send('POST', `/payloads/${payload_reference}/comments`, token, { message, comment_duration: 12.5 })

it('a comment is listed with its recording and among all comments', async () => {
  const { status, body } = await write('Price agreed before the meeting')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    client: 'northwind',
    payload_reference: call,
    payload_type: 'Call',
    group: 'London',
    comment_version: 1,
    comment_body: 'Price agreed before the meeting',
    comment_duration: 12.5,
    raised_by: 'ruth',
    is_closed: false,
    closed_by: null,
    closed_at: null,
  })
  await write('Asked for the papers', elsewhere, tokens.otto)
  expect(await listed(`/payloads/${call}/comments`)).toEqual([body])
  expect((await listed('/comments')).map(({ raised_by }) => raised_by)).toEqual(['otto', 'ruth'])
  expect(await listed('/comments?filter[raised_by]=ruth&filter[search]=PRICE')).toEqual([body])
})

it('a comment is read, written and deleted only by people who may do so in its group', async () => {
  const groups = async (token: string) => (await listed('/comments', token)).map(({ group }) => group)
  expect(new Set(await groups(tokens.lena))).toEqual(new Set(['London']))
  expect((await send('GET', '/comments', tokens.nora)).status).toBe(403)
  expect((await send('GET', `/payloads/${call}/comments`, tokens.nora)).status).toBe(403)
  expect((await send('GET', `/payloads/${elsewhere}/comments`, tokens.lena)).body.code).toBe('payload.not_found')
  expect((await write('Mine', elsewhere, tokens.lena)).body.code).toBe('payload.not_found')
  const [other] = await listed(`/payloads/${elsewhere}/comments`)
  // The address names a recording that the caller may read, but the comment belongs to another one.
  const path = `/payloads/${call}/comments/${other?.comment_id}`
  expect((await send('DELETE', path, tokens.lena)).body.code).toBe('request.not_found')
  expect((await send('GET', `${path}/versions`, tokens.lena)).body.code).toBe('request.not_found')
})

it('a comment is changed only by its author, and earlier versions are kept', async () => {
  const { comment_id } = (await write('Frist')).body
  const path = `/payloads/${call}/comments/${comment_id}`
  expect((await send('PUT', path, tokens.otto, { message: 'Other' })).body.code).toBe('comment.not_own')
  const changed = await send('PUT', path, tokens.ruth, { version: 1, message: 'First' })
  expect(changed.body).toMatchObject({ comment_version: 2, comment_body: 'First', comment_duration: null })
  expect((await send('PUT', path, tokens.ruth, { version: 1, message: 'Late' })).body.code).toBe('edit.conflict')
  expect(await listed(`${path}/versions`)).toMatchObject([
    { comment_id, comment_version: 1, comment_body: 'Frist', comment_duration: 12.5, updated_by: 'ruth' },
  ])
})

it('a comment is closed instead of deleted, and only once', async () => {
  const { comment_id } = (await write('By mistake')).body
  const path = `/payloads/${call}/comments/${comment_id}`
  const closed = await send('DELETE', `${path}?version=1`, tokens.otto)
  expect(closed.body).toMatchObject({ is_closed: true, closed_by: 'otto', comment_body: 'By mistake' })
  expect((await send('DELETE', path, tokens.otto)).body.code).toBe('comment.closed')
  expect((await send('PUT', path, tokens.ruth, { message: 'Again' })).body.code).toBe('comment.closed')
  const ids = async (query: string) => (await listed(`/comments${query}`)).map((comment) => comment.comment_id)
  expect(await ids('')).not.toContain(comment_id)
  expect(await ids('?filter[is_closed]=true')).toEqual([comment_id])
})

it('comments are listed by the days on which they were written', async () => {
  const { comment_id } = (await write('Today')).body
  const ids = async (query: string) => (await listed(`/comments${query}`)).map((comment) => comment.comment_id)
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  expect(await ids(`?filter[date_from]=${dayFrom(-1)}&filter[date_to]=${dayFrom(1)}`)).toContain(comment_id)
  expect(await ids(`?filter[date_from]=${dayFrom(1)}`)).toEqual([])
  expect(await ids(`?filter[date_to]=${dayFrom(-1)}`)).toEqual([])
})

it('recordings are found by whether they have comments, also when several people write and close them at once', async () => {
  const commented = await account.addCall(3, 'London')
  const isFound = async (is_commented: boolean) => {
    const list = `/payloads?filter[is_commented]=${is_commented}`
    const { items } = (await send<{ items: { payload_reference: string }[] }>('GET', list, tokens.ruth)).body
    return items.some(({ payload_reference }) => payload_reference === commented)
  }
  expect([await isFound(true), await isFound(false)]).toEqual([false, true])
  const close = ({ comment_id }: PayloadComment) =>
    send('DELETE', `/payloads/${commented}/comments/${comment_id}`, tokens.otto)
  const first = (await write('One', commented)).body
  const second = (await write('Two', commented)).body
  expect([await isFound(true), await isFound(false)]).toEqual([true, false])
  await Promise.all([close(first), close(second)])
  expect([await isFound(true), await isFound(false)]).toEqual([false, true])
  const third = (await write('Three', commented)).body
  await Promise.all([close(third), write('Four', commented)])
  expect([await isFound(true), await isFound(false)]).toEqual([true, false])
})

it('a new comment is on the trail, and open screens of its group are notified', async () => {
  const events: object[] = []
  const stop = account.server.api.platform.events.subscribe('northwind', {
    onEvent: ({ time: _, ...event }) => events.push(event),
    onGap: () => undefined,
  })
  await write('Noted')
  await expect
    .poll(() => events)
    .toEqual([{ kind: 'comment', reference: call, state: null, payload_type: 'Call', group: 'London' }])
  stop()
  const [entry] = await account.server.api.platform.database.read('northwind', (tx) =>
    tx.db.selectFrom('user_activities').selectAll().where('client', '=', tx.client).orderBy('log_id', 'desc').execute(),
  )
  expect(entry).toMatchObject({
    user_id: 'ruth',
    group: 'London',
    events: [{ event: 'comment.created', details: { payload_reference: call, after: { comment_body: 'Noted' } } }],
  })
})

it('a comment needs a text, and its position cannot be negative', async () => {
  for (const body of [{ message: ' \u200b' }, { message: 'x', comment_duration: -1 }, { comment_duration: 1 }]) {
    expect((await send('POST', `/payloads/${call}/comments`, tokens.ruth, body)).body.code).toBe('request.invalid')
  }
})

const notified = async (token: string) => {
  const answer = await account.server.getJson<{ items: Notification[] }>(
    '/api/admin/v1/northwind/notifications?filter[is_unread]=true',
    token,
  )
  return answer.items.filter(({ kind }) => kind === 'mentioned')
}
const mention = (message: string, mentions: string[], payload_reference = call) =>
  send('POST', `/payloads/${payload_reference}/comments`, tokens.ruth, { message, mentions })

it('a comment mentions people who may read it, by name, and notifies them', async () => {
  const { status, body } = await mention('Ask @otto and @lena, not @nora', ['otto', 'lena'])
  expect(status).toBe(200)
  expect(body.mentions.map(({ user_reference }) => user_reference)).toEqual(['otto', 'lena'])
  expect((await listed(`/payloads/${call}/comments`))[0]).toEqual(body)
  for (const token of [tokens.otto, tokens.lena]) {
    expect(await notified(token)).toMatchObject([
      { caused_by: 'ruth', is_hidden: false, payload: { payload_reference: call, payload_type: 'Call' } },
    ])
  }
  expect(await notified(tokens.nora)).toEqual([])

  // An edit notifies whom it adds, and nobody twice.
  const read = (await notified(tokens.otto)).map(({ notification_reference }) => notification_reference)
  await account.server.call('POST', '/api/admin/v1/northwind/notifications/read', {
    token: tokens.otto,
    body: { notification_references: read },
  })
  const path = `/payloads/${call}/comments/${body.comment_id}`
  const changed = await send('PUT', path, tokens.ruth, { message: 'Ask @otto', mentions: ['otto', 'lena'] })
  expect(changed.body.mentions.map(({ user_reference }) => user_reference)).toEqual(['otto'])
  expect(await notified(tokens.otto)).toEqual([])
})

it('a reference that was typed in full mentions somebody who may read the recording', async () => {
  const before = (await notified(tokens.lena)).length
  const { body } = await send('POST', `/payloads/${elsewhere}/comments`, tokens.ruth, {
    message: 'For @otto, @lena and @nora; not @nobody or mail@ruth',
  })
  expect(body.mentions.map(({ user_reference }) => user_reference)).toEqual(['otto'])
  expect((await notified(tokens.otto))[0]).toMatchObject({ payload: { payload_reference: elsewhere } })
  // Lena may not read recordings of Lisbon, and Nora no comments: they are words of the text.
  expect((await notified(tokens.lena)).length).toBe(before)
  expect(await notified(tokens.nora)).toEqual([])
})

it('nobody is mentioned who may not read the recording and its comments, whether they exist or not', async () => {
  for (const [person, payload_reference] of [
    ['nora', call],
    ['lena', elsewhere],
    ['nobody', call],
  ] as const) {
    const refused = await mention(`What does @${person} say?`, [person], payload_reference)
    expect([person, refused.status, refused.body.code]).toEqual([person, 400, 'comment.cannot_mention'])
  }
  // Somebody whom the text does not mention is left out.
  const { body } = await mention('Ask @lena.grant and @lenas', ['lena', 'nora'])
  expect(body.mentions).toEqual([])
})

it('whoever may comment finds people to mention, by any part of a name', async () => {
  const found = async (text: string, token = tokens.ruth, payload_reference = call) =>
    (
      await send<{ items: { user_reference: string }[]; code?: string }>(
        'GET',
        `/payloads/${payload_reference}/mentionable?text=${text}`,
        token,
      )
    ).body.items?.map(({ user_reference }) => user_reference)
  expect(await found('')).toEqual(['lena', 'otto', 'ruth'])
  expect(await found('TT')).toEqual(['otto'])
  expect(await found('', tokens.ruth, elsewhere)).toEqual(['otto', 'ruth'])
  expect(await found('', tokens.lena, elsewhere)).toBeUndefined()
  expect(await found('', tokens.nora)).toBeUndefined()
})

it('a mention on a recording that its reader may not see any more names nothing', async () => {
  await mention('Ask @lena', ['lena'])
  await account.server.setRoles('northwind', 'lena', ['No comments'])
  expect(await notified(tokens.lena)).toMatchObject([{ is_hidden: true, payload: null }])
  await account.server.setRoles('northwind', 'lena', ['London alone'])
  expect(await notified(tokens.lena)).toMatchObject([{ is_hidden: false, payload: { payload_reference: call } }])
})
