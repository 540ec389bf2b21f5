import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../tests/setup/test-account.ts'
import { fillTransfers } from './fill-transfers.ts'
import { dayMs } from './time-spans.ts'

let account: TestAccount<'ann'>
beforeAll(async () => {
  account = await anAccount()
    .withGroups('London')
    .withDevice('London-1', 'London')
    .withPerson('ann', 'Account Administrator')
    .open()
  for (let day = 1; day < 12; day++) {
    await account.addCall(day, 'London', { payload_time: new Date(Date.now() - day * dayMs) })
  }
})
afterAll(() => account?.close())

it('a demonstration has transfers that succeeded, failed and failed partly, once', async () => {
  const { platform } = account.server.api
  await fillTransfers(platform, account.client)
  await fillTransfers(platform, account.client)
  const path = `/api/client/v1/${account.client}/transfers?limit=50`
  const { items } = await account.server.getJson<{ items: { state: string; counts: { collected: number } }[] }>(
    path,
    account.tokens.ann,
  )
  expect(items).toHaveLength(12)
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['Failed', 'PartialFail', 'Succeeded']))
  expect(items.reduce((sum, { counts }) => sum + counts.collected, 0)).toBeGreaterThan(8)
})
