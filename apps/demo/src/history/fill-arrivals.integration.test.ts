import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../tests/setup/test-account.ts'
import { fillArrivals } from './fill-arrivals.ts'
import { dayMs } from './time-spans.ts'

let account: TestAccount<'ann'>
beforeAll(async () => {
  account = await anAccount()
    .withGroups('London')
    .withDevice('London-1', 'London')
    .withPerson('ann', 'Account Administrator')
    .open()
})
afterAll(() => account?.close())

it("a demonstration's recordings have arrived once, when they were processed", async () => {
  const processed_at = new Date(Date.now() - 40 * dayMs)
  for (let call = 1; call <= 3; call++) await account.addCall(call, 'London', { processed_at })
  await account.addCall(4, 'London', { payload_state: 'Recorded' })
  const { platform } = account.server.api
  await fillArrivals(platform, account.client)
  await fillArrivals(platform, account.client)
  const arrivals = await account.read((tx) =>
    tx.db.selectFrom('payload_arrivals').select('arrived_at').where('client', '=', account.client).execute(),
  )
  expect(arrivals.map(({ arrived_at }) => arrived_at)).toEqual(Array(3).fill(processed_at.toISOString()))
})
