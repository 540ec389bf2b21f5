import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'

let server: TestServer
let person: string
let device: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  person = await server.signIn('acme', { user_reference: 'ann.lee', roles: ['Compliance Officer'] })
  device = await server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
})

afterAll(() => server.stop())

it('people and devices of a closed account are refused from the next call', async () => {
  const statuses = async () => [
    (await server.call('GET', '/api/client/v1/acme/payloads', { token: person })).status,
    (await server.call('GET', '/api/device/v1/commands', { token: device })).status,
  ]
  expect(await statuses()).toEqual([200, 200])
  await server.api.platform.database.transaction('acme', (tx) =>
    tx.db.updateTable('clients').set({ is_active: false }).where('client', '=', 'acme').execute(),
  )
  expect(await statuses()).toEqual([401, 401])
})
