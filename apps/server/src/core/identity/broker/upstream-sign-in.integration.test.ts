import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CookieBrowser, type Visit } from '../../../../test/cookie-browser.ts'
import {
  authorizationUrl,
  codeVerifier,
  type LoopbackBroker,
  password,
  personWith,
  startLoopbackBroker,
} from '../../../../test/loopback-broker.ts'
import { guardedFetch } from '../../../platform/network/guarded-fetch.ts'
import { IssuerConnection } from '../issuer-connection.ts'
import { verifyPortalToken } from '../verify-token.ts'

const started: LoopbackBroker[] = []
const start = async (overrides: Parameters<typeof startLoopbackBroker>[0] = {}) => {
  const broker = await startLoopbackBroker(overrides)
  started.push(broker)
  return broker
}
afterAll(() => Promise.all(started.map((broker) => broker.close())))

let ours: LoopbackBroker
let customers: LoopbackBroker

/**
 * A second broker acts as the customer's provider. Its account `globex` is the OIDC client that the product signs in
 * with.
 */
beforeEach(async () => {
  ours = await start()
  customers = await start({
    redirects: { returnUriOf: () => `${ours.issuer}/upstream/acme/callback` },
  })
  ours.upstreams.set('acme', {
    issuer: customers.issuer,
    client_id: 'portal.globex',
    client_secret: null,
    scopes: 'email profile',
    roles_claim: 'roles',
    user_group_claim: 'user_group',
  })
  await customers.people.save(
    'globex',
    personWith({ user_reference: 'maria.souza', roles: ['Auditor'], user_group: 'Audit' }),
  )
})

const stopAt = () => `${ours.origin}/sign-in`

const signInThere = async (browser: CookieBrowser, login = 'maria.souza'): Promise<Visit> => {
  const page = await browser.open(authorizationUrl(ours, 'acme'), stopAt())
  expect(page.url.origin).toBe(customers.origin)
  return browser.submit(page, { login, password, act: 'sign_in' }, stopAt())
}

const exchange = async (code: string) => {
  const response = await fetch(`${ours.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal.acme',
      redirect_uri: stopAt(),
      code_verifier: codeVerifier,
      code,
    }),
  })
  return (await response.json()) as { id_token: string }
}

describe('sign-in through the customer’s own provider', () => {
  test('creates a portal user here, with roles and group from the claims', async () => {
    const { url } = await signInThere(new CookieBrowser())
    expect(ours.faults).toEqual([])
    expect(url.searchParams.get('state')).toBe('portal state')
    const { id_token } = await exchange(url.searchParams.get('code') ?? '')
    const connection = new IssuerConnection({ issuer: ours.issuer, fetch })
    expect(await verifyPortalToken(id_token, 'acme', connection)).toMatchObject({
      user_reference: 'maria.souza',
      email: 'maria.souza@example.com',
      roles: ['Auditor'],
      user_group: 'Audit',
    })
    expect(ours.events).toContainEqual(
      expect.objectContaining({ event: 'signed_in', user_reference: 'maria.souza', upstream_issuer: customers.issuer }),
    )
  })

  test('updates the claims at each sign-in', async () => {
    await signInThere(new CookieBrowser())
    await customers.people.save('globex', personWith({ user_reference: 'maria.souza', roles: [], user_group: null }))
    await signInThere(new CookieBrowser())
    expect(await ours.people.findByReference('acme', 'maria.souza')).toMatchObject({ roles: [], user_group: null })
  })

  test('asks for no local password, and accepts none', async () => {
    const browser = new CookieBrowser()
    const interaction = await browser.open(authorizationUrl(ours, 'acme'), `${ours.issuer}/accounts/acme/interaction/`)
    const asked = await browser.open(interaction.url, `${customers.issuer}/auth`)
    expect(asked.url.origin).toBe(customers.origin)
    const form = { login: 'ines.duarte', password, act: 'sign_in' }
    const posted = await browser.submit(interaction, form, `${customers.issuer}/auth`)
    expect(posted.url.origin).toBe(customers.origin)
  })
})

describe('attacks', () => {
  /** The address that the customer's provider sends the browser back to. */
  const callbackOf = async (browser: CookieBrowser): Promise<URL> => {
    const page = await browser.open(authorizationUrl(ours, 'acme'))
    const back = `${ours.issuer}/upstream/acme/callback`
    return (await browser.submit(page, { login: 'maria.souza', password, act: 'sign_in' }, back)).url
  }

  test('a response in another browser is refused (login CSRF)', async () => {
    const callback = await callbackOf(new CookieBrowser())
    const { status, text } = await new CookieBrowser().open(callback, stopAt())
    expect([status, text.includes('This sign-in has expired')]).toEqual([400, true])
  })

  test('a response cannot be used twice', async () => {
    const browser = new CookieBrowser()
    const callback = await callbackOf(browser)
    expect((await browser.open(callback, stopAt())).url.searchParams.get('code')).toHaveLength(36)
    expect((await browser.open(callback, stopAt())).status).toBe(400)
  })

  test.each([
    ['another state', { state: 'forged' }, 400],
    ['no state', { state: '' }, 400],
    ['a forged code', { code: 'f'.repeat(36) }, 401],
    ['another issuer (mix-up)', { iss: 'https://evil.example' }, 401],
    ['an error', { error: 'access_denied', code: '' }, 401],
  ])('a response with %s signs nobody in', async (_what, changes, expected) => {
    const browser = new CookieBrowser()
    const callback = await callbackOf(browser)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') callback.searchParams.delete(name)
      else callback.searchParams.set(name, value)
    }
    expect((await browser.open(callback, stopAt())).status).toBe(expected)
  })

  test('a response for another account is refused', async () => {
    const browser = new CookieBrowser()
    const callback = await callbackOf(browser)
    callback.pathname = callback.pathname.replace('/acme/', '/globex/')
    expect((await browser.open(callback, stopAt())).status).toBe(400)
  })

  test('the provider cannot take over a person with a local password', async () => {
    await customers.people.save('globex', personWith({ user_reference: 'ines.duarte' }))
    const end = await signInThere(new CookieBrowser(), 'ines.duarte')
    expect(end.status).toBe(401)
    expect(ours.events).toContainEqual(expect.objectContaining({ event: 'upstream_failed', client: 'acme' }))
  })

  test('a person who was made inactive here is not signed in', async () => {
    await signInThere(new CookieBrowser())
    const person = await ours.people.findByReference('acme', 'maria.souza')
    if (person === undefined) throw new Error('the person is missing')
    await ours.people.save('acme', { ...person, is_active: false })
    expect((await signInThere(new CookieBrowser())).status).toBe(401)
  })

  test('a provider at a private address is never called, unless a setting allows it', async () => {
    const strict = await start({ upstreamFetch: guardedFetch({ allowPrivateAddresses: false }) })
    const upstream = ours.upstreams.get('acme')
    if (upstream === undefined) throw new Error('the provider is missing')
    strict.upstreams.set('acme', upstream)
    const { status, text, headers } = await new CookieBrowser().open(authorizationUrl(strict, 'acme'))
    expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect(text).toContain('cannot be reached')
    expect(strict.events).toContainEqual(expect.objectContaining({ event: 'upstream_failed' }))
  })
})
