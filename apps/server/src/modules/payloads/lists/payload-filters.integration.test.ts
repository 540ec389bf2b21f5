import type { ListTotal, Payload, PayloadType, Permission } from '@holdfast/contract'
import { payloadStates, payloadTypes } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../../tests/setup/test-account.ts'
import { counterStatement } from '../counts/payload-counters.ts'

/** Every filter of the lists of recordings, compared with a plain evaluation over all rows, for people who see different groups. */

const groups = Array.from({ length: 26 }, (_, index) => `Group ${String(index).padStart(2, '0')}`)
const home = groups[0] ?? ''
const base = '/api/client/v1/northwind'
const numbersInUse = ['+447700900001', '+447700900002', '+351210000001', '447700900003', 'HSBC', '+4477', '4420']
const failures = ['tampered', 'wrong_key', 'missing']

interface Row {
  payload_reference: string
  payload_type: PayloadType
  payload_state: Payload['payload_state']
  group: string
  device_reference: string
  device_user_reference: string
  numbers: string[]
  direction: 'I' | 'O' | 'CC' | null
  failure: string | null
  is_late: boolean
  is_personal_number: boolean
  is_legacy: boolean
  legacy_reference: string | null
  is_unusual: boolean
  is_commented: boolean
  damaged_at: string | null
  payload_time: string
  updated_at: string
  processed_at: string | null
}

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T
const hasParties = (type: PayloadType) => !['Photo', 'Video', 'AR', 'Interview', 'Diagnostics'].includes(type)
const dayOf = (index: number) => `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`

/** The steps have no common factor, so that all combinations occur. Many rows have the same times. */
const rowOf = (index: number): Row => {
  const payload_type = at(payloadTypes, index)
  const payload_state = at(['Processed', 'Processed', ...payloadStates] as const, index * 5 + Math.floor(index / 7))
  const hasFailed = ['Failed', 'Quarantined', 'Deleted'].includes(payload_state)
  const isCopied = payload_type === 'MMS' || payload_type === 'RCS'
  return {
    payload_reference: `01ARZ3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`,
    payload_type,
    payload_state,
    group: index % 3 === 0 ? home : at(groups, index * 7),
    device_reference: `DEVICE-${index % 4}`,
    device_user_reference: `person.${index % 5}`,
    numbers: hasParties(payload_type) ? [...new Set([at(numbersInUse, index * 3), at(numbersInUse, index)])] : [],
    direction: hasParties(payload_type) ? (isCopied && index % 4 === 0 ? 'CC' : index % 2 === 0 ? 'I' : 'O') : null,
    failure: hasFailed ? at(failures, index) : null,
    is_late: index % 9 === 0,
    is_personal_number: index % 8 === 1,
    is_legacy: index % 13 === 2,
    legacy_reference: index % 13 === 2 ? `C-${index % 4}` : null,
    is_unusual: index % 10 === 4,
    is_commented: index % 6 === 5,
    damaged_at: index % 11 === 7 ? '2026-02-01T09:00:00.000Z' : null,
    payload_time: `${dayOf(index * 3)}T10:00:00.000Z`,
    updated_at: `${dayOf(index * 5)}T11:00:00.000Z`,
    processed_at: payload_state === 'Processed' ? `${dayOf(index * 2)}T12:00:00.000Z` : null,
  }
}
const rows = Array.from({ length: 330 }, (_, index) => rowOf(index))

type Matches = (row: Row) => boolean
const inJanuary = (from: number, to: number, time: string | null) =>
  time !== null && Number(time.slice(8, 10)) >= from && Number(time.slice(8, 10)) <= to
const begins =
  (...starts: string[]): Matches =>
  (row) =>
    row.numbers.some((number) => starts.some((start) => number.startsWith(start)))
const couldFail = (row: Row) => row.payload_state === 'Failed' || row.payload_state === 'Quarantined'

const plus = '%2B'
const filters: [query: string, matches: Matches][] = [
  ['', () => true],
  ['payload_types][0]=SMS&filter[payload_types][1]=Call', (row) => ['SMS', 'Call'].includes(row.payload_type)],
  ['payload_states][0]=Failed', (row) => row.payload_state === 'Failed'],
  [`groups][0]=${home}&filter[groups][1]=nowhere`, (row) => row.group === home],
  ['device_references][0]=DEVICE-1', (row) => row.device_reference === 'DEVICE-1'],
  [
    'device_user_references][0]=person.1&filter[device_user_references][1]=person.2',
    (row) => ['person.1', 'person.2'].includes(row.device_user_reference),
  ],
  [`numbers][0]=${plus}447700900001`, (row) => row.numbers.includes('+447700900001')],
  [
    `numbers][0]=${plus}447700900001&filter[numbers][1]=HSBC`,
    (row) => row.numbers.includes('+447700900001') || row.numbers.includes('HSBC'),
  ],
  [`number_prefix]=${plus}4477`, begins('+4477')],
  ['number_prefix]=4477', begins('4477', '+4477')],
  [`number_prefix]=${plus}44 (7700) 900-00`, begins('+447700900')],
  ['number_prefix]=HS', begins('HS')],
  ['number_prefix]=hs', begins('HS')],
  [`number_prefix]=${encodeURIComponent('\u202a+44 7700\u202c')}`, begins('+447700')],
  ['number_prefix]=%25', () => false],
  ['number_prefix]=7700', () => false],
  ['number_prefix]=07700 9', begins('+4477009')],
  ['number_prefix]=0044 (0)7700', begins('+447700')],
  ['number_prefix]=0210000', begins('+351210000')],
  [
    `number_prefix]=4420&filter[numbers][0]=${plus}351210000001`,
    (row) => begins('4420', '+4420')(row) && row.numbers.includes('+351210000001'),
  ],
  [
    `number_prefix]=${plus}351&filter[device_references][0]=DEVICE-2`,
    (row) => begins('+351')(row) && row.device_reference === 'DEVICE-2',
  ],
  ['directions][0]=I', (row) => row.direction === 'I'],
  ['directions][0]=CC', (row) => row.direction === 'CC'],
  ['directions][0]=O&filter[directions][1]=CC', (row) => row.direction === 'O' || row.direction === 'CC'],
  ['directions][0]=CC&filter[payload_types][0]=Call', () => false],
  ['failures][0]=tampered', (row) => couldFail(row) && row.failure === 'tampered'],
  [
    'failures][0]=tampered&filter[failures][1]=missing&filter[payload_states][0]=Quarantined',
    (row) => row.payload_state === 'Quarantined' && ['tampered', 'missing'].includes(row.failure ?? ''),
  ],
  ['failures][0]=tampered&filter[payload_states][0]=Processed', () => false],
  ['is_late]=true', (row) => row.is_late],
  ['is_late]=false', (row) => !row.is_late],
  ['is_personal_number]=true', (row) => row.is_personal_number],
  ['is_legacy]=true', (row) => row.is_legacy],
  ['legacy_reference]=C-1', (row) => row.legacy_reference === 'C-1'],
  ['legacy_reference]=c-1', () => false],
  ['legacy_reference]=C-%25', () => false],
  [
    'legacy_reference]=C-1&filter[date_filter_type]=updated_at&filter[device_references][0]=DEVICE-1',
    (row) => row.legacy_reference === 'C-1' && row.device_reference === 'DEVICE-1',
  ],
  [
    `legacy_reference]=C-1&filter[number_prefix]=${plus}4477`,
    (row) => row.legacy_reference === 'C-1' && begins('+4477')(row),
  ],
  ['is_unusual]=true', (row) => row.is_unusual],
  ['is_unusual]=false', (row) => !row.is_unusual],
  ['is_commented]=true', (row) => row.is_commented],
  ['is_commented]=false', (row) => !row.is_commented],
  ['is_damaged]=true', (row) => row.damaged_at !== null],
  ['is_damaged]=false', (row) => row.damaged_at === null],
  ['date_from]=2026-01-10&filter[date_to]=2026-01-12', (row) => inJanuary(10, 12, row.payload_time)],
  ['date_filter_type]=updated_at&filter[date_from]=2026-01-20', (row) => inJanuary(20, 31, row.updated_at)],
  ['date_filter_type]=processed_at', (row) => row.processed_at !== null],
  ['date_filter_type]=processed_at&filter[date_to]=2026-01-09', (row) => inJanuary(1, 9, row.processed_at)],
  [`date_filter_type]=updated_at&filter[number_prefix]=${plus}4477`, begins('+4477')],
  [
    `date_filter_type]=processed_at&filter[numbers][0]=HSBC`,
    (row) => row.processed_at !== null && row.numbers.includes('HSBC'),
  ],
  [
    `date_from]=2026-01-05&filter[number_prefix]=${plus}4477&filter[directions][0]=I&filter[is_late]=false`,
    (row) => inJanuary(5, 31, row.payload_time) && begins('+4477')(row) && row.direction === 'I' && !row.is_late,
  ],
]

const reading = (...names: string[]): Permission[] =>
  ['payloads:read', 'comments:read'].flatMap((actions_matching) =>
    names.map((names_matching) => ({ actions_matching, conditions: [{ names_matching, is_regex: true }] })),
  )

let account: TestAccount<'all' | 'home' | 'most' | 'unread'>
const people = ['all', 'home', 'most'] as const
const seenBy: Record<(typeof people)[number] | 'unread', Matches> = {
  all: () => true,
  home: (row) => row.group === home,
  /** More groups and types than are looked up one by one. */
  most: (row) => row.group !== 'Group 07',
  unread: () => true,
}

beforeAll(async () => {
  account = await anAccount()
    .withGroups(...groups)
    .withRole('Home', reading(home))
    .withRole('Most', reading('Group (?:0[0-689]|[12][0-9])'))
    .withRole('No comments', [{ actions_matching: 'payloads:read' }])
    .withPerson('all', 'Compliance Officer')
    .withPerson('home', 'Home')
    .withPerson('most', 'Most')
    .withPerson('unread', 'No comments')
    .open()
  await account.write(async (tx) => {
    await addRows(
      tx,
      'payloads',
      rows.map(({ direction, is_unusual, ...row }, sequence) => ({
        ...row,
        sequence,
        meta: JSON.stringify(direction ? { direction } : {}),
        unusual: is_unusual ? ['no_thread' as const] : [],
      })),
    )
    await addRows(
      tx,
      'payload_numbers',
      rows.flatMap(({ numbers, payload_reference, group, payload_type, payload_time }) =>
        numbers.map((number) => ({ number, payload_reference, group, payload_type, payload_time })),
      ),
    )
    await tx.executeAll([
      counterStatement(
        tx,
        rows.map(({ group, payload_type, payload_state, payload_time }) => {
          return { group, payload_type, payload_state, payload_time, by: 1 }
        }),
      ),
    ])
  })
}, 120_000)
afterAll(() => account?.close())

type Person = keyof typeof seenBy

const pathOf = (filter: string, sort = 'desc') =>
  `${base}/payloads?sort=${sort}${filter === '' ? '' : `&filter[${filter.replaceAll(' ', '%20')}`}`

const listed = async (person: Person, filter: string, sort: 'asc' | 'desc'): Promise<string[]> => {
  const found: string[] = []
  let key = ''
  do {
    const page = await account.server.getJson<{ items: Payload[]; last_key: string | null }>(
      `${pathOf(filter, sort)}&limit=60${key}`,
      account.tokens[person],
    )
    found.push(...page.items.map(({ payload_reference }) => payload_reference))
    key = page.last_key === null ? '' : `&last_key=${page.last_key}`
  } while (key !== '')
  return found
}

const total = (person: Person, filter: string) =>
  account.server.getJson<ListTotal>(`${pathOf(filter)}&query_result_type=total`, account.tokens[person])

const expectedRows = (person: Person, filter: string, matches: Matches, sort: 'asc' | 'desc'): string[] => {
  const date = /date_filter_type\]=(\w+)/.exec(filter)?.[1] ?? 'payload_time'
  const keyOf = (row: Row) => `${row[date as 'updated_at']} ${row.payload_reference}`
  const expected = rows
    .filter((row) => seenBy[person](row) && matches(row))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map(({ payload_reference }) => payload_reference)
  return sort === 'asc' ? expected : expected.reverse()
}

describe.each(people)('%s', (person) => {
  it.each(filters)('filter[%s', async (filter, matches) => {
    for (const sort of ['desc', 'asc'] as const) {
      expect(await listed(person, filter, sort)).toEqual(expectedRows(person, filter, matches, sort))
    }
    expect(await total(person, filter)).toEqual({ total: expectedRows(person, filter, matches, 'desc').length })
  })
})

it('the filters find something, except where they should not', () => {
  const empty = filters.filter(([, matches]) => !rows.some(matches)).map(([query]) => query)
  expect(empty).toEqual([
    'number_prefix]=%25',
    'number_prefix]=7700',
    'directions][0]=CC&filter[payload_types][0]=Call',
    'failures][0]=tampered&filter[payload_states][0]=Processed',
    'legacy_reference]=c-1',
    'legacy_reference]=C-%25',
  ])
})

it('the lists of a device and of a device user take the same filters', async () => {
  const read = async (path: string) =>
    (await account.server.getJson<{ items: Payload[] }>(`${base}${path}`, account.tokens.all)).items
  const ofDevice = await read('/devices/DEVICE-3/payloads?sort=asc&filter[directions][0]=I&filter[is_commented]=false')
  const expected = rows.filter(
    (row) => row.device_reference === 'DEVICE-3' && row.direction === 'I' && !row.is_commented,
  )
  expect(ofDevice.map((row) => row.payload_reference).sort()).toEqual(expected.map((row) => row.payload_reference))
  const ofPerson = await read(`/users/person.4/payloads?limit=100&filter[number_prefix]=4477`)
  const withNumber = rows.filter((row) => row.device_user_reference === 'person.4' && begins('4477', '+4477')(row))
  expect(ofPerson.map((row) => row.payload_reference).sort()).toEqual(withNumber.map((row) => row.payload_reference))
})

it('whether a recording has comments is not known to somebody who may not read them', async () => {
  for (const filter of ['is_commented]=true', 'is_commented]=false']) {
    expect(await listed('unread', filter, 'desc')).toEqual([])
    expect(await total('unread', filter)).toEqual({ total: 0 })
  }
  expect(await listed('unread', '', 'desc')).toHaveLength(rows.length)
})

it('a page key of one order is refused in the other', async () => {
  const page = await account.server.getJson<{ last_key: string }>(`${pathOf('', 'desc')}&limit=5`, account.tokens.all)
  const refused = await account.server.call('GET', `${pathOf('', 'asc')}&limit=5&last_key=${page.last_key}`, {
    token: account.tokens.all,
  })
  expect(await refused.json()).toMatchObject({ code: 'list.bad_last_key' })
})

it('takes 100 values, and refuses more, unknown ones, and another order', async () => {
  const status = async (query: string) =>
    (await account.server.call('GET', `${base}/payloads?${query}`, { token: account.tokens.all })).status
  const values = (count: number) =>
    Array.from({ length: count }, (_, index) => `filter[numbers][${index}]=${plus}44770090${index}`).join('&')
  expect(await status(values(100))).toBe(200)
  const five = ['numbers', 'device_references', 'device_user_references', 'groups', 'failures'].flatMap((name) =>
    Array.from({ length: 100 }, (_, index) => `filter[${name}][${index}]=${'x'.repeat(50)}${index}`),
  )
  expect(await status(`${five.join('&')}&limit=1&sort=asc`)).toBe(200)
  for (const query of [
    values(101),
    'filter[number_prefix]=',
    'filter[number_prefix]=%00',
    'filter[directions][0]=Sideways',
    'filter[is_commented]=perhaps',
    'filter[failures]=',
    'sort=payload_time',
    'sort[by]=desc',
  ]) {
    expect([query, await status(query)]).toEqual([query, 400])
  }
})

describe('a prefix of very many recordings', () => {
  const many = 10_100

  beforeAll(async () => {
    await account.write(async (tx) => {
      await sql`insert into payloads (client, payload_reference, payload_type, payload_state, "group", device_reference, device_ip,
          sequence, meta, numbers, is_legacy, is_late, is_personal_number, payload_time, registered_at, updated_at, updated_by)
        select ${tx.client}, 'MANY-RECORDINGS-OF-ONE-' || lpad(n::text, 6, '0'), case when n % 2 = 0 then 'Call' else 'SMS' end, 'Processed',
          case when n % 100 = 0 then ${home} else 'Group 01' end, 'MANY', '', n, '{}', array['+4499' || n], false, false, false,
          timestamptz '2025-01-01' + n * interval '1 minute', now(), now(), 'test'
        from generate_series(1, ${many}::int) n returning 1`.execute(tx.db)
      await sql`insert into payload_numbers (client, number, payload_time, payload_reference, "group", payload_type)
        select client, numbers[1], payload_time, payload_reference, "group", payload_type from payloads
        where client = ${tx.client} and device_reference = 'MANY' returning 1`.execute(tx.db)
    })
  }, 120_000)

  it('is listed in order, and its total says that there are more', async () => {
    const path = `${base}/payloads?filter[number_prefix]=${plus}4499&limit=3`
    const page = await account.server.getJson<{ items: Payload[]; last_key: string }>(path, account.tokens.all)
    const next = await account.server.getJson<{ items: Payload[] }>(
      `${path}&last_key=${page.last_key}`,
      account.tokens.all,
    )
    expect([...page.items, ...next.items].map(({ numbers }) => numbers[0])).toEqual(
      [0, 1, 2, 3, 4, 5].map((before) => `+4499${many - before}`),
    )
    expect(await total('all', `number_prefix]=${plus}4499`)).toEqual({ total: 10_000, is_capped: true })
    expect(await total('home', `number_prefix]=${plus}4499`)).toEqual({ total: many / 100 })
    expect(await total('all', `number_prefix]=${plus}4499&filter[groups][0]=${home}`)).toEqual({ total: many / 100 })
    expect(await total('most', `number_prefix]=${plus}4499&filter[directions][0]=I`)).toEqual({ total: 0 })
  })
})
