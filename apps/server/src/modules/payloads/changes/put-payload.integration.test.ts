import {
  type ErrorRecord,
  maxPersonalReasonCharacters,
  type PayloadAudit,
  type PayloadDetail,
  type UserActivity,
  type UserActivityEntry,
} from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSealedMessages } from '../../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`
const anna = '+447700900123'
const withheld = { second_parties: [{ phone_number: anna, name: 'Bob' }, { phone_number: null }] }

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'ada'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('Corrects in London', [
      {
        actions_matching: 'payloads:read|payloads:update',
        is_regex: true,
        conditions: [{ names_matching: 'London' }],
      },
    ])
    .withRole('Reads the trail', [{ actions_matching: 'audit:read' }])
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Corrects in London')
    .withPerson('ada', 'Reads the trail')
    .open()
})
afterAll(() => account?.close())

let number = 10
const add = (group: string, fields: Parameters<TestAccount['addCall']>[2] = {}) =>
  account.addCall(number++, group, { group, numbers: [anna], meta: JSON.stringify(withheld), ...fields })

let [call, interview, elsewhere] = ['', '', '']
beforeEach(async () => {
  call = await add('London')
  interview = await add('London', {
    payload_type: 'Interview',
    numbers: [],
    meta: JSON.stringify({ notes: 'Came late' }),
  })
  elsewhere = await add('Lisbon')
})

type Person = keyof typeof account.tokens
const amend = async (who: Person, reference: string, body: object) => {
  const response = await account.server.call('PUT', `${base}/payloads/${reference}`, {
    token: account.tokens[who],
    body,
  })
  return { status: response.status, body: (await response.json()) as PayloadDetail & Partial<ErrorRecord> }
}
const read = <T>(path: string, who: Person = 'ruth') =>
  account.server.getJson<T>(`${base}/${path}`, account.tokens[who])
const listed = async (reference: string, query = '') => {
  const { items } = await read<{ items: PayloadDetail[] }>(`payloads?limit=100${query}`)
  return items.find(({ payload_reference }) => payload_reference === reference)
}
const recordsOf = async (reference: string) => (await read<PayloadAudit>(`payloads/${reference}/audit`)).records
const trail = `/api/admin/v1/${client}/activities`
const entryOf = async (reference: string, who: Person): Promise<UserActivityEntry | undefined> => {
  const token = account.tokens[who]
  const list = `${trail}?limit=20&filter[action]=${encodeURIComponent('PUT /payloads/{payload_reference}')}`
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(list, token)
  const row = items.find(({ parameters }) => parameters.payload_reference === reference)
  return row && account.server.getJson<UserActivityEntry>(`${trail}/${row.log_id}`, token)
}

describe('a corrected name', () => {
  it('stands beside the one of the handset, on the recording, in lists, in custody and on the trail', async () => {
    const { status, body } = await amend('lena', call, {
      version: 0,
      party_names: [{ phone_number: anna, name: 'Anna' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      meta: withheld,
      updated_by: 'lena',
      amendments: {
        version: 1,
        updated_by: 'lena',
        party_names: [{ phone_number: anna, name: 'Anna', amended_by: 'lena', amended_at: expect.any(String) }],
        notes: null,
        personal: null,
      },
    })
    expect((await listed(call))?.amendments?.party_names).toMatchObject([{ name: 'Anna' }])
    expect((await recordsOf(call))[0]).toMatchObject({ action: 'payload.amended', actor: 'lena', reason: null })
    expect((await entryOf(call, 'ruth'))?.events).toMatchObject([
      {
        event: 'payload.amended',
        changes: [{ field: 'party_names', before: [`${anna}: Bob`], after: [`${anna}: Anna`] }],
      },
    ])
    const custody = await account.read((tx) =>
      tx.db
        .selectFrom('custody_events')
        .select('details')
        .where('client', '=', client)
        .where('payload_reference', '=', call)
        .where('event', '=', 'payload.amended')
        .execute(),
    )
    expect(custody).toMatchObject([
      {
        details: {
          version: 1,
          before: { party_names: [{ phone_number: anna, name: 'Bob' }] },
          after: { party_names: [{ phone_number: anna, name: 'Anna' }] },
        },
      },
    ])
  })

  it('is not told to readers of the trail who may not read the recording', async () => {
    await amend('lena', call, { party_names: [{ phone_number: anna, name: 'Anna' }] })
    const entry = await entryOf(call, 'ada')
    expect(entry?.events).toMatchObject([{ event: 'payload.amended', changes: [] }])
    expect(JSON.stringify(entry)).not.toMatch(/Anna|Bob/)
  })

  it('is found by the search of names, also of a party whose number was withheld by its recording', async () => {
    await amend('lena', call, {
      party_names: [
        { phone_number: anna, name: 'Annabel Quill' },
        { phone_number: null, name: 'The lawyer' },
      ],
    })
    const { items } = await read<{ items: { reference: string }[] }>('found?text=quill')
    expect(items.map(({ reference }) => reference)).toEqual([anna])
    expect((await listed(call))?.amendments?.party_names.map(({ name }) => name)).toEqual([
      'Annabel Quill',
      'The lawyer',
    ])
  })

  it('is the one of the handset again when it is taken back; all corrections are kept', async () => {
    await amend('lena', call, { party_names: [{ phone_number: anna, name: 'Anna' }] })
    await amend('ruth', call, { version: 1, party_names: [{ phone_number: null, name: 'The lawyer' }] })
    const { body } = await amend('ruth', call, { version: 2, party_names: [{ phone_number: anna, name: null }] })
    expect(body.amendments).toMatchObject({ version: 3, party_names: [{ phone_number: null, amended_by: 'ruth' }] })
    const kept = await account.read((tx) =>
      tx.db
        .selectFrom('payload_amendments')
        .select(['version', 'amended_by', 'after'])
        .where('client', '=', client)
        .where('payload_reference', '=', call)
        .orderBy('version')
        .execute(),
    )
    expect(kept).toEqual([
      { version: 1, amended_by: 'lena', after: { party_names: [{ phone_number: anna, name: 'Anna' }] } },
      { version: 2, amended_by: 'ruth', after: { party_names: [{ phone_number: null, name: 'The lawyer' }] } },
      { version: 3, amended_by: 'ruth', after: { party_names: [{ phone_number: anna, name: 'Bob' }] } },
    ])
  })
})

describe('corrected notes', () => {
  it('replace those of the handset, which are kept', async () => {
    const { body } = await amend('ruth', interview, { notes: 'Came at noon' })
    expect(body).toMatchObject({ meta: { notes: 'Came late' }, amendments: { notes: { text: 'Came at noon' } } })
    expect((await entryOf(interview, 'ruth'))?.events[0]?.changes).toEqual([
      { field: 'notes', before: ['Came late'], after: ['Came at noon'], left_off: 0 },
    ])
    const again = await amend('ruth', interview, { notes: null })
    expect(again.body.amendments?.notes).toBeNull()
  })
})

describe('a personal mark', () => {
  it('withholds the content until it is taken back, each with a reason', async () => {
    const [message = ''] = await addSealedMessages(account, [
      { text: 'at noon', thread_id: 'a', group: 'London', device_reference: 'R58', payload_time: new Date() },
    ])
    const statusOf = async () => (await read<{ status: string }>(`payloads/${message}/data?action=play`, 'otto')).status
    expect(await statusOf()).toBe('Ok')
    const marked = await amend('ruth', message, { personal: { is_personal: true, reason: 'With her doctor' } })
    expect(marked.body).toMatchObject({
      is_personal_number: true,
      amendments: { personal: { reason: 'With her doctor', amended_by: 'ruth' } },
    })
    expect(await statusOf()).toBe('Personal')
    expect(await listed(message, '&filter[is_personal_number]=true')).toBeDefined()
    const [record] = (await recordsOf(message)).filter(({ action }) => action === 'payload.amended')
    expect(record).toMatchObject({ actor: 'ruth', reason: 'With her doctor' })
    await amend('ruth', message, { version: 1, personal: { is_personal: false, reason: 'Not her doctor' } })
    expect(await statusOf()).toBe('Ok')
  })

  it('stays where the number is a personal one', async () => {
    const personal = await add('London', { is_personal_number: true })
    expect(await amend('ruth', personal, { personal: { is_personal: false, reason: 'To listen' } })).toMatchObject({
      status: 409,
      body: { code: 'payload.personal_number' },
    })
    expect(
      (await amend('ruth', personal, { personal: { is_personal: true, reason: 'Again' } })).body.amendments,
    ).toBeNull()
  })
})

describe('a correction', () => {
  it('of what somebody else corrected meanwhile is refused', async () => {
    const named = (name: string) => ({ version: 0, party_names: [{ phone_number: anna, name }] })
    const [one, other] = await Promise.all([amend('ruth', call, named('Anna')), amend('lena', call, named('Annie'))])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    expect([one.body.code, other.body.code]).toContain('edit.conflict')
    expect((await listed(call))?.amendments?.version).toBe(1)
  })

  it('of a destroyed recording is refused: nothing would erase it', async () => {
    const destroyed = await add('London', { payload_state: 'Destroyed' })
    const named = { party_names: [{ phone_number: anna, name: 'Anna' }] }
    expect(await amend('ruth', destroyed, named)).toMatchObject({
      status: 409,
      body: { code: 'payload.not_amendable' },
    })
  })

  it('that changes nothing leaves no correction', async () => {
    const { body } = await amend('ruth', call, { party_names: [{ phone_number: anna, name: 'Bob' }] })
    expect(body.amendments).toBeNull()
    expect((await entryOf(call, 'ruth'))?.events).toMatchObject([{ event: 'record.unchanged' }])
  })

  it.each([
    ['notes of a call', { notes: 'A call has none' }],
    ['the name of a stranger', { party_names: [{ phone_number: '+4499', name: 'Nobody' }] }],
  ])('of %s is refused', async (_, body) => {
    expect(await amend('ruth', call, body)).toMatchObject({ status: 409, body: { code: 'payload.not_amendable' } })
  })

  it.each([
    ['a blank name', { party_names: [{ phone_number: anna, name: ' \u200b' }] }],
    ['a mark without a reason', { personal: { is_personal: true } }],
    ['a long reason', { personal: { is_personal: true, reason: 'x'.repeat(maxPersonalReasonCharacters + 1) } }],
    ['what the handset said', { meta: { notes: 'Forged' } }],
  ])('with %s is refused', async (_, body) => {
    expect(await amend('ruth', call, body)).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  it('needs the right to it; others can not tell whether the recording exists', async () => {
    const body = { party_names: [{ phone_number: anna, name: 'Anna' }] }
    expect((await amend('otto', call, body)).status).toBe(403)
    const hidden = await amend('lena', elsewhere, body)
    const unknown = await amend('lena', '01ARZ3NDEKTSV4RRFFQ69G5FAV', body)
    expect(hidden).toEqual(unknown)
    expect(hidden.status).toBe(404)
  })
})
