import type { ListedPosition, ListTotal, PortalEvent } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** Ana, of London, carries HANDED until she hands it over to Joe, of Lisbon. */
let account: AccountWithHandsets
let handsetToken: string
let handedOver: number
const tokens = { manager: '', londoner: '', reviewer: '' }

const hourMs = 3_600_000
const before = (hours: number): string => new Date(handedOver - hours * hourMs).toISOString()

const position = (gps_reference: string, more: object = {}) => ({
  gps_reference: gps_reference.padEnd(26, '0'),
  accuracy: 12.5,
  altitude: null,
  latitude: 51.5074,
  longitude: -0.1278,
  timestamp: new Date().toISOString(),
  timezone: 'Europe/London',
  provider: 'gps',
  ...more,
})

const send = async (positions: readonly unknown[]): Promise<object> => {
  const response = await account.call(handsetToken, 'POST', '/positions', { body: { positions } })
  return (await response.json()) as object
}

const path = (list: string, query = '') => `/api/client/v1/${account.client}${list}?${query}`

const listed = async (list: string, query = '', token = tokens.manager): Promise<ListedPosition[]> =>
  (await account.server.getJson<{ items: ListedPosition[] }>(path(list, query), token)).items

const short = ({ gps_reference }: ListedPosition): string => gps_reference.replace(/0+$/, '')

beforeAll(async () => {
  account = await AccountWithHandsets.open({}, ['gps'])
  await account.addRole('London alone', [{ actions_matching: 'gps:read', conditions: [{ names_matching: 'London' }] }])
  tokens.manager = await account.signIn('manager', 'Device Manager')
  tokens.londoner = await account.signIn('londoner', 'London alone')
  tokens.reviewer = await account.signIn('reviewer', 'Reviewer')
  await account.verified('HANDED')
  handsetToken = (await account.verified('HANDED', { body: { device_user_reference: 'joe.low' } })).access_token
  handedOver = Date.now()
  await send([position('joe'), position('ana', { timestamp: before(2), provider: 'network' })])
})
afterAll(() => account?.close())

describe('a position belongs to whoever held the device when it was measured', () => {
  it('also when it arrives after the device was handed over', async () => {
    expect(await listed('/devices/HANDED/gps')).toMatchObject([
      { gps_reference: expect.stringMatching(/^joe/), device_user_reference: 'joe.low', group: 'Lisbon' },
      { gps_reference: expect.stringMatching(/^ana/), device_user_reference: 'ana.reis', group: 'London' },
    ])
    expect((await listed('/users/ana.reis/gps')).map(short)).toEqual(['ana'])
    expect((await listed('/users/joe.low/gps')).map(short)).toEqual(['joe'])
  })

  it('so that those who see one group see only its positions, of the same device as well', async () => {
    for (const list of ['/gps', '/devices/HANDED/gps']) {
      expect((await listed(list, '', tokens.londoner)).map(short)).toEqual(['ana'])
      expect(await account.server.getJson(path(list, 'query_result_type=total'), tokens.londoner)).toEqual({ total: 1 })
    }
    expect(await listed('/users/joe.low/gps', '', tokens.londoner)).toEqual([])
    expect(await listed('/gps', 'filter[groups][0]=Lisbon', tokens.londoner)).toEqual([])
    expect((await account.server.call('GET', path('/gps'), { token: tokens.reviewer })).status).toBe(403)
  })

  it('by the handset’s clock, even if that is a day ahead or was reset', async () => {
    await send([
      position('ahead', { timestamp: new Date(handedOver + 24 * hourMs).toISOString() }),
      position('reset', { timestamp: '1970-01-01T00:00:00.000Z' }),
    ])
    const people = (await listed('/devices/HANDED/gps', 'sort=asc')).map((one) => [
      short(one),
      one.device_user_reference,
    ])
    expect(people).toEqual([
      ['reset', 'ana.reis'],
      ['ana', 'ana.reis'],
      ['joe', 'joe.low'],
      ['ahead', 'joe.low'],
    ])
  })

  it('and a call is on the trail of the group of its positions only if they have one', async () => {
    await send([position('old', { timestamp: before(3) })])
    await send([position('older', { timestamp: before(4) }), position('young')])
    await send([position('oldest', { timestamp: before(5) }), position('bad', { latitude: '1' })])
    const entries = await account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select('group')
        .where('client', '=', tx.client)
        .where('call', 'like', '%/positions')
        .orderBy('log_id', 'desc')
        .limit(3)
        .execute(),
    )
    expect(entries.map(({ group }) => group)).toEqual(['Lisbon', 'Lisbon', 'London'])
  })
})

describe('lists of positions', () => {
  it('are filtered by device, person, provider and period', async () => {
    const day = before(2).slice(0, 10)
    const dates = `filter[date_from]=${day}&filter[date_to]=${day}`
    expect((await listed('/gps', 'filter[providers][0]=network')).map(short)).toEqual(['ana'])
    expect((await listed('/gps', `${dates}&filter[providers][0]=network`)).map(short)).toEqual(['ana'])
    expect((await listed('/gps', 'filter[date_to]=1970-01-01')).map(short)).toEqual(['reset'])
    const both = 'filter[device_references][0]=HANDED&filter[device_references][1]=HANDED'
    expect((await listed('/gps', `${both}&filter[providers][0]=network`)).map(short)).toEqual(['ana'])
    const hers = 'filter[device_references][0]=HANDED&filter[device_user_references][0]=ana.reis&sort=asc&limit=2'
    expect((await listed('/gps', hers)).map(short)).toEqual(['reset', 'oldest'])
    expect(await listed('/gps', 'filter[device_references][0]=NONE')).toEqual([])
  })

  it('have pages without gaps or repetitions, in both orders, also with equal times', async () => {
    const same = before(10)
    await account.write((tx) =>
      addRows(
        tx,
        'gps',
        Array.from({ length: 25 }, (_, number) => ({
          gps_reference: `page-${String(number).padStart(2, '0')}`,
          device_reference: 'PAGED',
          device_user_reference: number % 2 === 0 ? 'ana.reis' : 'joe.low',
          group: number % 2 === 0 ? 'London' : 'Lisbon',
          timestamp: number < 20 ? same : before(11),
        })),
      ),
    )
    const walk = async (list: string, sort: string, token = tokens.manager): Promise<string[]> => {
      const found: string[] = []
      let last_key: string | null = null
      do {
        const query = `limit=4&sort=${sort}${last_key ? `&last_key=${encodeURIComponent(last_key)}` : ''}`
        const page: { items: ListedPosition[]; last_key: string | null } = await account.server.getJson(
          path(list, query),
          token,
        )
        found.push(...page.items.map(({ gps_reference }) => gps_reference))
        last_key = page.last_key
      } while (last_key !== null)
      return found
    }
    const latestFirst = await walk('/devices/PAGED/gps', 'desc')
    expect(new Set(latestFirst).size).toBe(25)
    expect(latestFirst[0]).toBe('page-19')
    expect(latestFirst.at(-1)).toBe('page-20')
    expect(await walk('/devices/PAGED/gps', 'asc')).toEqual(latestFirst.toReversed())
    const all = await walk('/gps', 'asc')
    expect(new Set(all).size).toBe(all.length)
    expect(await account.server.getJson(path('/gps', 'query_result_type=total'), tokens.manager)).toEqual({
      total: all.length,
    } satisfies ListTotal)
    expect(await walk('/devices/PAGED/gps', 'desc', tokens.londoner)).toEqual(
      latestFirst.filter((reference) => Number(reference.slice(5)) % 2 === 0),
    )
  })

  it('show what was reported, however odd it is, without texts that would fill a page', async () => {
    const odd = position('odd', {
      latitude: 90.5,
      longitude: 1e9,
      provider: 'p'.repeat(5000),
      timezone: 'Mars/Olympus',
    })
    expect(await send([odd])).toEqual({ received: 1 })
    const [found] = await listed('/gps', 'filter[device_references][0]=HANDED&limit=1&filter[date_from]=2020-01-01')
    expect(found).toMatchObject({ group: 'Lisbon' })
    const [shown] = (await listed('/devices/HANDED/gps', 'limit=100')).filter((one) => short(one) === 'odd')
    expect(shown).toMatchObject({ latitude: 90.5, longitude: 1e9, timezone: 'Mars/Olympus' })
    expect(shown?.provider).toHaveLength(255)
  })

  it('take no unknown filter, no other list’s place, and no page of nobody’s', async () => {
    const get = async (query: string) =>
      outcomeOf(await account.server.call('GET', path('/gps', query), { token: tokens.manager }))
    expect(await get('filter[speed]=1')).toEqual([400, 'request.invalid'])
    expect(await get('limit=101')).toEqual([400, 'request.invalid'])
    expect(await get("filter[date_from]=2026-01-01';--")).toEqual([400, 'request.invalid'])
    const first: { last_key: string } = await account.server.getJson(path('/gps', 'limit=1&sort=asc'), tokens.manager)
    expect(await get(`sort=asc&last_key=${encodeURIComponent(first.last_key)}`)).toEqual([200, null])
    expect(await get(`sort=desc&last_key=${encodeURIComponent(first.last_key)}`)).toEqual([400, 'list.bad_last_key'])
  })

  it('are exported with the rights of the list', async () => {
    const exports = new Exports(account.server, account.client)
    const asked = { list: 'listDevicePositions', params: { device_reference: 'PAGED' } }
    expect(await exports.rows(tokens.manager, asked)).toHaveLength(25)
    const seen = await exports.rows<ListedPosition>(tokens.londoner, asked)
    expect(new Set(seen.map(({ group }) => group))).toEqual(new Set(['London']))
    expect((await exports.ask(tokens.reviewer, asked)).status).toBe(403)
  })

  it('are on the trail of the group of whom they are about', async () => {
    await listed('/users/ana.reis/gps')
    const [entry] = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['call', 'group', 'parameters', 'user_id'])
        .where('client', '=', tx.client)
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toMatchObject({
      call: 'GET /users/{device_user_reference}/gps',
      group: 'London',
      user_id: 'manager',
      parameters: { device_user_reference: 'ana.reis' },
    })
  })

  it('of a deleted group stay visible to those who could see the group', async () => {
    await account.write((tx) =>
      addRows(tx, 'groups', [{ group_reference: 'London old' }, { group_reference: 'Lisbon old' }]),
    )
    await account.write((tx) =>
      addRows(
        tx,
        'gps',
        ['London old', 'Lisbon old'].map((group) => ({ group, device_reference: 'GONE', gps_reference: group })),
      ),
    )
    await account.addRole('Londons', [{ actions_matching: 'gps:read', conditions: [{ names_matching: 'London*' }] }])
    const token = await account.signIn('lonnie', 'Londons')
    const admin = await account.signIn('boss', 'Account Administrator')
    for (const group of ['London old', 'Lisbon old']) {
      const address = `/api/admin/v1/${account.client}/groups/${encodeURIComponent(group)}`
      expect((await account.server.call('DELETE', address, { token: admin })).status).toBe(204)
    }
    expect((await listed('/devices/GONE/gps', '', token)).map(({ group }) => group)).toEqual(['London old'])
    expect(await listed('/devices/GONE/gps', '', tokens.manager)).toHaveLength(2)
  })
})

describe('POST /positions', () => {
  it('refuses numbers beyond all numbers one by one, and keeps the others', async () => {
    const body = JSON.stringify({ positions: [position('huge'), position('fine')] }).replace('51.5074', '1e999')
    const response = await fetch(`${account.server.origin}/api/device/v1/positions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${handsetToken}`, 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toEqual({
      received: 1,
      refused: [{ index: 0, code: 'request.invalid', message: expect.stringContaining('/latitude') }],
    })
  })
})

describe('new positions', () => {
  it('are announced to open screens once for each upload and group, with their device', async () => {
    const told: PortalEvent[] = []
    const { events } = account.server.api.platform
    const leave = events.subscribe(account.client, { onEvent: (event) => told.push(event), onGap: () => {} })
    const positions = [
      position('live-joe', { timestamp: before(-1) }),
      position('live-joe-2', { timestamp: before(-2) }),
      position('live-ana', { timestamp: before(300) }),
    ]
    expect(await send(positions)).toMatchObject({ received: 3 })
    expect(await send(positions)).toMatchObject({ received: 0 })
    const announced = () =>
      told
        .filter(({ kind }) => kind === 'gps')
        .map(({ device_reference, group, count, times }) => [device_reference, group, count, times])
    await vi.waitFor(() => expect(announced()).toHaveLength(2), { timeout: waitTimeoutMs })
    expect(announced().toSorted()).toEqual([
      ['HANDED', 'Lisbon', 2, { from: before(-1), until: before(-2) }],
      ['HANDED', 'London', 1, { from: before(300), until: before(300) }],
    ])
    leave()
  })
})
