import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(() => account?.close())

const fetched = async (token: string, etag?: string) => {
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
  const response = await account.call(token, 'GET', '/configuration', { headers })
  return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() }
}

it('a handset that has the present configuration is not sent it again, until something changes', async () => {
  const { access_token } = await account.verified('ETAG-1')
  const first = await fetched(access_token)
  expect(first.status).toBe(200)
  expect(first.etag).toBe(`W/"${JSON.parse(first.text).version}"`)

  const again = await fetched(access_token, first.etag)
  expect(again).toEqual({ status: 304, etag: first.etag, text: '' })
  // Proxies may leave out the mark of a weak ETag, or add others.
  expect((await fetched(access_token, `"other", ${first.etag.slice(2)}`)).status).toBe(304)
  expect((await fetched(access_token, '*')).status).toBe(304)
  expect((await fetched(access_token, 'W/"other"')).status).toBe(200)

  const token = await account.server.signIn('northwind', { user_reference: 'boss', roles: ['Account Administrator'] })
  await account.server.call('PUT', '/api/admin/v1/northwind/account/device_configuration', {
    token,
    body: { gps_interval_ms: 90_000 },
  })
  const changed = await fetched(access_token, first.etag)
  expect(changed.status).toBe(200)
  expect(JSON.parse(changed.text)).toMatchObject({ gps_interval_ms: 90_000 })
  expect(changed.etag).not.toBe(first.etag)
})

it('the version stays when only the next sequence number has changed, and differs between people', async () => {
  const { access_token } = await account.verified('ETAG-2')
  const { etag } = await fetched(access_token)
  const call = {
    payload_reference: '01JD3Q6Z8M4T2V9XK5N7R1B0WA',
    sequence: 0,
    payload_type: 'AbortedCall',
    payload_time: '2026-01-31T11:58:03.120Z',
    payload_state: 'NotRecorded',
    numbers: [],
    meta: { second_parties: [{ phone_number: '+447700900123' }] },
  }
  expect((await account.call(access_token, 'POST', '/payloads', { body: { items: [call] } })).status).toBe(200)
  const now = await fetched(access_token)
  expect(JSON.parse(now.text)).toMatchObject({ next_sequence: 1 })
  expect(now.etag).toBe(etag)

  const other = await account.verified('ETAG-3', { body: { device_user_reference: 'joe.low' } })
  expect((await fetched(other.access_token, etag)).status).toBe(200)
})

it('who is refused learns nothing from an ETag', async () => {
  const { access_token } = await account.verified('ETAG-4')
  const { etag } = await fetched(access_token)
  expect((await fetched('no token', etag)).status).toBe(401)
})
