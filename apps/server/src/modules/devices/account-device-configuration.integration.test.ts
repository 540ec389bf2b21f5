import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account?.close())

describe('the GPS interval of an account', () => {
  it('is a minute until somebody sets it, and then what its handsets fetch', async () => {
    const token = await account.server.signIn('northwind', { user_reference: 'boss', roles: ['Account Administrator'] })
    const address = '/api/admin/v1/northwind/account/device_configuration'
    const { access_token } = await account.verified('GPS-1')
    const fetched = async () => (await account.call(access_token, 'GET', '/configuration')).json()
    expect(await account.server.getJson(address, token)).toMatchObject({ gps_interval_ms: 60_000, updated_at: null })
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
})
