import type { Conversation, ConversationPage, ErrorRecord, PayloadAudit, PayloadData } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSealedMessages } from '../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const base = '/api/client/v1/northwind'

let account: TestAccount<'boss' | 'otto' | 'nora'>
let [message, other] = ['', '']
beforeAll(async () => {
  account = await anAccount('northwind')
    .withGroups('London')
    .withRole('Reads', [{ actions_matching: 'payloads:read' }])
    .withPerson('boss', 'Account Administrator')
    .withPerson('otto', 'Exporter', 'Reviewer')
    .withPerson('nora', 'Reads')
    .open()
  const common = { thread_id: 'lunch', group: 'London', device_reference: 'R58' }
  const added = await addSealedMessages(account, [
    { ...common, text: 'at noon', payload_time: new Date('2026-03-02T10:00:00Z') },
    { ...common, text: 'see you', payload_time: new Date('2026-03-02T11:00:00Z') },
  ])
  ;[message = '', other = ''] = added
}, 60_000)
afterAll(() => account?.close())

interface Setting {
  playback_reason_kind: 'none' | 'text' | 'list'
  playback_reasons?: string[]
}
const choose = (setting: Setting) =>
  account.server.call('PUT', '/api/admin/v1/northwind/account/settings', {
    token: account.tokens.boss,
    body: { is_word_search_on: false, is_asking_before_pictures: false, ...setting },
  })
beforeEach(async () => expect((await choose({ playback_reason_kind: 'text' })).status).toBe(200))

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
type Person = keyof typeof account.tokens
const get = async <T>(path: string, { who = 'otto', ...headers }: { who?: Person; cookie?: string } = {}) => {
  const response = await account.server.call('GET', path, { token: account.tokens[who], headers })
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  return { status: response.status, body: (await response.json()) as T & Partial<ErrorRecord>, cookie }
}
const dataOf = (fields: Record<string, string>, who?: Person) =>
  get<PayloadData>(`${base}/payloads/${message}/data?${query(fields)}`, who && { who })
const media = (address: string | null, cookie: string) =>
  account.server.call('GET', address ?? '', { headers: { cookie } })
const recordsOf = async (reference: string) =>
  (await account.server.getJson<PayloadAudit>(`${base}/payloads/${reference}/audit`, account.tokens.otto)).records

const required = { status: 403, body: { code: 'playback.reason_required' } }

describe('an account that asks for a reason', () => {
  it.each([{ action: 'play' }, { action: 'download' }, {}])('hands out no address without one (%j)', async (fields) => {
    const { status, body } = await dataOf(fields as Record<string, string>)
    expect({ status, body }).toMatchObject(required)
    expect(body).not.toHaveProperty('s3_url')
  })

  it('hands out no addresses of several recordings or of their pictures without one', async () => {
    const path = `${base}/data?payload_references[]=${message}&payload_references[]=${other}`
    expect(await get(path)).toMatchObject(required)
    expect(await get(`${path}&action=play&part=thumbnail`)).toMatchObject(required)
    const { status, body } = await get<{ items: PayloadData[] }>(`${path}&${query({ reason: 'Case 4711' })}`)
    expect(status).toBe(200)
    expect(body.items.map((item) => item.status)).toEqual(['Ok', 'Ok'])
    expect((await recordsOf(other))[0]).toMatchObject({ action: 'payload.data_requested', reason: 'Case 4711' })
  })

  it('shows no words of messages without one, neither in a conversation nor in lists', async () => {
    const path = `${base}/devices/R58/sms/lunch`
    expect(await get(path)).toMatchObject(required)
    expect((await get(`${path}?with_text=false`)).status).toBe(200)
    type Page = ConversationPage
    const { body } = await get<Page>(`${path}?${query({ reason: 'Case 4711' })}`)
    expect(body.items.map(({ text }) => text)).toEqual(['at noon', 'see you'])
    expect((await recordsOf(message))[0]).toMatchObject({
      action: 'payload.read_in_conversation',
      reason: 'Case 4711',
    })
    const list = await get<{ items: Conversation[] }>(`${base}/conversations`)
    expect(list.body.items).toMatchObject([{ status: 'ReasonRequired' }])
    const beginnings = `${base}/conversations/snippets?payload_references[]=${other}`
    expect(await get(beginnings)).toMatchObject(required)
    expect((await recordsOf(other)).filter(({ action }) => action === 'payload.snippet_shown')).toEqual([])
    const shown = await get<{ items: object[] }>(`${beginnings}&${query({ reason: 'Case 4711' })}`)
    expect(shown.body.items).toMatchObject([{ status: 'Ok', snippet: 'see you' }])
    expect((await recordsOf(other))[0]).toMatchObject({ action: 'payload.snippet_shown', reason: 'Case 4711' })
  })

  it('records the reason with the request and with the playback, on the trail and in the chain of custody', async () => {
    const reason = '<b>why\u202e</b> – “é”'
    const { body, cookie } = await dataOf({ action: 'play', reason })
    const response = await media(body.s3_url, cookie)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('at noon')
    expect((await recordsOf(message)).slice(0, 2)).toMatchObject([
      { action: 'payload.viewed', reason },
      { action: 'payload.data_requested', reason },
    ])
    const trail = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', tx.client)
        .where('user_id', '=', 'otto')
        .orderBy('log_id', 'desc')
        .limit(20)
        .execute(),
    )
    const events = trail.flatMap((entry) => entry.events).filter(({ details }) => details.reason === reason)
    expect(events.map(({ event }) => event)).toEqual(['payload.viewed', 'payload.data_requested'])
  })

  it('serves no content with an address from before it asked', async () => {
    await choose({ playback_reason_kind: 'none' })
    const { body, cookie } = await dataOf({ action: 'play' })
    expect((await media(body.s3_url, cookie)).status).toBe(200)
    await choose({ playback_reason_kind: 'text' })
    const refused = await media(body.s3_url, cookie)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject(required)
  })

  it('tells those who may not open a recording so, without asking them', async () => {
    expect((await dataOf({ action: 'play' }, 'nora')).body).toMatchObject({
      status: 'GroupNotAuthorised',
      s3_url: null,
    })
  })

  it.each(['', '   ', '\u202e\u200b', 'x'.repeat(201), 'x'.repeat(10_000)])(
    'refuses a reason that says nothing or is too long',
    async (reason) => expect((await dataOf({ action: 'play', reason })).status).toBe(400),
  )

  it('takes the longest reason in any script, and serves the address that contains it', async () => {
    const reason = '漢'.repeat(200)
    const { body, cookie } = await dataOf({ action: 'play', reason })
    expect((await media(body.s3_url, cookie)).status).toBe(200)
    expect((await recordsOf(message))[0]).toMatchObject({ reason })
  })
})

describe('an account with a list of reasons', () => {
  const setting = { playback_reason_kind: 'list', playback_reasons: ['Periodic review', 'Complaint'] } as const

  it('takes these alone', async () => {
    expect((await choose({ ...setting, playback_reasons: [...setting.playback_reasons] })).status).toBe(200)
    expect(await dataOf({ reason: 'Curiosity' })).toMatchObject({
      status: 400,
      body: { code: 'playback.reason_not_listed' },
    })
    expect(await dataOf({})).toMatchObject(required)
    expect((await dataOf({ reason: 'Complaint' })).body).toMatchObject({ status: 'Ok' })
  })

  it('needs at least one, and at most 20 different ones', async () => {
    const list = (playback_reasons: string[]) => choose({ playback_reason_kind: 'list', playback_reasons })
    expect((await list([])).status).toBe(400)
    expect((await list(['Complaint', 'Complaint'])).status).toBe(400)
    expect((await list(Array.from({ length: 21 }, (_, at) => `Reason ${at}`))).status).toBe(400)
    expect((await list(Array.from({ length: 20 }, (_, at) => `Reason ${at}`))).status).toBe(200)
  })

  it('keeps what a portal from before the setting leaves out', async () => {
    await choose({ ...setting, playback_reasons: [...setting.playback_reasons] })
    const body = { is_word_search_on: false, is_asking_before_pictures: true }
    const path = '/api/admin/v1/northwind/account/settings'
    const response = await account.server.call('PUT', path, { token: account.tokens.boss, body })
    expect(await response.json()).toMatchObject(setting)
  })
})

it('an account that does not ask records a reason that is given', async () => {
  await choose({ playback_reason_kind: 'none' })
  expect((await dataOf({ reason: 'Case 4711' })).body).toMatchObject({ status: 'Ok' })
  expect((await recordsOf(message))[0]).toMatchObject({ reason: 'Case 4711' })
  expect((await dataOf({})).body).toMatchObject({ status: 'Ok' })
  expect((await recordsOf(message))[0]).toMatchObject({ reason: null })
})
