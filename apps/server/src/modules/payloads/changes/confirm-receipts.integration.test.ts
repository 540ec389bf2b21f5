import { type CallResponse, type calls, maxReceiptNoteCharacters, type PayloadAudit } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'rita'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London alone', [
      { actions_matching: 'payloads:read|receipts:write', is_regex: true, conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Confirms in London', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'receipts:write', conditions: [{ names_matching: 'London' }] },
    ])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'London alone')
    .withPerson('rita', 'Confirms in London')
    .open()
})
afterAll(() => account?.close())

let number = 10
const add = (group: string, fields: Parameters<TestAccount['addCall']>[2] = {}) =>
  account.addCall(number++, group, { group, ...fields })

let [call, other, elsewhere] = ['', '', '']
beforeEach(async () => {
  call = await add('London')
  other = await add('London')
  elsewhere = await add('Lisbon')
})

type Answer = CallResponse<typeof calls.confirmReceipts> & { code?: string }
type Person = keyof typeof account.tokens

const confirm = async (who: Person, payload_references: readonly string[], note?: string) => {
  const body = { payload_references, ...(note !== undefined && { note }) }
  const response = await account.server.call('POST', `${base}/receipts`, { token: account.tokens[who], body })
  return { status: response.status, body: (await response.json()) as Answer }
}
const resultsOf = ({ body }: Awaited<ReturnType<typeof confirm>>) =>
  body.items.map(({ result, code }) => (result === 'refused' ? code : result))
const auditOf = (reference: string) =>
  account.server.getJson<PayloadAudit>(`${base}/payloads/${reference}/audit`, account.tokens.ruth)
const payloadOf = (reference: string) =>
  account.server.getJson<Record<string, unknown>>(`${base}/payloads/${reference}`, account.tokens.ruth)
const lastEntry = () =>
  account.read(({ db }) =>
    db
      .selectFrom('user_activities')
      .select(['call', 'events', 'is_allowed', 'denial_reason', 'group'])
      .where('client', '=', client)
      .where('call', '=', 'POST /receipts')
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

describe('a receipt', () => {
  it('stands on the recording, in its audit, its custody and on the trail', async () => {
    const { status, body } = await confirm('ruth', [call, other], 'Filed under 4711')
    expect(status).toBe(200)
    const receipt = { user: 'ruth', time: expect.any(String), note: 'Filed under 4711' }
    expect(body.items).toEqual([
      { payload_reference: call, result: 'confirmed', receipt },
      { payload_reference: other, result: 'confirmed', receipt },
    ])
    const time = body.items[0]?.receipt?.time
    const changed = { receipt_confirmed_at: time, receipt_confirmed_by: 'ruth', updated_at: time, updated_by: 'ruth' }
    expect(await payloadOf(call)).toMatchObject(changed)
    const { receipts, records } = await auditOf(call)
    expect(receipts).toEqual([{ user: 'ruth', time, note: 'Filed under 4711' }])
    expect(records).toMatchObject([{ action: 'payload.receipt_confirmed', portal_user: 'ruth', time }])
    const payloads = [call, other].map((payload_reference) => ({ payload_reference, status: 'confirmed' }))
    expect(await lastEntry()).toMatchObject({
      events: [{ event: 'payload.receipt_confirmed', details: { note: 'Filed under 4711', payloads } }],
      is_allowed: true,
      denial_reason: null,
      group: 'London',
    })
  })

  it('is kept for each person; the first one stays the one of the recording', async () => {
    const { body } = await confirm('ruth', [call])
    await confirm('otto', [call], 'I have it, too')
    expect(await payloadOf(call)).toMatchObject({ receipt_confirmed_by: 'ruth', updated_by: 'ruth' })
    const { receipts } = await auditOf(call)
    expect(receipts).toEqual([
      body.items[0]?.receipt,
      { user: 'otto', time: expect.any(String), note: 'I have it, too' },
    ])
  })

  it('returns the first receipt when it is repeated, and changes nothing', async () => {
    const first = await confirm('ruth', [call], 'Once')
    const [before, audit] = [await payloadOf(call), await auditOf(call)]
    const again = await confirm('ruth', [call], 'Twice')
    expect(again).toEqual(first)
    expect(await payloadOf(call)).toEqual(before)
    expect(await auditOf(call)).toEqual(audit)
    const [event] = (await lastEntry()).events as { details: object }[]
    expect(event?.details).toMatchObject({ payloads: [{ payload_reference: call, status: 'confirmed_before' }] })
  })

  it('is stored once when it is confirmed twice at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm('ruth', [call, other])))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect((await auditOf(call)).receipts.length).toBe(1)
  })

  it('cannot be changed or deleted by the server', async () => {
    await confirm('ruth', [call])
    const change = account.write(({ db, client: own }) =>
      db.updateTable('payload_receipts').set({ note: 'Forged' }).where('client', '=', own).execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
    const removal = account.write(({ db, client: own }) =>
      db.deleteFrom('payload_receipts').where('client', '=', own).execute(),
    )
    await expect(removal).rejects.toThrow('permission denied')
  })
})

it('open screens are told which recording has a new receipt, as long as they may see it', async () => {
  const events = await account.server.call('GET', `/api/admin/v1/${client}/events`, { token: account.tokens.lena })
  if (!events.body) throw new Error('no stream')
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader.read()).value ?? ''
  }
  await until('retry:')
  await confirm('ruth', [elsewhere])
  await confirm('ruth', [call])
  await until(call)
  expect(heard).toMatch(new RegExp(`"kind":"payload","reference":"${call}","state":"Processed"`))
  expect(heard).not.toContain(elsewhere)
  await reader.cancel()
})

describe('each recording of a request is decided on its own', () => {
  it('answers hidden and unknown recordings alike, in the order of the request', async () => {
    const unknown = ulid()
    const answer = await confirm('lena', [unknown, call, elsewhere])
    expect(resultsOf(answer)).toEqual(['payload.not_found', 'confirmed', 'payload.not_found'])
    const [missing, , hidden] = answer.body.items
    expect({ ...hidden, payload_reference: unknown }).toEqual(missing)
    expect((await auditOf(elsewhere)).receipts).toEqual([])
    expect(await lastEntry()).toMatchObject({ is_allowed: false, denial_reason: 'payload.not_found', group: 'London' })
  })

  it('refuses recordings that the caller may only read', async () => {
    expect(resultsOf(await confirm('rita', [elsewhere, call]))).toEqual(['auth.forbidden', 'confirmed'])
    expect((await auditOf(elsewhere)).receipts).toEqual([])
  })

  it('refuses those whose content nobody can have received', async () => {
    const states = ['NotRecorded', 'Recorded', 'Uploaded', 'Scanning', 'Failed', 'Quarantined', 'Deleted'] as const
    const others = await Promise.all(states.map((payload_state) => add('London', { payload_state })))
    const transferred = await add('London', { payload_state: 'Transferred' })
    const personal = await add('London', { is_personal_number: true })
    const answer = await confirm('ruth', [...others, transferred, personal])
    expect(resultsOf(answer)).toEqual([...states.map(() => 'receipt.no_content'), 'confirmed', 'receipt.personal'])
    expect(answer.body.items.at(-1)?.message).toBe('Nobody receives the content of recordings with a personal number')
    expect((await auditOf(personal)).receipts).toEqual([])
  })
})

describe('a request', () => {
  it('takes 1 to 100 different references, and a note of visible characters', async () => {
    const references = Array.from({ length: 101 }, () => ulid())
    const note = 'é'.repeat(maxReceiptNoteCharacters)
    expect((await confirm('ruth', references.slice(1), note)).body.items.length).toBe(100)
    for (const [payload_references, text] of [
      [references, 'x'],
      [[call, call], 'x'],
      [[], 'x'],
      [[call], ' \u200b'],
      [[call], `${note}é`],
    ] as const) {
      expect(await confirm('ruth', payload_references, text)).toMatchObject({
        status: 400,
        body: { code: 'request.invalid' },
      })
    }
    expect((await auditOf(call)).receipts).toEqual([])
  })

  it('keeps a note with markup and direction marks as it was written', async () => {
    const note = '<b>x</b> \u202etxet\u202c\n end'
    const { body } = await confirm('ruth', [call], note)
    expect(body.items[0]?.receipt?.note).toBe(note)
    expect((await auditOf(call)).receipts[0]?.note).toBe(note)
  })
})
