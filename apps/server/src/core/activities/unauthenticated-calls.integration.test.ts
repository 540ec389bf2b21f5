import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { providerClient } from '../accounts/clients.ts'

let server: TestServer
beforeAll(async () => {
  // The tests call from many addresses, which they name as a trusted proxy would.
  server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.1/32' } })
  await server.openAccount('acme')
})
afterAll(() => server.stop())

const callFrom = async (address: string, path = '/profile') => {
  const response = await server.call('GET', `/api/admin/v1/acme${path}`, { headers: { 'x-forwarded-for': address } })
  expect(response.status).toBe(401)
}

const toldOf = (client: string, user_ip: string) =>
  server.api.platform.database.read(client, (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['call', 'user_id', 'status_code', 'denial_reason', 'is_allowed', 'parameters'])
      .where('client', '=', tx.client)
      .where('user_ip', '=', user_ip)
      .where('denial_reason', '=', 'auth.required')
      .orderBy('log_id')
      .execute(),
  )

/** Writes everything that was counted, as at the end of a minute. */
const settle = () => server.api.platform.unauthenticatedCalls.flush(Number.POSITIVE_INFINITY)

const refused = { user_id: 'anonymous', status_code: 401, denial_reason: 'auth.required', is_allowed: false }

it("are on the provider's trail before they are answered, and on no customer's", async () => {
  await callFrom('192.0.2.1')
  const told = { ...refused, call: 'GET /profile', parameters: { client: 'acme' } }
  expect(await toldOf(providerClient, '192.0.2.1')).toEqual([told])
  expect(await toldOf('acme', '192.0.2.1')).toEqual([])
})

it('are counted by address if there are several in a minute', async () => {
  await settle()
  for (const path of ['/profile', '/profile', '/groups', '/profile']) await callFrom('192.0.2.2', path)
  // Addresses of the same IPv6 network count as one caller.
  for (const last of [1, 2]) await callFrom(`2001:db8::${last}`)
  await settle()
  const counted = [...(await toldOf(providerClient, '192.0.2.2')), ...(await toldOf(providerClient, '2001:db8::1'))]
  const following = counted.flatMap(({ parameters }) => ('following' in parameters ? [parameters.following] : []))
  const calls = counted.filter(({ call }) => call === 'GET /profile').length
  // A minute may end in between: each minute then has a first call of its own.
  expect(following.reduce((sum: number, count) => sum + Number(count), 0) + calls).toBe(6)
  expect(counted).toContainEqual(expect.objectContaining({ ...refused, call: 'COUNT calls without a token' }))
  expect(await toldOf('acme', '192.0.2.2')).toEqual([])
})

it('are counted together if there are too many addresses', async () => {
  await settle()
  const { unauthenticatedCalls } = server.api.platform
  const now = Date.now()
  const isTold = Array.from({ length: 1_500 }, (_, at) =>
    unauthenticatedCalls.count(`198.51.${at >> 8}.${at & 255}`, 'GET /profile', now),
  )
  expect(isTold.filter(Boolean)).toHaveLength(1_000)
  await settle()
  const [together] = await toldOf(providerClient, '')
  expect(together?.parameters).toMatchObject({ following: 500, calls: { 'GET /profile': 500 } })
})
