import { type ClientLicences, type ListedLicences, serviceNames } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { countLicences } from './licence-use.ts'

const staffPath = '/api/admin/v1/clients/acme/licenses'
const ownPath = '/api/admin/v1/acme/licenses'
const unlimited = Object.fromEntries(serviceNames.map((service) => [service, 100_000]))
const limits = (fields: object) => ({ ...unlimited, ...fields })

let server: TestServer
const tokens = { nadia: '', ann: '', dora: '', rita: '', hank: '' }

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('admin')
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex', ['Rates'])
  tokens.nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  tokens.ann = await server.signIn('acme', { user_reference: 'ann', roles: ['Account Administrator'] })
  tokens.dora = await server.signIn('acme', { user_reference: 'dora', roles: ['Device Manager'] })
  tokens.rita = await server.signIn('acme', { user_reference: 'rita', roles: ['Reviewer'] })
  tokens.hank = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  await server.api.platform.database.transaction('acme', (tx) =>
    addRows(
      tx,
      'devices',
      ['ONE', 'TWO'].map((device_reference) => ({
        device_reference,
        group: 'Equities',
        services: ['calls', 'sms'],
        activated_at: tx.now,
      })),
    ),
  )
})
afterAll(() => server?.stop())

const put = (body: object, token = tokens.nadia, path = staffPath) => server.call('PUT', path, { token, body })
const own = () => server.getJson<ClientLicences>(ownPath, tokens.dora)
const count = () =>
  countLicences.handle({ platform: server.api.platform, signal: AbortSignal.timeout(60_000) } as never, {})
const useOf = ({ use }: ClientLicences, service: string) => use.find((one) => one.service === service)
const person = { group: 'Equities', email: 'p@example.com', first_name: 'P', surname: 'Q' }
const onboard = (reference: string, services: string[]) =>
  server.call('POST', `/api/admin/v1/acme/users/${reference}`, { token: tokens.ann, body: { ...person, services } })

it('an account without limits has the greatest, and its use is counted', async () => {
  const licences = await own()
  expect(licences).toMatchObject({ client: 'acme', ...unlimited, version: 0, updated_at: null, updated_by: null })
  expect(useOf(licences, 'calls')).toMatchObject({ used: 2, limit: 100_000, expected: 0, exhausted_on: null })
  expect(useOf(licences, 'videos')).toMatchObject({ used: 0 })
})

it('staff set limits, which both trails tell, and customers read them', async () => {
  const response = await put({ version: 0, ...limits({ calls: 5, sms: 2 }) })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    client: 'acme',
    calls: 5,
    sms: 2,
    version: 1,
    updated_by: 'admin/nadia',
  })
  expect((await put({ version: 0, ...unlimited })).status).toBe(409)
  expect(useOf(await own(), 'sms')).toMatchObject({
    used: 2,
    limit: 2,
    exhausted_on: new Date().toISOString().slice(0, 10),
  })
  for (const account of ['acme', 'admin']) {
    const rows = await server.api.platform.database.read(account, (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', account)
        .where('call', '=', 'PUT /clients/{client}/licenses')
        .where('status_code', '=', 200)
        .execute(),
    )
    expect(rows).toMatchObject([{ events: [{ event: 'licence.updated', details: { before: null } }] }])
  }
  expect((await put({ version: 1, ...limits({ calls: 6, sms: 2 }) })).status).toBe(200)
  const entries = await server.getJson<{ items: { log_id: string }[] }>('/api/admin/v1/acme/activities', tokens.ann)
  const entry = await server.getJson(`/api/admin/v1/acme/activities/${entries.items[0]?.log_id}`, tokens.ann)
  expect(entry).toMatchObject({
    events: [
      {
        event: 'licence.updated',
        changes: [{ field: 'calls', before: ['5'], after: ['6'], left_off: 0 }],
      },
    ],
  })
})

it('nobody gets a service anew whose licences are all in use', async () => {
  const refused = await onboard('new.person', ['calls', 'sms'])
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'licence.exhausted', details: { service: 'sms' } })
  expect((await onboard('new.person', ['calls'])).status).toBe(200)
  const change = { version: 1, ...person, services: ['calls', 'sms'] }
  const path = '/api/admin/v1/acme/users/new.person'
  expect((await server.call('PUT', path, { token: tokens.ann, body: change })).status).toBe(409)
  expect(
    (await server.call('PUT', path, { token: tokens.ann, body: { ...change, services: ['calls', 'videos'] } })).status,
  ).toBe(200)
  const preview = await server.call('POST', '/api/admin/v1/acme/device_user_imports/preview', {
    token: tokens.ann,
    body: { rows: [{ device_user_reference: 'from.file', ...person, services: 'sms' }] },
  })
  expect(await preview.json()).toMatchObject({
    items: [{ result: 'refused', code: 'licence.exhausted', service: 'sms' }],
  })
})

it('a limit below the use stops nobody who has the service', async () => {
  expect((await put({ version: 2, ...limits({ calls: 1, sms: 0 }) })).status).toBe(200)
  expect(useOf(await own(), 'calls')).toMatchObject({ used: 2, limit: 1 })
  const change = { version: 2, ...person, surname: 'R', services: ['calls', 'videos'] }
  const path = '/api/admin/v1/acme/users/new.person'
  expect((await server.call('PUT', path, { token: tokens.ann, body: change })).status).toBe(200)
})

it("a month keeps its greatest use, and staff see the present one of all customers, but not the provider's own account", async () => {
  await count()
  const setActive = (is_deactivated: boolean) =>
    server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('devices')
        .set({ is_deactivated })
        .where('client', '=', 'acme')
        .where('device_reference', '=', 'TWO')
        .execute(),
    )
  await setActive(true)
  expect(useOf(await own(), 'calls')).toMatchObject({ used: 1, months: [{ used: 2 }] })
  const { items } = await server.getJson<{ items: ListedLicences[] }>('/api/admin/v1/licenses', tokens.nadia)
  expect(items.map(({ client, calls, used }) => [client, calls, used.calls])).toEqual([
    ['acme', 1, 1],
    ['globex', 100_000, 0],
  ])
  const one = await server.getJson<{ items: ListedLicences[] }>(
    '/api/admin/v1/licenses?filter[clients][0]=globex',
    tokens.nadia,
  )
  expect(one.items.map(({ client }) => client)).toEqual(['globex'])
})

it.each([
  ['a limit of −1', { calls: -1 }],
  ['a limit above 100,000', { calls: 100_001 }],
  ['a limit that is no integer', { calls: 1.5 }],
  ['an unknown service', { faxes: 1 }],
  ['a missing service', { calls: undefined }],
])('%s is refused', async (_, fields) => {
  expect((await put(limits(fields))).status).toBe(400)
})

it('only staff set limits, for customers that exist; only those who may read licences read them', async () => {
  expect((await put(unlimited, tokens.ann)).status).toBe(401)
  expect((await put(unlimited, tokens.nadia, '/api/admin/v1/clients/admin/licenses')).status).toBe(404)
  expect((await put(unlimited, tokens.nadia, '/api/admin/v1/clients/nobody/licenses')).status).toBe(404)
  expect((await server.call('GET', ownPath, { token: tokens.rita })).status).toBe(403)
  expect((await server.call('GET', ownPath, { token: tokens.hank })).status).toBe(401)
  expect((await server.call('GET', '/api/admin/v1/licenses', { token: tokens.ann })).status).toBe(401)
})
