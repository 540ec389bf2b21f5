import { type AccountSettings, type CallResponse, type calls, maxReviewNoteCharacters } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

let account: TestAccount<'ruth' | 'otto' | 'lena' | 'rita' | 'paul'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London alone', [
      { actions_matching: 'payloads:read|reviews:.*', is_regex: true, conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Reviews in London', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'reviews:*', conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Reads', [{ actions_matching: 'payloads:read' }])
    .withPerson('ruth', 'Compliance Officer', 'Account Administrator')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'London alone')
    .withPerson('rita', 'Reviews in London')
    .withPerson('paul', 'Reads')
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

type Answer = CallResponse<typeof calls.markReviewed> & { code?: string }
type Marks = Extract<CallResponse<typeof calls.listReviewMarks>, { items: unknown }>
type Person = keyof typeof account.tokens

const mark = async (
  who: Person,
  payload_references: readonly string[],
  { disposition = 'No concern', note }: { disposition?: string; note?: string } = {},
) => {
  const body = { payload_references, disposition, ...(note !== undefined && { note }) }
  const response = await account.server.call('POST', `${base}/reviews`, { token: account.tokens[who], body })
  return { status: response.status, body: (await response.json()) as Answer }
}
const resultsOf = ({ body }: Awaited<ReturnType<typeof mark>>) =>
  body.items.map(({ result, code }) => (result === 'refused' ? code : result))
const marksOf = async (reference: string) =>
  (await account.server.getJson<Marks>(`${base}/payloads/${reference}/reviews`, account.tokens.ruth)).items
const payloadOf = (reference: string, who: Person = 'ruth') =>
  account.server.getJson<Record<string, unknown>>(`${base}/payloads/${reference}`, account.tokens[who])
const listed = async (who: Person, filter: string) => {
  const list = await account.server.getJson<{ items: { payload_reference: string; disposition: string | null }[] }>(
    `${base}/payloads?limit=100&${filter}`,
    account.tokens[who],
  )
  return new Map(list.items.map(({ payload_reference, disposition }) => [payload_reference, disposition]))
}

describe('a mark', () => {
  it('stands on the recording, in its history, its custody and on the trail', async () => {
    const { status, body } = await mark('ruth', [call, other], { disposition: 'Follow up', note: 'Ask about Friday' })
    expect(status).toBe(200)
    const time = body.items[0]?.mark?.reviewed_at
    const own = { reviewed_by: 'ruth', reviewed_at: time, disposition: 'Follow up', note: 'Ask about Friday' }
    expect(body.items).toMatchObject([
      { payload_reference: call, result: 'reviewed', mark: { payload_reference: call, ...own } },
      { payload_reference: other, result: 'reviewed', mark: { payload_reference: other, ...own } },
    ])
    const stands = { reviewed_at: time, reviewed_by: 'ruth', disposition: 'Follow up', updated_at: time }
    expect(await payloadOf(call)).toMatchObject({ ...stands, updated_by: 'ruth' })
    expect(await marksOf(call)).toEqual([body.items[0]?.mark])
    const { records } = await account.server.getJson<{ records: unknown[] }>(
      `${base}/payloads/${call}/audit`,
      account.tokens.ruth,
    )
    expect(records).toMatchObject([{ action: 'payload.reviewed', portal_user: 'ruth', time }])
    const { events } = await lastEntry()
    const payloads = [call, other].map((payload_reference) => ({ payload_reference, status: 'reviewed' }))
    expect(events).toMatchObject([{ event: 'payload.reviewed', details: { disposition: 'Follow up', payloads } }])
  })

  it('is kept beside those of others and earlier ones; the latest one stands on the recording', async () => {
    await mark('ruth', [call])
    await mark('otto', [call], { disposition: 'Possible breach', note: 'Listen to the end' })
    await mark('ruth', [call], { disposition: 'Not relevant' })
    expect((await marksOf(call)).map(({ reviewed_by, disposition }) => [reviewed_by, disposition])).toEqual([
      ['ruth', 'Not relevant'],
      ['otto', 'Possible breach'],
      ['ruth', 'No concern'],
    ])
    expect(await payloadOf(call)).toMatchObject({ reviewed_by: 'ruth', disposition: 'Not relevant' })
  })

  it('of two people who decide at once is kept, and the recording has the one that the history names last', async () => {
    const answers = await Promise.all([
      mark('ruth', [call, other]),
      mark('otto', [other, call], { disposition: 'Not relevant' }),
    ])
    expect(answers.map(resultsOf)).toEqual([
      ['reviewed', 'reviewed'],
      ['reviewed', 'reviewed'],
    ])
    for (const reference of [call, other]) {
      const marks = await marksOf(reference)
      expect(new Set(marks.map(({ reviewed_by }) => reviewed_by))).toEqual(new Set(['ruth', 'otto']))
      const [{ reviewed_at, reviewed_by, disposition } = {}] = marks
      expect(await payloadOf(reference)).toMatchObject({ reviewed_at, reviewed_by, disposition })
    }
  })

  it('that repeats the one that stands changes nothing; another note, or somebody in between, makes it another', async () => {
    const first = await mark('ruth', [call, other])
    const before = await payloadOf(call)
    expect(await mark('ruth', [call, other])).toEqual(first)
    expect(await payloadOf(call)).toEqual(before)
    const payloads = [call, other].map((payload_reference) => ({ payload_reference, status: 'reviewed_before' }))
    expect((await lastEntry()).events).toMatchObject([{ details: { payloads } }])
    await mark('ruth', [call], { note: 'Heard it again' })
    await mark('otto', [other])
    await mark('ruth', [other])
    expect([(await marksOf(call)).length, (await marksOf(other)).length]).toEqual([2, 3])
  })

  it('is counted by day, group, reviewer and disposition', async () => {
    const before = await counted()
    await mark('otto', [call, other, elsewhere])
    await mark('otto', [call])
    expect(await counted()).toEqual({
      London: (before.London ?? 0) + 2,
      Lisbon: (before.Lisbon ?? 0) + 1,
    })
  })

  it('cannot be changed or deleted by the server', async () => {
    await mark('ruth', [call])
    const change = account.write(({ db, client: own }) =>
      db.updateTable('review_marks').set({ note: 'Forged' }).where('client', '=', own).execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
    const removal = account.write(({ db, client: own }) =>
      db.deleteFrom('review_marks').where('client', '=', own).execute(),
    )
    await expect(removal).rejects.toThrow('permission denied')
  })
})

const counted = async () => {
  const rows = await account.read(({ db }) =>
    db
      .selectFrom('review_counters')
      .select(['group', 'marks'])
      .where('client', '=', client)
      .where('reviewed_by', '=', 'otto')
      .where('disposition', '=', 'No concern')
      .execute(),
  )
  return Object.fromEntries(rows.map(({ group, marks }) => [group, marks]))
}

const lastEntry = () =>
  account.read(({ db }) =>
    db
      .selectFrom('user_activities')
      .select(['events', 'is_allowed', 'denial_reason', 'group'])
      .where('client', '=', client)
      .where('call', '=', 'POST /reviews')
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

describe('each recording of a request is decided on its own', () => {
  it('answers hidden and unknown recordings alike, in the order of the request', async () => {
    const unknown = ulid()
    const answer = await mark('lena', [unknown, call, elsewhere])
    expect(resultsOf(answer)).toEqual(['payload.not_found', 'reviewed', 'payload.not_found'])
    const [missing, , hidden] = answer.body.items
    expect({ ...hidden, payload_reference: unknown }).toEqual(missing)
    expect(await marksOf(elsewhere)).toEqual([])
    expect(await lastEntry()).toMatchObject({ is_allowed: false, denial_reason: 'payload.not_found', group: 'London' })
  })

  it('refuses recordings that the caller may only read, and those without processed content', async () => {
    const waiting = await add('London', { payload_state: 'Uploaded' })
    expect(resultsOf(await mark('rita', [elsewhere, waiting, call]))).toEqual([
      'auth.forbidden',
      'review.not_processed',
      'reviewed',
    ])
    expect(await marksOf(elsewhere)).toEqual([])
  })

  it('marks calls that were never recorded, so that nothing stays unreviewed for good', async () => {
    const aborted = await add('London', { payload_type: 'AbortedCall', payload_state: 'NotRecorded' })
    expect(resultsOf(await mark('ruth', [aborted]))).toEqual(['reviewed'])
    expect((await listed('ruth', 'filter[is_reviewed]=false')).has(aborted)).toBe(false)
  })
})

describe('a request', () => {
  it('takes 1 to 100 different references, and a note of visible characters', async () => {
    const references = Array.from({ length: 101 }, () => ulid())
    const note = 'é'.repeat(maxReviewNoteCharacters)
    expect((await mark('ruth', references.slice(1), { note })).body.items.length).toBe(100)
    for (const [payload_references, text] of [
      [references, 'x'],
      [[call, call], 'x'],
      [[], 'x'],
      [[call], ' \u200b'],
      [[call], `${note}é`],
    ] as const) {
      expect(await mark('ruth', payload_references, { note: text })).toMatchObject({
        status: 400,
        body: { code: 'request.invalid' },
      })
    }
    expect(await marksOf(call)).toEqual([])
  })

  it('takes dispositions of the account alone, and with a note where they need one', async () => {
    const refused = async (wanted: Parameters<typeof mark>[2]) => (await mark('ruth', [call], wanted)).body.code
    expect(await refused({ disposition: 'Fine' })).toBe('review.unknown_disposition')
    expect(await refused({ disposition: 'Follow up' })).toBe('review.note_required')
    expect(await refused({ disposition: '\u202econcern oN' })).toBe('request.invalid')
    expect(await marksOf(call)).toEqual([])
  })

  it('is refused without a token, and to people without the action', async () => {
    const body = { payload_references: [call], disposition: 'No concern' }
    expect((await account.server.call('POST', `${base}/reviews`, { body })).status).toBe(401)
    expect((await mark('paul', [call])).body.code).toBe('auth.forbidden')
    const elsewhereInTheWorld = '/api/client/v1/southwind/reviews'
    const response = await account.server.call('POST', elsewhereInTheWorld, { token: account.tokens.ruth, body })
    expect(response.ok).toBe(false)
  })
})

describe('lists', () => {
  it('are filtered by whether recordings were reviewed, and by what came of it', async () => {
    await mark('ruth', [call])
    await mark('ruth', [elsewhere], { disposition: 'Not relevant' })
    const reviewed = await listed('ruth', 'filter[is_reviewed]=true')
    expect([reviewed.get(call), reviewed.has(other), reviewed.get(elsewhere)]).toEqual([
      'No concern',
      false,
      'Not relevant',
    ])
    const open = await listed('ruth', 'filter[is_reviewed]=false')
    expect([open.has(call), open.has(other)]).toEqual([false, true])
    const irrelevant = await listed('ruth', 'filter[dispositions][0]=Not relevant')
    expect([irrelevant.has(call), irrelevant.has(elsewhere)]).toEqual([false, true])
  })

  it('are filtered by who reviewed recordings last, and when', async () => {
    await mark('ruth', [call, elsewhere])
    await mark('rita', [call], { disposition: 'Not relevant' })
    const { reviewed_at } = await payloadOf(call, 'ruth')
    const day = String(reviewed_at).slice(0, 10)
    const dayAfter = new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)
    const found = async (filter: string) => {
      const rows = await listed('ruth', filter)
      return [call, other, elsewhere].filter((reference) => rows.has(reference))
    }
    expect(await found('filter[reviewed_by][0]=ruth')).toEqual([elsewhere])
    expect(await found('filter[reviewed_by][0]=ruth&filter[reviewed_by][1]=rita')).toEqual([call, elsewhere])
    expect(await found(`filter[reviewed_by][0]=rita&filter[reviewed_from]=${day}`)).toEqual([call])
    expect(await found(`filter[reviewed_from]=${dayAfter}`)).toEqual([])
    const until = String(reviewed_at).slice(0, 19).replace('T', '-').replaceAll(':', '')
    expect(await found(`filter[reviewed_by][0]=rita&filter[reviewed_to]=${until}`)).toEqual([call])
    expect(await found('filter[reviewed_to]=2020-01-01')).toEqual([])
    expect(await found('filter[is_reviewed]=false&filter[reviewed_by][0]=ruth')).toEqual([])
  })

  it('tell what came of a review only to those who may read reviews there', async () => {
    await mark('ruth', [call, elsewhere])
    expect(await payloadOf(elsewhere, 'rita')).toMatchObject({ reviewed_by: 'ruth', disposition: null })
    const all = await listed('rita', 'filter[is_reviewed]=true')
    expect([all.get(call), all.get(elsewhere)]).toEqual(['No concern', null])
    const filtered = await listed('rita', 'filter[dispositions][0]=No concern')
    expect([filtered.has(call), filtered.has(elsewhere)]).toEqual([true, false])
    expect((await listed('paul', 'filter[dispositions][0]=No concern')).size).toBe(0)
    const history = `${base}/payloads/${elsewhere}/reviews`
    expect((await account.server.call('GET', history, { token: account.tokens.rita })).status).toBe(403)
    expect((await account.server.call('GET', history, { token: account.tokens.lena })).status).toBe(404)
  })
})

it('an account chooses its own dispositions; earlier marks keep their words', async () => {
  const settings = `/api/admin/v1/${client}/account/settings`
  const before = await account.server.getJson<AccountSettings>(settings, account.tokens.ruth)
  const { is_word_search_on, is_asking_before_pictures, version, dispositions: defaults } = before
  const put = (dispositions: AccountSettings['dispositions']) =>
    account.server.call('PUT', settings, {
      token: account.tokens.ruth,
      body: { is_word_search_on, is_asking_before_pictures, dispositions },
    })
  await mark('ruth', [call])
  expect(version).toBe(0)
  const repeated = await put([...defaults, { name: 'no concern ', needs_note: true }])
  expect(await repeated.json()).toMatchObject({ code: 'review.repeated_disposition' })
  expect((await put([])).status).toBe(400)
  expect((await put([{ name: 'In Ordnung', needs_note: false }])).status).toBe(200)
  expect((await mark('ruth', [call])).body.code).toBe('review.unknown_disposition')
  expect((await mark('ruth', [other], { disposition: 'In Ordnung' })).status).toBe(200)
  expect(await marksOf(call)).toMatchObject([{ disposition: 'No concern' }])
  await put(defaults)
})
