import type { ClientTelemetry, ReportedTelemetry, TelemetryApplication, TelemetrySeries } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss sees London and Lisbon, lara London alone. Ana is in London, Joe in Lisbon. */
let account: AccountWithHandsets
let boss: string
let lara: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  await account.addRole('London telemetry', [
    { actions_matching: 'telemetry:read', conditions: [{ names_matching: 'London' }] },
  ])
  lara = await account.signIn('lara', 'London telemetry')
})
afterAll(() => account?.close())

const admin = '/api/admin/v1/northwind'
const carriedBy = async (device_reference: string, device_user_reference = 'ana.reis'): Promise<string> =>
  (await account.verified(device_reference, { body: { device_user_reference } })).access_token
const report = async (token: string, telemetry: object) => {
  const response = await account.call(token, 'POST', '/telemetry', { body: telemetry })
  if (response.status === 400) throw new Error(await response.text())
  return response.status
}
const list = async <T = ReportedTelemetry>(path: string, query = '', token = boss) =>
  (await account.server.getJson<{ items: T[] }>(`${admin}${path}?${query}`, token)).items
const ofDevice = (device_reference: string) => `filter[device_references][0]=${device_reference}`
const outcome = async (path: string, token = boss) => outcomeOf(await account.server.call('GET', path, { token }))

const healthy = {
  is_rooted: false,
  is_device_admin: true,
  permissions_denied: [],
  storage_total: 128e9,
  storage_free: 60e9,
  battery_level_percent: 80,
}

describe('GET /telemetry', () => {
  it('has the latest report of each device, those with the most problems first', async () => {
    const [good, bad, worse] = await Promise.all(['T-1', 'T-2', 'T-3'].map((reference) => carriedBy(reference)))
    await report(good ?? '', { ...healthy, reported_at: '2026-01-05T10:00:00.000Z', app_version: '4.2.0' })
    await report(bad ?? '', {
      ...healthy,
      reported_at: '2026-01-05T10:00:00.000Z',
      is_rooted: true,
      app_version: '4.1.0',
    })
    await report(worse ?? '', {
      reported_at: '2026-01-05T10:00:00.000Z',
      is_device_admin: false,
      permissions_denied: ['MICROPHONE'],
      storage_total: 100,
      storage_free: 4,
      battery_level_percent: 3,
    })
    const shown = (await list('/telemetry')).map(({ device_reference, problems }) => [device_reference, problems])
    expect(shown).toEqual([
      ['T-3', ['not_device_admin', 'permission_denied', 'storage_full', 'battery_low']],
      ['T-2', ['rooted']],
      ['T-1', []],
    ])
    const found = async (query: string) =>
      (await list('/telemetry', query)).map(({ device_reference }) => device_reference)
    expect(await found('filter[problems][0]=rooted&filter[problems][1]=storage_full')).toEqual(['T-3', 'T-2'])
    expect((await list('/telemetry')).map((report) => report.device_user_reference)).toEqual(Array(3).fill('ana.reis'))
    expect((await list('/devices/T-1/telemetry'))[0]?.device_user_reference).toBe('ana.reis')
    expect(await found('filter[has_problems]=false')).toEqual(['T-1'])
    expect(await found('filter[other_app_versions][0]=4.2.0')).toEqual(['T-2'])
    expect(await found('filter[app_versions][0]=4.2.0')).toEqual(['T-1'])
    expect(await account.server.getJson(`${admin}/telemetry?query_result_type=total`, boss)).toEqual({ total: 3 })
  })

  it('keeps the newest report when an older one arrives late, and lets none from the future stay', async () => {
    const token = await carriedBy('CLOCK-1')
    const level = async () => (await list('/telemetry', ofDevice('CLOCK-1')))[0]?.battery_level_percent
    await report(token, { reported_at: '2026-01-05T12:00:00.000Z', battery_level_percent: 50 })
    await report(token, { reported_at: '2026-01-05T11:00:00.000Z', battery_level_percent: 60 })
    expect(await level()).toBe(50)
    await report(token, { reported_at: '2099-01-05T12:00:00.000Z', battery_level_percent: 40 })
    expect(await level()).toBe(40)
    await report(token, { reported_at: '2026-01-06T12:00:00.000Z', battery_level_percent: 30 })
    expect(await level()).toBe(30)
    const history = await list('/devices/CLOCK-1/telemetry')
    expect(history.map(({ battery_level_percent }) => battery_level_percent)).toEqual([40, 30, 50, 60])
    expect(await report(token, { reported_at: '2026-01-06T12:00:00.000Z', battery_level_percent: 1 })).toBe(204)
    expect(await level()).toBe(30)
  })

  it('shows a report to the group that the device was in, while it is there', async () => {
    const token = await carriedBy('MOVED-1')
    await report(token, { reported_at: '2026-01-05T10:00:00.000Z', wifi_ssid: 'Home of Ana' })
    expect(await list('/telemetry', ofDevice('MOVED-1'), lara)).toHaveLength(1)
    const next = await carriedBy('MOVED-1', 'joe.low')
    expect(await list('/telemetry', ofDevice('MOVED-1'), lara)).toEqual([])
    expect(await outcome(`${admin}/devices/MOVED-1/telemetry`, lara)).toEqual([404, 'request.not_found'])
    await account.addRole('Lisbon telemetry', [
      { actions_matching: 'telemetry:read', conditions: [{ names_matching: 'Lisbon' }] },
    ])
    const leo = await account.signIn('leo', 'Lisbon telemetry')
    expect(await list('/devices/MOVED-1/telemetry', '', leo)).toEqual([])
    expect(await list('/telemetry', ofDevice('MOVED-1'), leo)).toEqual([])
    await report(next, { reported_at: '2026-01-05T11:00:00.000Z', wifi_ssid: 'Home of Joe' })
    expect(await list('/devices/MOVED-1/telemetry', '', leo)).toMatchObject([{ wifi_ssid: 'Home of Joe' }])
    const holders = (await list('/devices/MOVED-1/telemetry')).map((report) => report.device_user_reference)
    expect(holders).toEqual(['joe.low', null])
    expect(await list('/telemetry', 'filter[device_user_references][0]=joe.low')).toMatchObject([
      { device_reference: 'MOVED-1', group: 'Lisbon' },
    ])
  })
})

describe('telemetry of one device', () => {
  it('keeps absurd values as they were sent, and refuses what is no number', async () => {
    const token = await carriedBy('ODD-1')
    const odd = { battery_level_percent: 9e15, wifi_signal_dbm: -9e15, storage_free: 9e15, storage_total: 1 }
    const times = ['10:00:00', '10:00:01', '10:00:02']
    for (const time of times) expect(await report(token, { ...odd, reported_at: `2026-01-05 ${time}` })).toBe(204)
    expect((await list('/devices/ODD-1/telemetry'))[0]).toMatchObject({
      ...odd,
      reported_at: '2026-01-05T10:00:02.000Z',
    })
    const series = await account.server.getJson<TelemetrySeries>(
      `${admin}/devices/ODD-1/telemetry/series?date_from=2026-01-05&date_to=2026-01-05`,
      boss,
    )
    expect(series.points).toMatchObject([{ reports: 3, battery_level_percent: 9e15, storage_free: 9e15 }])
    for (const text of ['1e999', '-1', '"80"', 'NaN']) {
      const response = await fetch(`${account.server.origin}/api/device/v1/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: `{"reported_at":"2026-01-05 11:00:00","battery_level_percent":${text}}`,
      })
      expect([text, response.status]).toEqual([text, 400])
    }
    expect(await list('/devices/ODD-1/telemetry')).toHaveLength(3)
  })

  it('lists 10,000 applications page by page, by name, and finds some', async () => {
    const token = await carriedBy('APPS-1')
    const app = (index: number) => ({
      package_name: `app${index}`,
      simple_name: index === 7 ? 'Ácme <b>Chat</b>' : `App ${String(index).padStart(5, '0')}`,
      is_system_app: index % 2 === 0,
      size: index * 1000,
      uid: null,
    })
    const applications = Array.from({ length: 10_000 }, (_, index) => app(9_999 - index))
    expect(await report(token, { reported_at: '2026-01-05T10:00:00.000Z', applications })).toBe(204)
    const path = '/devices/APPS-1/telemetry/applications'
    const [latest] = await list('/devices/APPS-1/telemetry')
    expect(latest).toMatchObject({ application_count: 10_000 })
    expect(latest).not.toHaveProperty('applications')
    expect(await list(path, 'filter[search]=acme')).toEqual([app(7)])
    expect(
      await account.server.getJson(`${admin}${path}?query_result_type=total&filter[is_system_app]=true`, boss),
    ).toEqual({
      total: 5000,
    })
    const first = await account.server.getJson<{ items: TelemetryApplication[]; last_key: string }>(
      `${admin}${path}?limit=100`,
      boss,
    )
    // A new report does not mix with the pages of the one that is being read.
    await report(token, { reported_at: '2026-01-05T11:00:00.000Z', applications: [app(1)] })
    const second = await account.server.getJson<{ items: TelemetryApplication[] }>(
      `${admin}${path}?limit=100&last_key=${encodeURIComponent(first.last_key)}`,
      boss,
    )
    const names = [...first.items, ...second.items].map(({ simple_name }) => simple_name)
    expect(new Set(names).size).toBe(200)
    expect(names).toEqual(names.toSorted())
    expect(await list(path)).toEqual([app(1)])
  })

  it('has a bounded series with the averages and the largest values of its reports', async () => {
    const token = await carriedBy('SERIES-1')
    const start = Date.parse('2026-01-01T00:00:00.000Z')
    for (let hour = 0; hour < 48; hour++) {
      await report(token, {
        reported_at: new Date(start + hour * 1_800_000).toISOString(),
        battery_level_percent: 100 - hour,
        mobile_data_sent: hour,
        mobile_data_received: 10,
        payloads_pending: hour % 2,
        sims: [
          { slot_index: 0, signal_strength_dbm: -110 },
          { slot_index: 1, signal_strength_dbm: -70 },
        ],
        storage_total: 128,
      })
    }
    const series = (query: string) =>
      account.server.getJson<TelemetrySeries>(`${admin}/devices/SERIES-1/telemetry/series?${query}`, boss)
    const { points, storage_total } = await series('date_from=2025-12-01&date_to=2026-01-31')
    const history = await list('/devices/SERIES-1/telemetry', 'limit=100')
    expect(points.length).toBeLessThanOrEqual(200)
    expect(points.reduce((sum, { reports }) => sum + reports, 0)).toBe(history.length)
    expect(storage_total).toBe(128)
    const average = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
    expect(
      points.reduce((sum, { battery_level_percent, reports }) => sum + (battery_level_percent ?? 0) * reports, 0) / 48,
    ).toBeCloseTo(average(history.map(({ battery_level_percent }) => battery_level_percent ?? 0)))
    expect(points.at(-1)).toMatchObject({ mobile_data: 57, signal_dbm: -70 })
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted())
    const [whole] = (await series('date_from=2026-01-01-000000&date_to=2026-01-01-000000')).points
    expect(whole).toMatchObject({ at: '2026-01-01T00:00:00.000Z', battery_level_percent: 100 })
    expect((await series('date_from=2026-02-01&date_to=2026-01-01')).points).toEqual([])
    expect(await outcome(`${admin}/devices/NO-SUCH/telemetry/series?date_from=2026-01-01`)).toEqual([
      404,
      'request.not_found',
    ])
  })
})

describe('telemetry across customers', () => {
  it('is for staff alone, without networks and numbers, and on the customer’s trail', async () => {
    await account.server.openAccount('globex')
    await account.server.openAccount('admin')
    const staff = await account.server.signIn('admin', { user_reference: 'sam', roles: ['Internal Administrator'] })
    const token = await carriedBy('STAFF-1')
    await report(token, {
      reported_at: '2026-01-07T10:00:00.000Z',
      is_rooted: true,
      wifi_ssid: 'Home of Ana',
      ip_address: '10.0.0.1',
      sims: [{ slot_index: 0, phone_number: '+447700900123' }],
    })
    const of = async (path: string, query: string) =>
      (await account.server.getJson<{ items: ClientTelemetry[] }>(`/api/admin/v1${path}?${query}`, staff)).items
    const everywhere = await of('/telemetry', 'filter[problems][0]=rooted&filter[clients][0]=northwind')
    const [found] = everywhere.filter(({ device_reference }) => device_reference === 'STAFF-1')
    expect(found).toMatchObject({ client: 'northwind', is_rooted: true, problems: ['rooted'] })
    expect(JSON.stringify(everywhere)).not.toMatch(/Home of Ana|10\.0\.0\.1|\+447700900123/)
    expect(await of('/telemetry', 'filter[clients][0]=globex')).toEqual([])
    const silentSince = async (since: string) =>
      (await of('/telemetry', `filter[silent_since]=${since}`)).map(({ device_reference }) => device_reference)
    expect(await silentSince('2099-01-01')).toContain('STAFF-1')
    expect(await silentSince('2020-01-01')).toEqual([])
    const ofNorthwind = await of('/clients/northwind/telemetry', 'filter[problems][0]=rooted')
    expect(ofNorthwind.map(({ device_reference }) => device_reference)).toContain('STAFF-1')
    expect(await of('/clients/globex/telemetry', '')).toEqual([])
    expect(await outcome('/api/admin/v1/clients/nowhere/telemetry', staff)).toEqual([404, 'request.not_found'])
    expect(await outcome('/api/admin/v1/clients/northwind/telemetry')).not.toEqual([200, null])
    const trail = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('user_id')
        .where('client', '=', tx.client)
        .where('call', 'like', 'GET %{client}/telemetry')
        .execute(),
    )
    expect(trail).toEqual([{ user_id: 'admin/sam' }])
  })
})
