import {
  type ClientStatistics,
  type InstallationOverview,
  type PayloadState,
  payloadStates,
  type StatisticsTotals,
  serviceNames,
} from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { counterStatement, storedBytesStatements } from '../payloads/index.ts'
import { countNewAccounts, countStatistics } from './count-statistics.ts'
import { recordPart } from './installation-parts.ts'

interface Page {
  items: ClientStatistics[]
  last_key: string | null
  totals: StatisticsTotals | null
}

const path = '/api/admin/v1/statistics'
const dayMs = 24 * 60 * 60_000
const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)

let server: TestServer
const tokens = { nadia: '', sam: '', keeper: '', ann: '' }

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('admin')
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex', ['Rates'])
  await server.addRole('admin', 'Key keeper', [{ actions_matching: 'internal:keys' }])
  tokens.nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  tokens.sam = await server.signIn('admin', { user_reference: 'sam', roles: ['Internal Support'] })
  tokens.keeper = await server.signIn('admin', { user_reference: 'keeper', roles: ['Key keeper'] })
  tokens.ann = await server.signIn('acme', { user_reference: 'ann', roles: ['Account Administrator'] })
  await write('acme', async (tx) => {
    await addRows(tx, 'device_users', [
      { device_user_reference: 'ana', group: 'Equities', services: ['calls', 'sms'] },
      { device_user_reference: 'bob', group: 'Equities', services: ['calls'] },
      { device_user_reference: 'gone', group: 'Equities', services: ['calls'], is_active: false },
    ])
    const before = new Date(Date.now() - 9 * dayMs)
    await addRows(tx, 'devices', [
      {
        device_reference: 'ONE',
        group: 'Equities',
        services: ['calls', 'sms'],
        activated_at: before,
        last_seen: tx.now,
      },
      { device_reference: 'TWO', group: 'Equities', services: ['calls'], activated_at: before, last_seen: before },
    ])
  })
})
afterAll(() => server?.stop())

const write = (client: string, work: Parameters<TestServer['api']['platform']['database']['transaction']>[1]) =>
  server.api.platform.database.transaction(client, work)

const count = () =>
  countStatistics.handle({ platform: server.api.platform, signal: AbortSignal.timeout(60_000) } as never, {})

/** Counts recordings as their registration does. */
const addRecordings = (
  client: string,
  group: string,
  recordings: readonly [type: 'Call' | 'SMS' | 'Diagnostics', state: PayloadState, back: number, by: number][],
) =>
  write(client, async (tx) => {
    await tx.executeAll([
      counterStatement(
        tx,
        recordings.map(([payload_type, payload_state, back, by]) => ({
          group,
          payload_type,
          payload_state,
          payload_time: `${day(back)}T10:00:00.000Z`,
          by,
        })),
      ),
      ...storedBytesStatements(
        client,
        recordings.map(([payload_type, , , by]) => ({ payload_type, bytes: by * 100 })),
      ),
    ])
  })

const list = (query = '', token = tokens.nadia) => server.getJson<Page>(`${path}${query}`, token)
const overview = (token = tokens.nadia) => server.getJson<InstallationOverview>(`${path}/overview`, token)
const statesOf = (states: Partial<Record<PayloadState, number>>) => ({
  ...Object.fromEntries(payloadStates.map((state) => [state, 0])),
  ...states,
})

it('an account that was never counted is listed, and marked', async () => {
  const { items, totals } = await list('?filter[rows]=clients')
  expect(items.map(({ client, as_of, is_stale }) => [client, as_of, is_stale])).toEqual([
    ['acme', null, true],
    ['globex', null, true],
  ])
  expect(totals).toMatchObject({ clients: 2, stale_clients: 2, as_of: null, users: 0 })
})

it('earlier days that an account gets after its first count are counted by the next one', async () => {
  await count()
  await addRecordings('globex', 'Rates', [['SMS', 'Processed', 200, 6]])
  await count()
  const { items, totals } = await list(`?filter[rows]=clients&filter[date_from]=${day(300)}`)
  const globex = items.find(({ client }) => client === 'globex')
  expect(globex?.days).toEqual([{ day: day(200), payload_state: 'Processed', payloads: 6 }])
  expect(totals?.recordings.Processed).toBe(6)
  await addRecordings('globex', 'Rates', [['SMS', 'Processed', 200, -6]])
})

it('counts people, devices, recordings by state and day, and stored bytes of each account and service', async () => {
  await addRecordings('acme', 'Equities', [
    ['Call', 'Processed', 0, 7],
    ['Call', 'Failed', 2, 1],
    ['SMS', 'Processed', 2, 3],
    ['Diagnostics', 'Processed', 2, 2],
    ['Call', 'Processed', 40, 5],
  ])
  await addRecordings('globex', 'Rates', [['SMS', 'Quarantined', 1, 4]])
  await count()

  const { items } = await list('?filter[clients][0]=acme&limit=100')
  expect(items.map(({ service }) => service)).not.toContain(null)
  const calls = items.find(({ service }) => service === 'calls')
  expect(calls).toMatchObject({ client: 'acme', users: 2, devices: 2, stored_bytes: 1300, is_stale: false })
  expect(calls?.recordings).toEqual(statesOf({ Processed: 7, Failed: 1 }))
  expect(calls?.days).toEqual([
    { day: day(2), payload_state: 'Failed', payloads: 1 },
    { day: day(0), payload_state: 'Processed', payloads: 7 },
  ])

  const clients = await list('?filter[rows]=clients')
  expect(clients.items[0]).toMatchObject({ client: 'acme', service: null, users: 2, devices: 2, stored_bytes: 1800 })
  expect(clients.items[0]?.recordings).toEqual(statesOf({ Processed: 12, Failed: 1 }))
  expect(clients.totals).toMatchObject({ clients: 2, stale_clients: 0, users: 2, devices: 2, stored_bytes: 2200 })
  expect(clients.totals?.recordings).toEqual(statesOf({ Processed: 12, Failed: 1, Quarantined: 4 }))
  expect(clients.totals?.services.find(({ service }) => service === 'sms')).toEqual({
    service: 'sms',
    users: 1,
    devices: 1,
    stored_bytes: 700,
    recordings: 7,
  })
})

it('a period, services and pages restrict what is counted', async () => {
  const longer = await list(`?filter[rows]=clients&filter[date_from]=${day(60)}&filter[clients][0]=acme`)
  expect(longer.items[0]?.recordings.Processed).toBe(17)
  const past = await list(`?filter[date_from]=${day(60)}&filter[date_to]=${day(30)}&filter[services][0]=calls`)
  expect(past.totals).toMatchObject({ from: day(60), to: day(30), users: null, devices: null, stored_bytes: 1300 })
  expect(past.totals?.days).toEqual([{ day: day(40), payload_state: 'Processed', payloads: 5 }])
  const years = await list('?filter[date_from]=2001-01-01&filter[rows]=clients')
  expect(years.totals?.from).toBe(day(365))

  const first = await list('?limit=4')
  expect(first.items).toHaveLength(4)
  const second = await list(`?limit=4&last_key=${first.last_key}`)
  expect(second.totals).toBeNull()
  expect(second.items[0]?.service).not.toBe(first.items[3]?.service)
  const refused = await server.call('GET', `${path}?filter[rows]=clients&filter[services][0]=sms`, {
    token: tokens.nadia,
  })
  expect(refused.status).toBe(400)
})

it('later changes replace what was counted', async () => {
  await addRecordings('acme', 'Equities', [
    ['Call', 'Failed', 2, -1],
    ['Call', 'Deleted', 2, 1],
  ])
  await count()
  const { items } = await list('?filter[rows]=clients&filter[clients][0]=acme')
  expect(items[0]?.recordings).toEqual(statesOf({ Processed: 12, Deleted: 1 }))
})

it('an account is counted within a minute of its first hour, but not while it is still empty', async () => {
  const countNew = () =>
    countNewAccounts.handle({ platform: server.api.platform, signal: AbortSignal.timeout(60_000) } as never, {})
  const openedBefore = (ms: number) =>
    write('globex', (tx) =>
      tx.db
        .updateTable('clients')
        .set({ created_at: new Date(Date.now() - ms) })
        .where('client', '=', 'globex')
        .execute(),
    )
  const countedAt = async () =>
    (await list('?filter[rows]=clients')).items.find(({ client }) => client === 'globex')?.as_of
  const before = await countedAt()
  await openedBefore(5_000)
  await countNew()
  expect(await countedAt()).toBe(before)
  await openedBefore(2 * 60 * 60_000)
  await countNew()
  expect(await countedAt()).toBe(before)
  await openedBefore(60_000)
  await countNew()
  expect(await countedAt()).not.toBe(before)
})

it('a CSV file has a row for each day and figure', async () => {
  const exports = new Exports(server, 'admin')
  const query = { filter: { rows: 'clients', clients: ['acme'] } }
  const file = await exports.fetch(await exports.ask(tokens.nadia, { list: 'listStatistics', query, format: 'csv' }))
  const [head, ...rows] = Buffer.from(await file.arrayBuffer())
    .toString()
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\uFEFFclient,name,service,from,to,day,figure,value,as_of,is_stale')
  const figures = rows.map((row) => row.split(',').slice(5, 8).join(','))
  expect(figures).toEqual(expect.arrayContaining([',users,2', ',devices,2', `${day(0)},recordings.Processed,7`]))
})

it('an account that cannot be reached does not keep the others from being counted', async () => {
  const { platform } = server.api
  const { database } = platform
  const transaction: typeof database.transaction = (client, work) =>
    client === 'acme' ? Promise.reject(new Error('unreachable')) : database.transaction(client, work)
  const half = {
    transaction,
    read: database.read.bind(database),
    readAcrossClients: database.readAcrossClients.bind(database),
  }
  const before = (await list('?filter[rows]=clients')).items
  await countStatistics.handle(
    { platform: { ...platform, database: half }, signal: AbortSignal.timeout(60_000) } as never,
    {},
  )
  const after = (await list('?filter[rows]=clients')).items
  expect(after[0]).toEqual(before[0])
  expect(Date.parse(after[1]?.as_of ?? '')).toBeGreaterThan(Date.parse(before[1]?.as_of ?? ''))
})

it('an account that could not be counted lately keeps its figures, marked as old', async () => {
  await write('globex', (tx) =>
    tx.db
      .updateTable('account_statistics')
      .set({ as_of: new Date(Date.now() - 20 * 60_000) })
      .where('client', '=', 'globex')
      .execute(),
  )
  const { items, totals } = await list('?filter[rows]=clients')
  expect(items.map(({ client, is_stale }) => [client, is_stale])).toEqual([
    ['acme', false],
    ['globex', true],
  ])
  expect(items[1]?.recordings.Quarantined).toBe(4)
  expect(totals?.stale_clients).toBe(1)
})

it('the overview shows the account first that needs attention, and what each caller may see', async () => {
  await write('admin', async (tx) => {
    await recordPart(tx, 'object store', true)
    await recordPart(tx, 'scanner', false)
  })
  const { clients, parts } = await overview()
  expect(clients.map(({ client }) => client)).toEqual(['globex', 'acme'])
  expect(clients[0]).toMatchObject({ quarantined: 4, is_stale: true })
  expect(clients[1]).toMatchObject({ silent_devices: 1, failed: 0, licence: null, backlog_since: null })
  expect(clients[1]?.alerts?.map(({ severity }) => severity)).toEqual(['Low', 'Medium', 'High'])
  expect(parts.map(({ part, is_up }) => [part, is_up])).toEqual([
    ['database', true],
    ['workers', true],
    ['object store', true],
    ['scanner', false],
  ])
  const limits = Object.fromEntries(serviceNames.map((service) => [service, service === 'calls' ? 5 : 100_000]))
  await server.call('PUT', '/api/admin/v1/clients/acme/licenses', {
    token: tokens.nadia,
    body: { version: 0, ...limits },
  })
  const licenceOf = async (token: string) =>
    (await overview(token)).clients.find(({ client }) => client === 'acme')?.licence
  expect(await licenceOf(tokens.nadia)).toEqual({ service: 'calls', used: 2, limit: 5 })
  expect(await licenceOf(tokens.sam)).toBeNull()
})

it('only staff with the action see statistics', async () => {
  for (const address of [path, `${path}/overview`]) {
    expect((await server.call('GET', address, { token: tokens.keeper })).status).toBe(403)
    expect((await server.call('GET', address, { token: tokens.ann })).status).toBe(401)
    expect((await server.call('GET', address, {})).status).toBe(401)
  }
})

it('metrics have the same sums and name no customer', async () => {
  const text = await server.api.platform.metrics.registry.metrics()
  expect(text).toContain('holdfast_recordings{state="Quarantined"} 4')
  expect(text).toContain('holdfast_part_up{part="scanner"} 0')
  expect(text).toMatch(/^holdfast_stored_bytes 2200$/m)
  expect(text).not.toMatch(/acme|globex/)
})
