import {
  countedDays,
  type ListTotal,
  type Payload,
  type PayloadCounts,
  type PayloadDays,
  type PayloadType,
  payloadTypes,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { counterStatement } from '../payloads/index.ts'

/** The numbers of each day, compared with the rows and with the totals of the lists, in several time zones. */

const client = 'northwind'
const path = `/api/client/v1/${client}/payload_days`
const hourMs = 60 * 60 * 1000
const now = new Date()
const groups = ['London', 'Lisbon'] as const
const states: readonly Payload['payload_state'][] = ['Processed', 'Deleted', 'Processed', 'Failed', 'Recorded']
const zones = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Pago_Pago'] as const
const people = ['all', 'london', 'photos'] as const
type Person = (typeof people)[number]

// Each hour of 33 days, and a few in the future, as from a handset with a wrong clock.
const rows = Array.from({ length: 33 * 24 + 30 }, (_, index) => ({
  payload_reference: `01ARZ3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`,
  payload_type: (['Call', 'Photo', 'SMS'] as const)[index % 3] as PayloadType,
  payload_state: states[index % states.length] ?? 'Processed',
  group: groups[index % 2] ?? '',
  device_reference: 'DEVICE-1',
  device_user_reference: index % 5 < 2 ? 'vera' : 'olga',
  numbers: [index % 7 === 0 ? '+442079460001' : '+442079460002'],
  sequence: index,
  payload_time: new Date(now.getTime() + (30 - index) * hourMs).toISOString(),
}))
const seenBy: Record<Person, (row: (typeof rows)[number]) => boolean> = {
  all: () => true,
  london: ({ group }) => group === 'London',
  photos: ({ payload_type }) => payload_type === 'Photo',
}

let account: TestAccount<Person | 'nobody'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups(...groups)
    .withRole('London', [{ actions_matching: 'payloads:read', conditions: [{ names_matching: 'London' }] }])
    .withRole('Photos', [{ actions_matching: 'payloads:read' }])
    .withRole('Nothing', [{ actions_matching: 'devices:read' }])
    .withPerson('all', 'Reviewer')
    .withPerson('london', 'London')
    .withPerson('photos', 'Photos')
    .withPerson('nobody', 'Nothing')
    .open()
  await account.write(async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ payload_types: ['Photo'] })
      .where('client', '=', client)
      .where('role_reference', '=', 'Photos')
      .execute()
    await bumpAccessVersion(tx)
    await addRows(tx, 'payloads', rows)
    await addRows(
      tx,
      'payload_numbers',
      rows.map(({ numbers: [number = ''], group, payload_reference, payload_time, payload_type }) => ({
        number,
        group,
        payload_reference,
        payload_time,
        payload_type,
      })),
    )
    await tx.executeAll([
      counterStatement(
        tx,
        rows.map((row) => ({ ...row, by: 1 })),
      ),
    ])
  })
}, 120_000)
afterAll(() => account?.close())

const read = (person: Person, query: string) =>
  account.server.getJson<PayloadDays>(`${path}?${query}`, account.tokens[person])

const dateIn = (timezone: string, time: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(time))

describe.each(zones)('in %s', (timezone) => {
  it.each(people)('%s is told the numbers of each of their days', async (person) => {
    const answer = await read(person, `timezone=${timezone}`)
    expect(answer.timezone).toBe(timezone)
    expect(answer.dates).toHaveLength(countedDays)
    const seen = rows.filter((row) => row.payload_state !== 'Deleted' && seenBy[person](row))
    for (const { payload_type, days } of answer.types) {
      const ofType = seen.filter((row) => row.payload_type === payload_type)
      const expected = answer.dates.map(
        (date) => ofType.filter(({ payload_time }) => dateIn(timezone, payload_time) === date).length,
      )
      expect([payload_type, days]).toEqual([payload_type, expected])
    }
    const types = answer.types.map(({ payload_type }) => payload_type)
    expect(types).toEqual(person === 'photos' ? ['Photo'] : payloadTypes.filter((type) => types.includes(type)))
  })
})

describe.each(['UTC', 'America/Sao_Paulo', 'Pacific/Auckland'] as const)(
  'between a person and a number in %s',
  (timezone) => {
    const between = 'filter[device_user_references][0]=vera&filter[numbers][0]=%2B442079460001'

    it.each(people)('%s is told the numbers of each day, which end with the newest recording', async (person) => {
      const { dates, types } = await read(person, `timezone=${timezone}&days=20&${between}`)
      const found = rows.filter(
        (row) =>
          row.payload_state !== 'Deleted' &&
          row.device_user_reference === 'vera' &&
          row.numbers[0] === '+442079460001' &&
          seenBy[person](row),
      )
      expect(found.length).toBeGreaterThan(0)
      const days = found.map(({ payload_time }) => dateIn(timezone, payload_time))
      expect([dates.length, dates.at(-1)]).toEqual([20, days.toSorted().at(-1)])
      const total = dates.map((_, index) => types.reduce((sum, { days: counts }) => sum + (counts[index] ?? 0), 0))
      expect(total).toEqual(dates.map((date) => days.filter((day) => day === date).length))
      // The days before them.
      const until = dateIn(timezone, new Date(Date.parse(`${dates[0]}T12:00:00Z`) - 24 * hourMs).toISOString())
      const before = await read(person, `timezone=UTC&days=9&until=${until}&${between}`)
      expect([before.dates.length, before.dates.at(-1)]).toEqual([9, until])
    })
  },
)

it('counts what several people and several numbers have with each other', async () => {
  const others = 'filter[numbers][0]=%2B442079460001&filter[numbers][1]=%2B442079460002'
  const people = 'filter[device_user_references][0]=vera&filter[device_user_references][1]=olga'
  const { dates, types } = await read('all', `days=20&${people}&${others}`)
  const first = dates[0] ?? ''
  const found = rows.filter(({ payload_state, payload_time }) => payload_state !== 'Deleted' && payload_time >= first)
  expect(types.flatMap(({ days }) => days).reduce((sum, count) => sum + count, 0)).toBe(
    found.filter(({ payload_time }) => payload_time.slice(0, 10) <= (dates.at(-1) ?? '')).length,
  )
})

it.each<[string, string, string]>([
  ['a group', 'filter[groups][0]=London', ''],
  ['a kind', 'filter[payload_types][0]=Photo', ''],
  ['a state', 'filter[payload_states][0]=Failed', ''],
  ['deleted recordings', 'filter[is_deleted]=true', ''],
  ['the beginning of a number', 'filter[number_prefix]=442079460001', ''],
  [
    'kinds, a group and a person',
    'filter[payload_types][0]=Photo&filter[payload_types][1]=SMS',
    '&filter[groups][0]=Lisbon&filter[device_user_references][0]=vera',
  ],
])('counts by %s as the list does', async (_, filter, more) => {
  const { dates, types } = await read('all', `days=20&until=${now.toISOString().slice(0, 10)}&${filter}${more}`)
  const total = dates.map((_, index) => types.reduce((sum, { days }) => sum + (days[index] ?? 0), 0))
  const isOfDeleted = filter.includes('is_deleted') || filter.includes('states') ? '' : '&filter[is_deleted]=false'
  const period = `filter[date_from]=${dates[0]}&filter[date_to]=${dates.at(-1)}`
  const list = `/api/client/v1/${client}/payloads?query_result_type=total&${filter}${more}${isOfDeleted}&${period}`
  const listed = (await account.server.getJson<ListTotal>(list, account.tokens.all)).total
  expect(listed).toBeGreaterThan(0)
  expect(total.reduce((sum, count) => sum + count, 0)).toBe(listed)
})

it('counts nothing of a group and of kinds that one may not see', async () => {
  const other = ['filter[groups][0]=Lisbon', 'filter[groups][0]=Lisbon&filter[payload_states][0]=Failed']
  for (const filter of other) expect((await read('london', filter)).dates).toEqual([])
  expect((await read('london', 'filter[groups][0]=London')).dates).toHaveLength(countedDays)
  expect((await read('photos', 'filter[payload_types][0]=Call')).dates).toEqual([])
})

it('has no days if nothing matches, and refuses words, periods and unknown filters', async () => {
  expect((await read('all', 'filter[numbers][0]=%2B15550100&until=1000-01-01')).dates).toEqual([])
  expect((await read('all', 'filter[numbers][0]=%2B15550100')).dates).toEqual([])
  const refused = [
    'until=2026-02-30',
    'filter[text]=harbour',
    'filter[date_from]=2026-01-01',
    'filter[unknown]=1',
    'filter[numbers][0]=',
  ]
  for (const query of refused) {
    expect((await account.server.call('GET', `${path}?${query}`, { token: account.tokens.all ?? '' })).status).toBe(400)
  }
})

it('the last date is today, of as many as were asked for, and the overview of services has the same', async () => {
  const query = 'timezone=Asia/Kathmandu'
  const { dates, types } = await read('all', `${query}&days=14`)
  expect(dates).toHaveLength(14)
  expect(dates.at(-1)).toBe(dateIn('Asia/Kathmandu', new Date().toISOString()))
  const counts = await account.server.getJson<PayloadCounts>(
    `/api/client/v1/${client}/payload_counts?${query}`,
    account.tokens.all,
  )
  expect(counts).toMatchObject({ timezone: 'Asia/Kathmandu' })
  expect(counts.dates.slice(-14)).toEqual(dates)
  expect(counts.types.map(({ payload_type, days }) => ({ payload_type, days: days.slice(-14) }))).toEqual(types)
})

it('a number is the total of the list of its day', async () => {
  const { dates, types } = await read('london', 'days=3&timezone=America/Sao_Paulo')
  const counted = types.find(({ payload_type }) => payload_type === 'Call')?.days
  const totals = []
  for (const date of dates) {
    // São Paulo is three hours behind UTC.
    const end = new Date(Date.parse(date) + 24 * hourMs).toISOString().slice(0, 10)
    const filter = `filter[payload_types][0]=Call&filter[is_deleted]=false&filter[date_from]=${date}-030000&filter[date_to]=${end}-025959`
    const list = `/api/client/v1/${client}/payloads?query_result_type=total&${filter}`
    totals.push((await account.server.getJson<ListTotal>(list, account.tokens.london)).total)
  }
  expect(counted).toEqual(totals)
})

it('a time zone that the server does not know is UTC, and the answer says so', async () => {
  expect(await read('all', 'timezone=Mars/Olympus_Mons')).toEqual(await read('all', ''))
  expect((await read('all', 'timezone=Mars/Olympus_Mons')).timezone).toBe('UTC')
})

it('is refused without the action, without a token, for another account, and with hostile parameters', async () => {
  const refused = async (address: string, token?: string) =>
    (await account.server.call('GET', address, token === undefined ? {} : { token })).status
  expect(await refused(path, account.tokens.nobody)).toBe(403)
  expect(await refused(path)).toBe(401)
  await account.server.openAccount('contoso')
  expect(await refused('/api/client/v1/contoso/payload_days', account.tokens.all)).toBe(401)
  const hostile = ["timezone=';select", `timezone=${'A'.repeat(65)}`, 'timezone[0]=UTC', 'days=0', 'days=31', 'days=x']
  for (const query of hostile) {
    expect([query, await refused(`${path}?${query}`, account.tokens.all)]).toEqual([query, 400])
  }
})
