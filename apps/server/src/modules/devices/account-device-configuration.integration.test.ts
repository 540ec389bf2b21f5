import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account?.close())

const address = '/api/admin/v1/northwind/account/device_configuration'
const administrator = () =>
  account.server.signIn('northwind', { user_reference: 'boss', roles: ['Account Administrator'] })

describe('the GPS interval of an account', () => {
  it('is one minute until somebody sets it; handsets then fetch the new value', async () => {
    const token = await administrator()
    const { access_token } = await account.verified('GPS-1')
    const fetched = async () => (await account.call(access_token, 'GET', '/configuration')).json()
    expect(await account.server.getJson(address, token)).toMatchObject({
      gps_interval_ms: 60_000,
      updated_at: null,
      version: 0,
    })
    expect(await fetched()).toMatchObject({ gps_interval_ms: 60_000 })

    const put = (gps_interval_ms: number) => account.server.call('PUT', address, { token, body: { gps_interval_ms } })
    expect((await put(300_000)).status).toBe(200)
    expect(await (await put(15_000)).json()).toMatchObject({
      client: 'northwind',
      gps_interval_ms: 15_000,
      updated_by: 'boss',
      updated_at: expect.any(String),
    })
    expect(await fetched()).toMatchObject({ gps_interval_ms: 15_000 })
    expect((await put(999)).status).toBe(400)
    expect((await put(0.5)).status).toBe(400)
  })
  it('is saved once when several people save the same version at once', async () => {
    const token = await administrator()
    const { version } = await account.server.getJson<{ version: number }>(address, token)
    const put = (gps_interval_ms: number) =>
      account.server.call('PUT', address, { token, body: { version, gps_interval_ms } })
    const outcomes = await Promise.all([5000, 6000, 7000].map(async (ms) => outcomeOf(await put(ms))))
    expect(outcomes.sort()).toEqual([
      [200, null],
      [409, 'edit.conflict'],
      [409, 'edit.conflict'],
    ])
    expect(await account.server.getJson(address, token)).toMatchObject({ version: version + 1 })
  })
})
