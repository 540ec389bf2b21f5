import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'
import { SupportDesk } from '../setup/support-desk.ts'

/**
 * Removing, restoring and signing out people needs the right to do so in their account, and is impossible in support
 * mode.
 */

const acme = '/api/admin/v1/acme/portal_users'
let server: TestServer
let desk: SupportDesk
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex')
  await server.addRole('acme', 'Settings of Equities', [
    { actions_matching: 'account:*', conditions: [{ names_matching: 'Equities' }] },
  ])
  const boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  tokens.auditor = await server.signIn('acme', { user_reference: 'olga', roles: ['Auditor'] })
  tokens.partial = await server.signIn('acme', { user_reference: 'partial', roles: ['Settings of Equities'] })
  tokens.elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  tokens.handset = await server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
  desk = await SupportDesk.open(server, 'acme', boss)
})
afterAll(() => server?.stop())

const attempts = [
  ['DELETE', 'boss'],
  ['POST', 'boss/restore'],
  ['DELETE', 'boss/sessions'],
] as const

it.each(attempts)('%s /portal_users/%s is refused to everybody without the right', async (method, path) => {
  const address = `${acme}/${path}`
  for (const [name, token] of Object.entries(tokens)) {
    const { status } = await server.call(method, address, { token })
    expect([name, status]).toEqual([name, ['auditor', 'partial'].includes(name) ? 403 : 401])
  }
  expect((await server.call(method, address)).status).toBe(401)
  expect((await server.call('GET', '/api/admin/v1/acme/profile', { token: desk.tokens.boss })).status).toBe(200)
})

it('in support mode nobody can be removed, restored or signed out', async () => {
  const visit = await desk.approved('Account Administrator')
  for (const [method, path] of attempts) {
    const response = await desk.visit(method, `${acme}/${path}`, visit)
    expect([path, response.status]).toEqual([path, 403])
  }
})

it.each(['..%2f..%2fglobex%2fportal_users%2fhank', 'hank', '%00%00%00', 'b%25ss', "x' or '1'='1"])(
  'a reference cannot reach beyond the account: %s',
  async (reference) => {
    const response = await server.call('DELETE', `${acme}/${reference}`, { token: desk.tokens.boss })
    expect([400, 404]).toContain(response.status)
    expect((await server.call('GET', '/api/admin/v1/globex/profile', { token: tokens.elsewhere ?? '' })).status).toBe(
      200,
    )
  },
)

it('removed staff lose their visits at the next call, which is on both trails under their name', async () => {
  const visit = await desk.approved('Auditor')
  const path = '/api/admin/v1/admin/portal_users/marc'
  expect((await server.call('DELETE', path, { token: desk.tokens.nadia })).status).toBe(204)
  expect((await desk.visit('GET', '/api/admin/v1/acme/profile', visit)).status).toBe(401)
  expect((await desk.trail('acme', visit)).at(-1)).toMatchObject({ user_id: 'admin/marc', is_allowed: false })
  expect((await desk.trail('admin', visit)).at(-1)).toMatchObject({ user_id: 'marc', is_allowed: false })
})
