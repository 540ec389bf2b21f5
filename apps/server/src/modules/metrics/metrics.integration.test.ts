import type { DevicePayloadMetric, PayloadRegistration, PeriodMetrics } from '@holdfast/contract'
import { sealBytes } from '@holdfast/custody'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** Ana, of London, hands CARRIED over to Kim, of Lisbon. boss sees both groups, lara London alone. */
let account: AccountWithHandsets
let boss: string
let lara: string
let publicKey: string
let sequence = 0

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.onboard('kim.oda', { group: 'Lisbon', services: ['calls', 'photos'] })
  boss = await account.signIn('boss', 'Account Administrator')
  await account.signIn('otto', 'Compliance Officer')
  await account.addRole('London metrics', [
    { actions_matching: 'telemetry:read', conditions: [{ names_matching: 'London' }] },
  ])
  lara = await account.signIn('lara', 'London metrics')
  const { access_token } = await account.verified('KEY-1')
  const configuration = await (await account.call(access_token, 'GET', '/configuration')).json()
  publicKey = (configuration as { public_key: { public_key: string } }).public_key.public_key
  await uploadEverything()
})
afterAll(() => account?.close())

const carriedBy = async (device_reference: string, device_user_reference: string): Promise<string> =>
  (await account.verified(device_reference, { body: { device_user_reference } })).access_token

const call = {
  payload_type: 'Call',
  payload_state: 'Recorded',
  meta: { second_parties: [{ phone_number: '+447700900123' }] },
} as const
const photo = { payload_type: 'Photo', payload_state: 'Recorded', meta: {} } as const
const abortedCall = {
  payload_type: 'AbortedCall',
  payload_state: 'NotRecorded',
  meta: { second_parties: [{ phone_number: '+447700900123' }] },
} as const
type Kind = typeof call | typeof photo | typeof abortedCall

const record = async (
  device_reference: string,
  payload_time: string,
  kind: Kind = call,
): Promise<PayloadRegistration> => {
  const payload_reference = ulid()
  const item = { payload_reference, sequence: sequence++, payload_time, numbers: ['+447700900123'], ...kind }
  if (kind.payload_state === 'NotRecorded') return item as PayloadRegistration
  const context = { payload_reference, payload_type: kind.payload_type, device_reference, public_key: publicKey }
  const { content, ...sealed } = await sealBytes(new Uint8Array(10), context)
  return { ...item, ...sealed, size: content.length } as PayloadRegistration
}

const register = async (token: string, items: PayloadRegistration[]) => {
  const response = await account.call(token, 'POST', '/payloads', { body: { items } })
  return ((await response.json()) as { items: { result: string }[] }).items.map(({ result }) => result)
}

/** Two devices, three types, days around the turn of a year, one batch that repeats another, and several at once. */
const uploadEverything = async (): Promise<void> => {
  const first = await carriedBy('CARRIED', 'ana.reis')
  const calls = await Promise.all(
    [
      '2025-12-28T23:59:59.999Z',
      '2025-12-29T00:00:00.000Z',
      '2026-01-04T12:00:00.000Z',
      '2026-01-05T08:00:00.000Z',
    ].map((time) => record('CARRIED', time)),
  )
  expect(await register(first, calls)).toEqual(['registered', 'registered', 'registered', 'registered'])
  expect(await register(first, calls)).toEqual(['known', 'known', 'known', 'known'])
  const other = await carriedBy('OTHER', 'kim.oda')
  const photos = await Promise.all(Array.from({ length: 20 }, () => record('OTHER', '2026-01-05T09:00:00.000Z', photo)))
  await Promise.all([0, 5, 10, 15].map((start) => register(other, photos.slice(start, start + 5))))
  const before = await record('CARRIED', new Date().toISOString(), abortedCall)
  const second = await carriedBy('CARRIED', 'kim.oda')
  const after = await record('CARRIED', new Date().toISOString(), abortedCall)
  expect(await register(second, [before, after])).toEqual(['registered', 'registered'])
}

const address = (scope: string, query = '') => `/api/admin/v1/northwind/metrics/${scope}?${query}`
const metrics = async (scope: string, query = '', token = boss) =>
  (await account.server.getJson<{ items: DevicePayloadMetric[] }>(address(scope, query), token)).items
const countsOf = (items: readonly DevicePayloadMetric[]) =>
  items.map(({ device_reference, payload_type, period, count }) => [device_reference, payload_type, period, count])
const carriedCalls = 'filter[device_references][0]=CARRIED&filter[payload_types][0]=Call'

/** The same numbers, counted from the recordings themselves. */
const scanned = () =>
  account.read(async ({ client, db }) => {
    const { rows } = await sql`select device_reference, payload_type, count(*) as count,
        min(payload_time) as first_occurrence, max(payload_time) as last_occurrence
      from payloads where client = ${client} group by 1, 2 order by 1, 2`.execute(db)
    return rows
  })

describe('GET /metrics/{scope}', () => {
  it('agrees with the recordings, whatever was sent twice or at once', async () => {
    const items = await metrics('Summary')
    const kept = items.map(({ device_reference, payload_type, count, first_occurrence, last_occurrence }) => {
      return { device_reference, payload_type, count, first_occurrence, last_occurrence }
    })
    expect(kept).toEqual(await scanned())
    expect(items.length).toBe(3)
    expect(items.every(({ period }) => period === null)).toBe(true)
  })

  it('counts by days of UTC, ISO weeks, months and years, the newest first', async () => {
    const periods = async (scope: string) =>
      (await metrics(scope, carriedCalls)).map(({ period, count }) => [period, count])
    expect(await periods('Daily')).toEqual([
      ['2026-01-05', 1],
      ['2026-01-04', 1],
      ['2025-12-29', 1],
      ['2025-12-28', 1],
    ])
    expect(await periods('Weekly')).toEqual([
      ['2026-01-05', 1],
      ['2025-12-29', 2],
      ['2025-12-22', 1],
    ])
    expect(await periods('Monthly')).toEqual([
      ['2026-01-01', 2],
      ['2025-12-01', 2],
    ])
    expect(await periods('Yearly')).toEqual([
      ['2026-01-01', 2],
      ['2025-01-01', 2],
    ])
  })

  it('counts whole days of a period of time', async () => {
    const between = `${carriedCalls}&filter[date_from]=2025-12-29-150000&filter[date_to]=2026-01-04`
    expect(countsOf(await metrics('Summary', between))).toEqual([['CARRIED', 'Call', null, 2]])
  })

  it('keeps what a former holder recorded in their group', async () => {
    const type = 'filter[payload_types][0]=AbortedCall'
    const people = async (query: string, token?: string) =>
      (await metrics('Summary', query, token)).map(({ device_user_references, count }) => [
        device_user_references,
        count,
      ])
    expect(await people(type)).toEqual([[['ana.reis', 'kim.oda'], 2]])
    expect(await people(type, lara)).toEqual([[['ana.reis'], 1]])
    expect(await people(`${type}&filter[groups][0]=Lisbon`)).toEqual([[['kim.oda'], 1]])
    expect(await people(`${type}&filter[groups][0]=Lisbon`, lara)).toEqual([])
    expect(await people('filter[device_user_references][0]=kim.oda')).toEqual([
      [['kim.oda'], 1],
      [['kim.oda'], 20],
    ])
  })

  it('returns every row once, page after page, and their number', async () => {
    const all = await metrics('Daily')
    const seen: DevicePayloadMetric[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const query: string = `limit=1${last_key ? `&last_key=${encodeURIComponent(last_key)}` : ''}`
      const page: { items: DevicePayloadMetric[]; last_key: string | null } = await account.server.getJson(
        address('Daily', query),
        boss,
      )
      seen.push(...page.items)
      last_key = page.last_key
    }
    expect(seen).toEqual(all)
    expect(await account.server.getJson(address('Daily', 'query_result_type=total'), boss)).toEqual({
      total: all.length,
    })
  })

  it('still counts a recording that was deleted', async () => {
    const before = await metrics('Summary')
    const otto = await account.signIn('otto', 'Compliance Officer')
    const [found] = await account.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select('payload_reference')
        .where('client', '=', tx.client)
        .where('payload_state', '=', 'NotRecorded')
        .limit(1)
        .execute(),
    )
    const body = { payload_references: [found?.payload_reference], reason: 'By mistake' }
    const path = '/api/client/v1/northwind/payloads/delete'
    const response = await account.server.call('POST', path, { token: otto, body })
    expect(await response.json()).toMatchObject({ items: [{ result: 'deleted' }] })
    expect(await metrics('Summary')).toEqual(before)
  })

  it('refuses an unknown scope, type or date, and people who may not', async () => {
    const outcome = async (path: string, token = boss) => outcomeOf(await account.server.call('GET', path, { token }))
    expect(await outcome(address('Hourly'))).toEqual([400, 'request.invalid'])
    expect(await outcome(address('Daily', 'filter[payload_types][0]=Fax'))).toEqual([400, 'request.invalid'])
    expect(await outcome(address('Daily', 'filter[date_from]=2026-02-30'))).toEqual([400, 'request.invalid'])
    const rita = await account.signIn('rita', 'Reviewer')
    expect(await outcome(address('Daily'), rita)).toEqual([403, 'auth.forbidden'])
  })
})

describe('GET /metrics/{scope}/periods', () => {
  const periods = (scope: string, query = '', token = boss) =>
    account.server.getJson<PeriodMetrics>(`/api/admin/v1/northwind/metrics/${scope}/periods?${query}`, token)

  it('has the sums of the list, in the groups that the caller may see', async () => {
    for (const token of [boss, lara]) {
      for (const scope of ['Daily', 'Weekly', 'Monthly', 'Yearly', 'Summary']) {
        const { items } = await periods(scope, '', token)
        const sums = Object.fromEntries(
          Object.entries(
            Object.groupBy(await metrics(scope, '', token), ({ period, payload_type }) => `${period} ${payload_type}`),
          ).map(([key, rows]) => [key, rows?.reduce((sum, { count }) => sum + count, 0)]),
        )
        expect(Object.fromEntries(items.map((item) => [`${item.period} ${item.payload_type}`, item.count]))).toEqual(
          sums,
        )
      }
    }
  })

  it('is limited to the latest periods, and says from when on', async () => {
    const daily = await periods('Daily', 'filter[date_to]=2027-02-08&filter[payload_types][0]=Call')
    expect(daily.counted_from).toBe('2026-01-05')
    expect(daily.items.map(({ period }) => period)).toEqual(['2026-01-05'])
    expect((await periods('Yearly')).counted_from).toBeNull()
    expect((await periods('Daily', 'filter[date_from]=2026-01-05')).counted_from).toBe('2026-01-05')
  })
})
