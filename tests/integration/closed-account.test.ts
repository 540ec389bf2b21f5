import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

let account: TestAccount<'ann'>
let device: string

beforeAll(async () => {
  account = await anAccount('acme').withGroups('Equities').withPerson('ann', 'Compliance Officer').open()
  device = await account.server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
})

afterAll(() => account.close())

it('people and devices of a closed account are refused from the next call', async () => {
  const statuses = async () => [
    (await account.server.call('GET', '/api/client/v1/acme/payloads', { token: account.tokens.ann })).status,
    (await account.server.call('GET', '/api/device/v1/commands', { token: device })).status,
  ]
  expect(await statuses()).toEqual([200, 200])
  await account.write((tx) =>
    tx.db.updateTable('clients').set({ is_active: false }).where('client', '=', 'acme').execute(),
  )
  expect(await statuses()).toEqual([401, 401])
})
