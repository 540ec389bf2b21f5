import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { head, rawRequest } from '../setup/raw-request.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** With a host for each portal, nothing that one host gave to a browser works at the other. */

let account: AccountUnderAttack
let desk: SupportDesk
let staffs: string
let customers: string
beforeAll(async () => {
  // One address under two names, because browsers keep cookies separate by name.
  account = await AccountUnderAttack.start({
    environment: (port) => ({ HOLDFAST_ADMIN_ORIGIN: `http://localhost:${port}` }),
  })
  desk = await SupportDesk.open(account.server, 'acme', account.tokens.boss)
  staffs = account.server.originOf('admin')
  customers = account.server.originOf('acme')
  expect(staffs).not.toBe(customers)
})
afterAll(() => account?.stop())

const outcome = async (response: Response | Promise<Response>) => {
  const answer = await response
  const text = await answer.text()
  return [answer.status, text === '' ? null : (JSON.parse(text) as { code?: string }).code]
}
const otherHost = [403, 'auth.other_host']

describe('a token', () => {
  it.each([
    ['GET', '/api/admin/v1/acme/profile'],
    ['GET', '/api/client/v1/acme/payloads'],
    ['GET', '/api/admin/v1/acme/events'],
    ['GET', '/api/admin/v1/acme/roles'],
    ['POST', '/api/admin/v1/acme/session/sign_out'],
  ])('of a customer’s person is refused at the staff’s host: %s %s', async (method, path) => {
    const options = { token: account.tokens.boss, ...(method === 'POST' ? { body: {} } : {}) }
    expect(await outcome(account.server.call(method, path, { ...options, origin: staffs }))).toEqual(otherHost)
    expect((await desk.trail('acme')).at(-1)).toMatchObject({
      user_id: 'boss',
      is_allowed: false,
      denial_reason: 'auth.other_host',
    })
  })

  it('of staff is refused at the customers’ host, in support mode or not', async () => {
    const { nadia } = desk.tokens
    for (const path of ['/api/admin/v1/clients', '/api/admin/v1/admin/profile', '/api/client/v1/admin/payloads']) {
      expect(await outcome(account.server.call('GET', path, { token: nadia, origin: customers }))).toEqual(otherHost)
    }
    const visit = await desk.approved()
    const path = '/api/admin/v1/acme/profile'
    expect(await outcome(desk.visit('GET', path, visit, { origin: customers }))).toEqual(otherHost)
    expect((await desk.trail('acme', visit)).at(-1)).toMatchObject({ user_id: 'admin/marc', is_allowed: false })
    expect(await outcome(desk.visit('GET', path, visit))).toEqual([200, undefined])
  })

  it('of a handset is refused at the staff’s host, and no handset can enrol there', async () => {
    const token = await account.server.addDevice('acme', { device_reference: 'STRAY-1', group: 'Rates' })
    const path = '/api/device/v1/configuration'
    expect((await account.server.call('GET', path, { token })).status).toBe(200)
    expect(await outcome(account.server.call('GET', path, { token, origin: staffs }))).toEqual(otherHost)
    const body = { client: 'acme' }
    expect(await outcome(account.server.call('POST', '/api/admin/v1/verify', { body, origin: staffs }))).toEqual(
      otherHost,
    )
  })

  it('gains nothing when the caller forges the name of the host', async () => {
    const { host } = new URL(staffs)
    const headers = { 'x-forwarded-host': host, forwarded: `host=${host}` }
    const path = '/api/admin/v1/admin/profile'
    expect(await outcome(account.server.call('GET', path, { token: desk.tokens.marc, headers }))).toEqual(otherHost)
  })

  it('is refused to pages of the other host', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await account.server.call(method, '/api/admin/v1/admin/profile', {
        origin: staffs,
        token: desk.tokens.marc,
        headers: { origin: customers, 'access-control-request-method': 'GET' },
      })
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(allowed).toEqual([])
    }
  })
})

describe('a playback address', () => {
  it('from a visit plays at the staff’s host, and that of a customer’s person at the customers’ host', async () => {
    const visit = await desk.approved('Reviewer')
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const answer = await desk.visit('GET', path, visit)
    const { s3_url } = (await answer.json()) as { s3_url: string }
    const [line = ''] = answer.headers.getSetCookie()
    expect(line).not.toMatch(/domain/i)
    const cookie = line.split(';')[0] ?? ''
    const fetched = (address: string | null, has: string, origin: string) =>
      account.server.call('GET', address ?? '', { headers: { cookie: has }, origin })
    expect(Buffer.from(await (await fetched(s3_url, cookie, staffs)).arrayBuffer()).equals(account.content)).toBe(true)
    expect(await outcome(fetched(s3_url, cookie, customers))).toEqual(otherHost)

    const amirsPlayback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    expect((await fetched(amirsPlayback.s3_url, amirsPlayback.cookie, customers)).status).toBe(200)
    expect(await outcome(fetched(amirsPlayback.s3_url, amirsPlayback.cookie, staffs))).toEqual(otherHost)
    expect(await outcome(fetched(s3_url, amirsPlayback.cookie, staffs))).toEqual([403, 'playback.expired'])
  })
})

describe('events of a visit', () => {
  it('are sent at the staff’s host only', async () => {
    const visit = await desk.approved()
    const path = '/api/admin/v1/acme/events'
    expect(await outcome(desk.visit('GET', path, visit, { origin: customers }))).toEqual(otherHost)
    const answer = await desk.visit('GET', path, visit)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('event-stream')])
    await answer.body?.cancel()
  })
})

describe('logging out', () => {
  it('in support mode ends the staff’s own session, and no session of the customer', async () => {
    const visit = await desk.approved()
    const token = await account.server.signInAgain('admin', 'nadia')
    const home = () => account.server.call('GET', '/api/admin/v1/admin/profile', { token, origin: staffs })
    expect((await home()).status).toBe(200)
    const { request_reference } = await desk.asked({}, token)
    await desk.decided(request_reference, 'approved')
    const out = '/api/admin/v1/acme/session/sign_out'
    expect((await desk.visit('POST', out, request_reference, { token, body: {} })).status).toBe(204)
    expect(await outcome(home())).toEqual([401, 'auth.inactive'])
    expect((await desk.visit('GET', '/api/admin/v1/acme/profile', visit)).status).toBe(200)
    const boss = { token: account.tokens.boss }
    expect((await account.server.call('GET', '/api/admin/v1/acme/profile', boss)).status).toBe(200)
  })
})

describe('the sign-in form', () => {
  it('is refused when a page of the other host sends it, even with the browser’s cookies', async () => {
    const { url } = await account.server.getJson<{ url: string }>('/api/admin/v1/admin/url', { origin: staffs })
    const fields = { login: 'marc', password: 'correct horse battery staple', act: 'sign_in' }
    const stopAt = `${staffs}/sign-in`
    for (const site of ['same-site', 'cross-site']) {
      const browser = new CookieBrowser()
      const page = await browser.open(url, stopAt)
      const init = { method: 'POST', body: new URLSearchParams(fields), headers: { 'sec-fetch-site': site } }
      expect((await browser.open(page.url, stopAt, init)).status).toBe(400)
    }
    const browser = new CookieBrowser()
    const page = await browser.open(url, stopAt)
    expect((await browser.submit(page, fields, stopAt)).url.href).toContain(`${stopAt}?code=`)
  })
})

describe('a path', () => {
  it.each([
    'GET http://evil.example/internal',
    'GET http://evil.example/sign-in?client=admin',
    'GET //evil.example/internal',
    'GET /\\evil.example/internal',
    'GET /sign-in?client=https://evil.example',
    'GET /sign-in?client=admin%0d%0alocation:%20https://evil.example',
    'GET /internal/..//evil.example',
    'GET /internal?return_to=https://evil.example',
  ])('redirects to the product’s own hosts only: %s', async (line) => {
    const { host } = new URL(customers)
    const { headers } = await rawRequest(customers, head(line, { host, connection: 'close' }))
    const location = headers.get('location')
    if (location !== undefined) expect(new URL(location).origin).toBe(staffs)
    expect([...headers.keys()].filter((name) => name === 'location').length).toBeLessThan(2)
  })
})
