import type { ErrorRecord } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personWith, startLoopbackBroker } from '../../apps/server/test/loopback-broker.ts'
import { HostsBehindProxy, hosts } from '../setup/hosts-behind-proxy.ts'

/** Each portal has a host of its own, and programs use a third one (docs/decisions/0018). */

const password = 'correct horse battery staple'
let proxied: HostsBehindProxy

beforeAll(async () => {
  proxied = await HostsBehindProxy.start()
  await proxied.server.openAccount('admin')
  await proxied.server.openAccount('acme')
  await proxied.addPerson('admin', 'marc', password, ['Internal Support'])
  await proxied.addPerson('acme', 'ines', password, ['Account Administrator'])
})
afterAll(() => proxied?.server.stop())

const accounts: [client: string, person: string, portal: string, other: string][] = [
  ['admin', 'marc', hosts.staff, hosts.customers],
  ['acme', 'ines', hosts.customers, hosts.staff],
]

const refusalOf = async (response: Response): Promise<[number, string]> => {
  const { error_code, code } = (await response.json()) as ErrorRecord
  return [error_code, code]
}

describe.each(accounts)('the people of %s', (client, person, portal, other) => {
  test('sign in at their own host only, with cookies that are sent to no other host', async () => {
    const { url, code_verifier } = await proxied.beginSignIn(client, portal)
    expect(new URL(url).origin).toBe(portal)
    const browser = proxied.browser()
    const stopAt = `${portal}/sign-in`
    const page = await browser.open(url, stopAt)
    expect(page.url.origin).toBe(portal)
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${portal};`)
    const { url: back } = await browser.submit(page, { login: person, password, act: 'sign_in' }, stopAt)
    expect(`${back.origin}${back.pathname}`).toBe(stopAt)
    const code = back.searchParams.get('code') ?? ''

    const lines = proxied.cookies.filter(({ line }) => line.includes(`_${client}=`))
    expect(lines.length).toBeGreaterThan(0)
    for (const { host, line } of lines) {
      expect(host).toBe(portal)
      expect(line).toMatch(/; secure/i)
      expect(line).toMatch(/; httponly/i)
      expect(line).not.toMatch(/; domain/i)
    }

    const elsewhere = await proxied.exchange(client, other, { code, redirect_uri: stopAt, code_verifier })
    expect(await refusalOf(elsewhere)).toEqual([403, 'auth.other_host'])
    const wrongReturn = await proxied.exchange(client, portal, {
      code,
      redirect_uri: `${other}/sign-in`,
      code_verifier,
    })
    expect(await refusalOf(wrongReturn)).toEqual([401, 'auth.exchange_failed'])
    const tokens = await proxied.exchange(client, portal, { code, redirect_uri: stopAt, code_verifier })
    const { id_token, refresh_token } = (await tokens.json()) as Record<string, string>
    const profile = (host: string) =>
      proxied.request(`${host}/api/admin/v1/${client}/profile`, { headers: { authorization: `Bearer ${id_token}` } })
    expect((await profile(portal)).status).toBe(200)
    expect(await refusalOf(await profile(other))).toEqual([403, 'auth.other_host'])
    expect(await refusalOf(await profile(hosts.programs))).toEqual([403, 'auth.other_host'])

    const refreshed = await proxied.exchange(client, other, { refresh_token: refresh_token ?? '' })
    expect(await refusalOf(refreshed)).toEqual([403, 'auth.other_host'])
    expect((await proxied.exchange(client, portal, { refresh_token: refresh_token ?? '' })).status).toBe(200)
  })

  test('get no sign-in page at the other host', async () => {
    const { url } = await proxied.beginSignIn(client, portal)
    for (const host of [other, hosts.programs]) {
      const response = await proxied.request(url.replace(portal, host))
      expect([response.status, response.headers.get('location')]).toEqual([404, null])
      expect(response.headers.getSetCookie()).toEqual([])
    }
    const asked = await proxied.request(`${other}/api/admin/v1/${client}/url`)
    expect(await refusalOf(asked)).toEqual([403, 'auth.other_host'])
  })
})

describe('a page', () => {
  test.each<[asked: string, leadsTo: string | null]>([
    [`${hosts.staff}/`, null],
    [`${hosts.staff}/internal/support`, null],
    [`${hosts.staff}/dashboard/services/calls?filter[is_late]=true`, null],
    [`${hosts.staff}/sign-in?client=admin&return_to=%2Finternal`, null],
    [
      `${hosts.staff}/sign-in?client=acme&return_to=%2Fdashboard`,
      `${hosts.customers}/sign-in?client=acme&return_to=%2Fdashboard`,
    ],
    [`${hosts.customers}/dashboard/account/audit`, null],
    [`${hosts.customers}/internal`, `${hosts.staff}/internal`],
    [`${hosts.customers}/internal/clients/acme?a=b`, `${hosts.staff}/internal/clients/acme?a=b`],
    [`${hosts.customers}/internals`, null],
    [`${hosts.customers}/sign-in?client=admin`, `${hosts.staff}/sign-in?client=admin`],
    [`${hosts.customers}/sign-in?code=c&state=s`, null],
    [`${hosts.programs}/dashboard/devices?x=1`, `${hosts.customers}/dashboard/devices?x=1`],
    [`${hosts.programs}/internal/support`, `${hosts.staff}/internal/support`],
    [`${hosts.programs}//evil.example/internal`, `${hosts.customers}//evil.example/internal`],
  ])('%s is served or redirected to its host', async (asked, leadsTo) => {
    const response = await proxied.request(asked)
    expect([response.status, response.headers.get('location')]).toEqual(leadsTo ? [302, leadsTo] : [200, null])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('suggests the provider’s own account at the staff’s host only', async () => {
    const accountAt = async (host: string) =>
      /name="account" content="([^"]*)"/.exec(await (await proxied.request(host)).text())?.[1]
    expect([await accountAt(hosts.staff), await accountAt(hosts.customers)]).toEqual(['admin', ''])
  })
})

describe('an unknown host', () => {
  const names = [
    'evil.example.com',
    'staff.example.com.evil.example',
    'staff.example.com:8443',
    'marc@staff.example.com',
    'staff.example.com, evil.example',
  ]
  const paths = ['/', '/internal', '/api/admin/v1/acme/account/metadata', '/identity/jwks', '/openapi.json', '/nothing']
  test.each(paths)('is refused at %s', async (path) => {
    for (const name of names) expect(await refusalOf(await ask(name, path))).toEqual([400, 'request.malformed'])
  })

  test.each(['/healthz', '/readyz'])('can be used for probes at %s', async (path) => {
    expect((await ask('10.0.0.7:4400', path)).status).toBe(200)
  })

  const ask = (host: string, path: string) =>
    fetch(`http://127.0.0.1:${proxied.server.settings.port}${path}`, { headers: { 'x-forwarded-host': host } })
})

test('a customer’s identity provider sends people back to the host of the client portal', async () => {
  const client = 'globex'
  await proxied.server.openAccount(client)
  const callback = `${hosts.customers}/identity/upstream/${client}/callback`
  const provider = await startLoopbackBroker({ redirects: { returnUriOf: () => callback } })
  try {
    await provider.people.save('acme', personWith({ user_reference: 'maria.souza' }))
    await proxied.server.api.platform.identity.saveUpstream(client, {
      issuer: provider.issuer,
      client_id: 'portal.acme',
      client_secret: null,
      scopes: 'email profile',
      roles_claim: 'roles',
      user_group_claim: null,
    })
    const { url, code_verifier } = await proxied.beginSignIn(client, hosts.customers)
    const browser = proxied.browser()
    const redirect_uri = `${hosts.customers}/sign-in`
    const page = await browser.open(url, redirect_uri)
    expect(page.url.origin).toBe(provider.origin)
    const fields = { login: 'maria.souza', password, act: 'sign_in' }
    const { url: back } = await browser.submit(page, fields, redirect_uri)
    const code = back.searchParams.get('code') ?? ''
    expect((await proxied.exchange(client, hosts.customers, { code, redirect_uri, code_verifier })).status).toBe(200)
  } finally {
    await provider.close()
  }
})
