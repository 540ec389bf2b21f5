import type { Conversation, ConversationPage, ListTotal, MessageSnippet } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { addSealedMessages, type SealedMessage } from '../../../../../tests/setup/sealed-messages.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { partiesOf, partiesStatement } from '../payloads/index.ts'

type Page = ConversationPage

const base = '/api/client/v1/northwind'
const start = Date.parse('2026-03-02T23:00:00.000Z')
const hourMs = 3_600_000

const person = (...actions: string[]) => actions.map((actions_matching) => ({ actions_matching }))
const inGroup = (group: string, ...actions: string[]) =>
  actions.map((actions_matching) => ({ actions_matching, conditions: [{ names_matching: group }] }))
const reads = ['payloads:read', 'payloads:play']

const message = (index: number, own: Partial<SealedMessage> = {}): SealedMessage => ({
  text: `text ${index}`,
  thread_id: 'lunch',
  group: 'London',
  device_reference: 'R58',
  payload_time: new Date(start + index * hourMs),
  ...own,
})

type Person = 'everyone' | 'london' | 'lisbon' | 'reader' | 'texts' | 'nobody'
let account: TestAccount<Person>
/** Of the conversation 'lunch', by their time. */
let lunch: string[]

beforeAll(async () => {
  account = await anAccount()
    .withGroups('London', 'Lisbon')
    .withRole('everything', person(...reads))
    .withRole('in London', inGroup('London', ...reads))
    .withRole('in Lisbon', inGroup('Lisbon', ...reads))
    .withRole('without playing', person('payloads:read'))
    .withRole('without recordings', person('groups:read'))
    .withPerson('everyone', 'everything')
    .withPerson('london', 'in London')
    .withPerson('lisbon', 'in Lisbon')
    .withPerson('reader', 'without playing')
    .withPerson('nobody', 'without recordings')
    .open()
    .then(async (opened) => {
      await opened.write(async (tx) => {
        const permissions = JSON.stringify(person(...reads))
        await addRows(tx, 'roles', [{ role_reference: 'SMS alone', permissions, payload_types: ['SMS'] }])
        await bumpAccessVersion(tx)
      })
      const texts = await opened.signIn('texts', 'SMS alone')
      return Object.assign(opened, { tokens: { ...opened.tokens, texts } }) as unknown as TestAccount<Person>
    })
  lunch = await addSealedMessages(account, [
    ...Array.from({ length: 20 }, (_, index) => message(index)),
    message(20, { payload_type: 'MMS', subject: 'Menu' }),
    message(21, { payload_type: 'RCS', meta: { direction: 'CC' } }),
    message(22, { row: { is_personal_number: true } }),
    message(23, { row: { payload_state: 'Quarantined' } }),
    message(24, { group: 'Lisbon', text: 'of another group' }),
  ])
  await addSealedMessages(account, [
    message(30, { thread_id: 'hidden', group: 'Lisbon', device_reference: 'R59' }),
    message(5, { thread_id: 'a/b?c=%2e&d', text: '<img src=x onerror=alert(1)>\u202e reversed' }),
    message(6, { thread_id: '..', text: 'dots' }),
    message(7, { thread_id: 'x'.repeat(200), text: 'y'.repeat(100_000) }),
    message(8, { thread_id: '', text: 'no thread' }),
  ])
}, 120_000)
afterAll(() => account?.close())

const path = (thread: string, query = '', device = 'R58') =>
  `${base}/devices/${device}/sms/${encodeURIComponent(thread)}${query}`
const read = (who: Person, thread: string, query = '', device = 'R58') =>
  account.server.getJson<Page>(path(thread, query, device), account.tokens[who])
const referencesOf = ({ items }: Pick<Page, 'items'>) => items.map(({ payload_reference }) => payload_reference)
const textsOf = ({ items }: Pick<Page, 'items'>) => items.map(({ text }) => text)
const list = (who: Person, query = '') =>
  account.server.getJson<{ items: Conversation[]; last_key: string | null }>(
    `${base}/conversations?${query}`,
    account.tokens[who],
  )
const snippetsOf = (who: Person, references: readonly string[]) =>
  account.server.getJson<{ items: MessageSnippet[] }>(
    `${base}/conversations/snippets?${references.map((reference) => `payload_references[]=${reference}`).join('&')}`,
    account.tokens[who],
  )
/** The conversations of a list with the beginnings of their last messages. */
const withSnippets = async (who: Person, conversations: readonly Conversation[]) => {
  const { items } = await snippetsOf(
    who,
    conversations.map(({ last_payload_reference }) => last_payload_reference),
  )
  return conversations.map(({ thread_id, messages }, index) => ({
    thread_id,
    messages,
    snippet: items[index]?.snippet,
  }))
}
const total = (who: Person, query = '') =>
  account.server.getJson<ListTotal>(`${base}/conversations?query_result_type=total&${query}`, account.tokens[who])

const activities = (event: string) =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['events', 'user_id', 'group'])
      .where('client', '=', tx.client)
      .orderBy('log_id')
      .execute()
    return rows.flatMap(({ events, user_id, group }) =>
      events.filter((one) => one.event === event).map(({ details }) => ({ user_id, group, details })),
    )
  })
const custody = (payload_reference: string, event: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('custody_events')
      .select(['actor', 'details'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .where('event', '=', event as never)
      .execute(),
  )

describe('a conversation', () => {
  it('has the SMS, MMS and RCS of a thread in the order of their time, with their texts', async () => {
    const page = await read('everyone', 'lunch')
    expect(referencesOf(page)).toEqual(lunch)
    expect(textsOf(page).slice(0, 3)).toEqual(['text 0', 'text 1', 'text 2'])
    expect(page.items[20]).toMatchObject({ payload_type: 'MMS', subject: 'Menu', text: 'text 20', status: 'Ok' })
    expect(page.items[22]).toMatchObject({ status: 'Personal', text: null })
    expect(page.items[23]).toMatchObject({ status: 'NoS3Url', text: null })
    expect(page).toMatchObject({ count: 25, last_key: null, first_key: null, focus: null })
    expect(page.items[0]).not.toHaveProperty('encrypted_dek')
  })

  it('is described as a whole, with its days in the time zone of the reader', async () => {
    const { conversation } = await read('everyone', 'lunch', '?limit=1&timezone=America/Sao_Paulo')
    expect(conversation).toMatchObject({
      device_reference: 'R58',
      thread_id: 'lunch',
      parties: [{ phone_number: '+447700900123', name: 'Ben Low' }],
      direction: 'I',
      messages: 25,
      first_time: new Date(start).toISOString(),
      last_time: new Date(start + 24 * hourMs).toISOString(),
      days: [
        { day: '2026-03-02', messages: 4 },
        { day: '2026-03-03', messages: 21 },
      ],
    })
    const inUtc = await read('everyone', 'lunch', '?limit=1&timezone=No/Such_Place')
    expect(inUtc.conversation?.days[0]).toEqual({ day: '2026-03-02', messages: 1 })
  })

  it('is read page by page in both directions, from its first or last message, a message or a date', async () => {
    const opened = await read('everyone', 'lunch', `?around=${lunch[12]}&limit=6`)
    expect(referencesOf(opened)).toEqual(lunch.slice(9, 15))
    expect(opened.focus).toBe(lunch[12])
    const earlier = await read('everyone', 'lunch', `?limit=4&last_key=${opened.first_key}`)
    expect(referencesOf(earlier)).toEqual(lunch.slice(5, 9))
    const first = await read('everyone', 'lunch', `?limit=10&last_key=${earlier.first_key}`)
    expect(referencesOf(first)).toEqual(lunch.slice(0, 5))
    expect(first).toMatchObject({ first_key: null, last_key: null, conversation: null })
    const later = await read('everyone', 'lunch', `?limit=100&last_key=${opened.last_key}`)
    expect(referencesOf(later)).toEqual(lunch.slice(15))
    const newest = await read('everyone', 'lunch', '?at=last&limit=3')
    expect(referencesOf(newest)).toEqual(lunch.slice(-3))
    expect([newest.last_key, newest.first_key === null]).toEqual([null, false])
    const dated = await read('everyone', 'lunch', '?date=2026-03-03-053000&limit=4')
    expect(referencesOf(dated)).toEqual(lunch.slice(5, 9))
    expect(dated.focus).toBe(lunch[7])
    expect((await read('everyone', 'lunch', '?date=2030-01-01')).focus).toBe(lunch[24])
  })

  it('has only the messages of the groups and types that the caller may read', async () => {
    const london = await read('london', 'lunch')
    expect(referencesOf(london)).toEqual(lunch.slice(0, 24))
    expect(london.conversation).toMatchObject({ messages: 24, last_time: new Date(start + 23 * hourMs).toISOString() })
    const lisbon = await read('lisbon', 'lunch')
    expect(referencesOf(lisbon)).toEqual([lunch[24]])
    expect(lisbon.conversation).toMatchObject({ messages: 1, days: [{ day: '2026-03-03', messages: 1 }] })
    const sms = await read('texts', 'lunch')
    expect(sms.items.every(({ payload_type }) => payload_type === 'SMS')).toBe(true)
    expect(sms.conversation?.messages).toBe(23)
  })

  it('says how many messages it has of those that the caller may read, without opening them', async () => {
    const totalOf = (who: Person) =>
      account.server.getJson<ListTotal>(path('lunch', '?query_result_type=total'), account.tokens[who])
    const opened = (await activities('conversation.opened')).length
    expect(await totalOf('everyone')).toEqual({ total: 25 })
    expect(await totalOf('london')).toEqual({ total: 24 })
    expect(await totalOf('texts')).toEqual({ total: 23 })
    expect(await activities('conversation.opened')).toHaveLength(opened)
  })

  it('has no texts for somebody who may not play, and then nothing counts as opened', async () => {
    const before = (await activities('conversation.opened')).length
    const page = await read('reader', 'lunch')
    expect(referencesOf(page)).toEqual(lunch)
    expect(textsOf(page).every((text) => text === null)).toBe(true)
    expect(page.items[0]?.status).toBe('GroupNotAuthorised')
    expect(page.items[22]?.status).toBe('Personal')
    const closed = await read('everyone', 'lunch', '?with_text=false')
    expect(closed.items[0]).toMatchObject({ status: 'Ok', text: null, s3_url: null })
    expect((await activities('conversation.opened')).length).toBe(before)
  })

  it('that is hidden is answered like an unknown one', async () => {
    const answer = async (thread: string, query = '', device = 'R58', who: Person = 'london') => {
      const response = await account.server.call('GET', path(thread, query, device), { token: account.tokens[who] })
      return [response.status, await response.text()]
    }
    const unknown = await answer('no such thread')
    expect(unknown[0]).toBe(404)
    expect(await answer('hidden', '', 'R59')).toEqual(unknown)
    expect(await answer('lunch', `?around=${lunch[24]}`)).toEqual(unknown)
    expect(await answer('lunch', '', 'R60')).toEqual(unknown)
    expect((await answer('lunch', '', 'R58', 'nobody'))[0]).toBe(403)
    expect((await account.server.call('GET', path('lunch'))).status).toBe(401)
    const elsewhere = path('lunch').replace('/northwind/', '/globex/')
    expect((await account.server.call('GET', elsewhere, { token: account.tokens.everyone })).status).toBe(401)
  })

  it('refuses a key of another conversation, of somebody else, and an edited one', async () => {
    const { last_key } = await read('london', 'lunch', '?limit=2')
    const status = async (who: Person, thread: string, key: string) =>
      (await account.server.call('GET', path(thread, `?last_key=${key}`), { token: account.tokens[who] })).status
    expect(await status('london', 'lunch', `${last_key}`)).toBe(200)
    expect(await status('everyone', 'lunch', `${last_key}`)).toBe(400)
    expect(await status('london', 'a/b?c=%2e&d', `${last_key}`)).toBe(400)
    expect(await status('london', 'lunch', `A${last_key}`)).toBe(400)
  })

  it('has hostile texts and threads as they are', async () => {
    const odd = await read('everyone', 'a/b?c=%2e&d')
    expect(textsOf(odd)).toEqual(['<img src=x onerror=alert(1)>\u202e reversed'])
    const found = await withSnippets('everyone', (await list('everyone')).items)
    const dots = found.find(({ snippet }) => snippet === 'dots')
    expect(dots?.thread_id).toMatch(/^md5:[0-9a-f]{32}$/)
    expect(textsOf(await read('everyone', dots?.thread_id ?? ''))).toEqual(['dots'])
    const long = found.find(({ snippet }) => snippet?.startsWith('yyy'))
    expect(long?.snippet?.length).toBe(161)
    const page = await read('everyone', long?.thread_id ?? '')
    expect(page.items[0]).toMatchObject({ text: 'y'.repeat(10_000), is_text_cut: true })
  })
})

describe('opening a conversation', () => {
  it('is one act: its further pages name the same opening, and each shown message says who read it', async () => {
    const before = (await activities('conversation.opened')).length
    const first = await read('london', 'lunch', '?limit=5')
    const second = await read('london', 'lunch', `?limit=5&last_key=${first.last_key}`)
    await read('london', 'lunch', `?limit=100&last_key=${second.last_key}`)
    const jump = await read('london', 'lunch', `?limit=1&at=last&last_key=${first.last_key}`)
    expect(referencesOf(jump)).toEqual([lunch[23]])
    await read('london', 'lunch', `?limit=3&around=${lunch[4]}&last_key=${first.last_key}`)
    const opened = (await activities('conversation.opened')).slice(before)
    expect(opened).toHaveLength(1)
    expect(opened[0]).toMatchObject({
      user_id: 'london',
      group: 'London',
      details: { device_reference: 'R58', thread_id: 'lunch', messages: lunch.slice(0, 5) },
    })
    const opening = opened[0]?.details.opening
    const continued = (await activities('conversation.continued')).filter(({ details }) => details.opening === opening)
    // A personal and a quarantined message were not shown.
    expect(continued.map(({ details }) => details.messages)).toEqual([
      lunch.slice(5, 10),
      lunch.slice(10, 22),
      lunch.slice(3, 6),
    ])
    for (const index of [0, 7, 21]) {
      const events = await custody(lunch[index] ?? '', 'payload.read_in_conversation')
      expect(events.filter(({ details }) => details.opening === opening)).toEqual([
        { actor: 'london', details: { opening } },
      ])
    }
    expect(await custody(lunch[22] ?? '', 'payload.read_in_conversation')).toEqual([])
  })

  it('shows the others when the content of one message is damaged', async () => {
    const [damaged, whole] = await addSealedMessages(account, [
      message(0, { thread_id: 'damaged' }),
      message(1, { thread_id: 'damaged' }),
    ])
    await account.write((tx) =>
      tx.db
        .updateTable('payload_contents')
        .set({ sealed: Buffer.alloc(200) })
        .where('client', '=', tx.client)
        .where('payload_reference', '=', damaged ?? '')
        .execute(),
    )
    const page = await read('everyone', 'damaged')
    expect(page.items.map(({ status, text }) => [status, text])).toEqual([
      ['Damaged', null],
      ['Ok', 'text 1'],
    ])
    expect(await custody(damaged ?? '', 'payload.damage_found')).toHaveLength(1)
    expect(await custody(whole ?? '', 'payload.read_in_conversation')).toHaveLength(1)
  })
})

describe('the list of conversations', () => {
  it('is ordered by the newest message that the caller may see, and counts what they may see', async () => {
    const everyone = (await list('everyone')).items.filter(({ thread_id }) => !thread_id.startsWith('md5:'))
    expect(await withSnippets('everyone', everyone)).toEqual([
      { thread_id: 'hidden', messages: 1, snippet: 'text 30' },
      { thread_id: 'lunch', messages: 25, snippet: 'of another group' },
      { thread_id: 'a/b?c=%2e&d', messages: 1, snippet: '<img src=x onerror=alert(1)>\u202e reversed' },
      { thread_id: 'damaged', messages: 2, snippet: 'text 1' },
    ])
    const london = (await list('london')).items
    expect(london[0]).toMatchObject({ thread_id: 'lunch', messages: 24, status: 'NoS3Url' })
    expect(london.some(({ thread_id }) => thread_id === 'hidden')).toBe(false)
    expect(await withSnippets('lisbon', (await list('lisbon')).items)).toEqual([
      { thread_id: 'hidden', messages: 1, snippet: 'text 30' },
      { thread_id: 'lunch', messages: 1, snippet: 'of another group' },
    ])
    expect((await list('reader')).items.some(({ status }) => status === 'Ok')).toBe(false)
    expect(await total('everyone')).toEqual({ total: 6 })
    expect(await total('lisbon')).toEqual({ total: 2 })
    expect((await account.server.call('GET', `${base}/conversations`)).status).toBe(401)
  })

  it('is read page by page', async () => {
    const found: string[] = []
    let key = ''
    do {
      const page = await list('everyone', `limit=2${key}`)
      found.push(...page.items.map(({ thread_id }) => thread_id))
      key = page.last_key === null ? '' : `&last_key=${page.last_key}`
    } while (key !== '')
    expect(found).toEqual((await list('everyone')).items.map(({ thread_id }) => thread_id))
  })

  it('shows the messages that match the filter, as if there were no others', async () => {
    const mms = (await list('everyone', 'filter[payload_types][0]=MMS')).items
    expect(mms).toMatchObject([{ thread_id: 'lunch', messages: 1, last_payload_type: 'MMS' }])
    expect(await withSnippets('everyone', mms)).toMatchObject([{ snippet: 'Menu – text 20' }])
    const lisbon = (await list('everyone', 'filter[groups][0]=Lisbon')).items
    expect(lisbon).toEqual((await list('lisbon')).items)
    const ofDevice = (await list('everyone', 'filter[device_references][0]=R59')).items
    expect(ofDevice.map(({ thread_id }) => thread_id)).toEqual(['hidden'])
    expect(await total('everyone', 'filter[date_from]=2026-03-04')).toEqual({ total: 1 })
    expect(await total('everyone', 'filter[date_to]=2026-03-02')).toEqual({ total: 2 })
    expect(await total('everyone', 'filter[numbers][0]=%2B447700900999')).toEqual({ total: 0 })
    expect(await total('everyone', 'filter[payload_types][0]=MMS&filter[device_user_references][0]=ana')).toEqual({
      total: 0,
    })
  })

  it('records nothing as shown, neither read nor exported', async () => {
    const before = (await activities('conversation.snippets_shown')).length
    const { items } = await list('everyone')
    const exported = await new Exports(account.server, account.client).rows<Conversation>(account.tokens.everyone, {
      list: 'listConversations',
    })
    expect(exported).toEqual(items)
    expect((await activities('conversation.snippets_shown')).length).toBe(before)
  })
})

describe('the beginnings of messages', () => {
  it('are recorded for those alone that were asked for and shown, once a request', async () => {
    const before = (await activities('conversation.snippets_shown')).length
    const [first = '', second = ''] = (await list('lisbon')).items.map((item) => item.last_payload_reference)
    const recorded = (await custody(second, 'payload.snippet_shown')).length
    await snippetsOf('lisbon', [first])
    expect((await activities('conversation.snippets_shown')).slice(before)).toEqual([
      { user_id: 'lisbon', group: null, details: { messages: [first] } },
    ])
    expect((await custody(first, 'payload.snippet_shown')).at(-1)).toMatchObject({ actor: 'lisbon' })
    expect((await custody(second, 'payload.snippet_shown')).length).toBe(recorded)
  })

  it('are withheld where the text is, and then nothing counts as shown', async () => {
    const before = (await activities('conversation.snippets_shown')).length
    const [call = ''] = await addSealedMessages(account, [message(40, { payload_type: 'Call', thread_id: '' })])
    const [ofLisbon = ''] = (await list('lisbon')).items.map((item) => item.last_payload_reference)
    const statusesOf = async (who: Person, ...references: string[]) =>
      (await snippetsOf(who, references)).items.map(({ status, snippet }) => [status, snippet])
    expect(await statusesOf('reader', lunch[0] ?? '')).toEqual([['GroupNotAuthorised', null]])
    expect(await statusesOf('everyone', lunch[22] ?? '', lunch[23] ?? '')).toEqual([
      ['Personal', null],
      ['NoS3Url', null],
    ])
    const unknown = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
    expect(await statusesOf('london', ofLisbon, unknown, call)).toEqual(Array(3).fill(['NoMatchingRecord', null]))
    expect((await activities('conversation.snippets_shown')).length).toBe(before)
  })
})

describe('an open conversation', () => {
  it('goes on with messages that arrive later, and is not recorded while there are none', async () => {
    const own = { thread_id: 'arriving', device_reference: 'R61' }
    await addSealedMessages(account, [message(0, own), message(1, own)])
    const first = await read('everyone', 'arriving', '?limit=1', 'R61')
    expect(first.end_key).toBeNull()
    const second = await read('everyone', 'arriving', `?last_key=${first.last_key}`, 'R61')
    expect(second.end_key).toEqual(expect.any(String))
    const newest = await read('everyone', 'arriving', '?at=last&limit=1', 'R61')
    expect(newest.end_key).toEqual(expect.any(String))
    const earlier = await read('everyone', 'arriving', `?last_key=${newest.first_key}`, 'R61')
    expect(earlier).toMatchObject({ first_key: null, end_key: null })
    const before = (await activities('conversation.continued')).length
    const none = await read('everyone', 'arriving', `?last_key=${second.end_key}`, 'R61')
    expect(none).toMatchObject({ items: [], last_key: null, end_key: expect.any(String) })
    expect((await activities('conversation.continued')).length).toBe(before)
    const [arrived] = await addSealedMessages(account, [
      message(2, own),
      message(3, { ...own, group: 'Lisbon', text: 'hidden' }),
    ])
    const later = await read('everyone', 'arriving', `?last_key=${none.end_key}`, 'R61')
    expect(textsOf(later)).toEqual(['text 2', 'hidden'])
    expect((await custody(arrived ?? '', 'payload.read_in_conversation')).length).toBe(1)
    const ofLondon = await read('london', 'arriving', '', 'R61')
    expect(textsOf(ofLondon)).toEqual(['text 0', 'text 1', 'text 2'])
    const refused = await account.server.call('GET', path('arriving', `?last_key=${none.end_key}`, 'R61'), {
      token: account.tokens.london,
    })
    expect(refused.status).toBe(400)
  })
})

describe('the filter by number of the list of conversations', () => {
  it('finds each of many people by any spelling of their number, also those of later messages', async () => {
    const crowd = Array.from({ length: 250 }, (_, place) => `+44770091${String(place).padStart(4, '0')}`)
    const toCrowd = (index: number, numbers: string[]) =>
      message(index, { thread_id: 'crowd', device_reference: 'R60', row: { numbers } })
    await addSealedMessages(account, [toCrowd(1, crowd)])
    await addSealedMessages(account, [toCrowd(2, [...crowd.slice(0, 10), '+447700919999'])])
    await account.write((tx) =>
      tx.executeAll([
        partiesStatement(tx.client, partiesOf({ group: 'London', payload_type: 'SMS', numbers: crowd, meta: {} })),
      ]),
    )
    const threadsWith = async (number: string) => {
      const { items } = await list('everyone', `filter[numbers][0]=${encodeURIComponent(number)}`)
      return items.map(({ thread_id }) => thread_id)
    }
    expect(await threadsWith(crowd[249] ?? '')).toEqual(['crowd'])
    expect(await threadsWith('+447700919999')).toEqual(['crowd'])
    expect(await threadsWith('07700 910042')).toEqual(['crowd'])
    expect(await threadsWith('+447700918888')).toEqual([])
  })
})
