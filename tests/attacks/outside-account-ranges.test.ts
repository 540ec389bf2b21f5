import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'
import { SupportDesk } from '../setup/support-desk.ts'

/** People can end a visit even from outside their account's network ranges, and can do nothing else there. */

const acme = '/api/admin/v1/acme'
const cafe = '198.51.100.9'
const office = '203.0.113.7'

let server: TestServer
let desk: SupportDesk
let boss: string
let auditor: string

beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
  await server.openAccount('acme', ['Equities'])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  auditor = await server.signIn('acme', { user_reference: 'olga', roles: ['Auditor'] })
  desk = await SupportDesk.open(server, 'acme', boss)
})
afterAll(() => server?.stop())

const from = async (address: string, method: string, path: string, body?: object, token = boss) => {
  const options = { token, headers: { 'x-forwarded-for': address }, ...(body ? { body } : {}) }
  const response = await server.call(method, acme + path, options)
  const text = await response.text()
  const answer = text === '' ? {} : (JSON.parse(text) as { code?: string; actions?: string[] })
  return { status: response.status, code: answer.code, actions: answer.actions }
}
const shutOut = { status: 403, code: 'auth.address_not_allowed' }

const limit = async (cidr_ranges: string[] | null) => {
  const { version } = await server.api.platform.database.read('acme', (tx) =>
    tx.db.selectFrom('account_defaults').select('version').where('client', '=', 'acme').executeTakeFirstOrThrow(),
  )
  const body = { version, user_group: null, role: null, cidr_ranges, confirmation: 'acme' }
  expect((await from(office, 'PUT', '/account/defaults', body)).status).toBe(200)
}

describe('outside the network ranges, while a visit runs', () => {
  let visit: string
  let pending: string
  beforeAll(async () => {
    visit = await desk.approved('Auditor')
    pending = (await desk.asked()).request_reference
    await limit(['203.0.113.0/24'])
  })
  afterAll(() => limit(null))

  it('somebody who may decide on visits can sign in, sees the visit, and is offered nothing else', async () => {
    const again = await server.signInAgain('acme', 'boss')
    const profile = await from(cafe, 'GET', '/profile', undefined, again)
    expect(profile).toMatchObject({ status: 200, actions: ['support_access:read', 'support_access:decide'] })
    expect((await from(cafe, 'GET', `/supportaccess/${visit}`, undefined, again)).status).toBe(200)
    expect((await from(cafe, 'GET', '/supportaccess', undefined, again)).status).toBe(200)
  })

  it.each([
    ['GET', '/account/defaults', undefined],
    ['PUT', '/account/defaults', { version: 1, user_group: null, role: null, cidr_ranges: null }],
    ['POST', '/account/defaults/confirmation', { version: 2 }],
    ['GET', '/roles', undefined],
    ['GET', '/activities', undefined],
    ['GET', '/events', undefined],
  ])('every other call is refused: %s %s', async (method, path, body) => {
    expect(await from(cafe, method, path, body)).toMatchObject(shutOut)
  })

  it('nobody else can sign in or make calls', async () => {
    expect(await from(cafe, 'GET', '/profile', undefined, auditor)).toMatchObject(shutOut)
    expect(await from(cafe, 'PUT', `/supportaccess/${visit}`, { approval_state: 'revoked' }, auditor)).toMatchObject(
      shutOut,
    )
    await expect(server.signInAgain('acme', 'olga')).rejects.toThrow('auth.address_not_allowed')
  })

  it('nobody can approve or reject a request', async () => {
    for (const approval_state of ['approved', 'rejected']) {
      expect(await from(cafe, 'PUT', `/supportaccess/${pending}`, { approval_state })).toMatchObject(shutOut)
    }
  })

  it('ending the visit also ends this access', async () => {
    expect((await from(cafe, 'PUT', `/supportaccess/${visit}`, { approval_state: 'revoked' })).status).toBe(200)
    expect((await desk.visit('GET', `${acme}/profile`, visit)).status).toBe(401)
    expect(await from(cafe, 'GET', '/supportaccess')).toMatchObject(shutOut)
    await expect(server.signInAgain('acme', 'boss')).rejects.toThrow('auth.address_not_allowed')
  })
})
