import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'
import { inSupportMode, SupportDesk } from '../setup/support-desk.ts'

/** The provider's area is open to the provider's staff, as far as their roles allow, and to nobody else. */

let server: TestServer
let desk: SupportDesk
let clerk: string
let handset: string
let wildcard: string
beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  await server.addRole('acme', 'Everything', [{ actions_matching: '*' }, { actions_matching: 'internal:*' }])
  const roles = ['Account Administrator', 'Auditor', 'Everything']
  desk = await SupportDesk.open(server, 'acme', await server.signIn('acme', { user_reference: 'boss', roles }))
  handset = await server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
  await server.addRole('admin', 'Wildcard', [{ actions_matching: '*' }])
  await server.addRole('admin', 'Of one group', [
    { actions_matching: 'internal:*', conditions: [{ names_matching: '*' }] },
  ])
  wildcard = await server.signIn('admin', { user_reference: 'wild', roles: ['Wildcard'] })
  clerk = await server.signIn('admin', { user_reference: 'clerk', roles: ['Auditor', 'Of one group'] })
})
afterAll(() => server?.stop())

const area = [
  ['GET', '/clients'],
  ['POST', '/clients'],
  ['GET', '/clients/acme/roles'],
  ['GET', '/clients/acme/supportaccess'],
  ['POST', '/clients/acme/supportaccess'],
  ['GET', '/supportaccess/approved'],
  ['GET', '/staff'],
  ['GET', '/public_keys'],
  ['POST', '/public_keys/acme/rotation'],
] as const
const ann = { user_reference: 'ann', email: 'ann@example.com', name: 'Ann' }
const signingIn = { identity_provider: null, administrator: ann }
const bodies: Record<string, object> = {
  '/clients': { client: 'umbrella', name: 'Umbrella', locale: 'en-GB', ...signingIn },
  '/clients/acme/supportaccess': {
    role: 'Auditor',
    request_description: 'x',
    requested_expiry: '2030-01-01T00:00:00.000Z',
  },
}

const attempt = async (method: string, path: string, headers: Record<string, string>) => {
  const body = method === 'POST' ? { body: bodies[path] } : {}
  const response = await server.call(method, `/api/admin/v1${path}`, { headers, ...body })
  return response.status
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(area)('%s %s', (method, path) => {
  it("is refused to a customer's people, whatever their roles say, and to handsets", async () => {
    expect(await attempt(method, path, bearer(desk.tokens.boss))).toBe(401)
    expect(await attempt(method, path, bearer(handset))).toBe(401)
  })

  it('is refused to staff whose roles do not allow it, or allow it for single groups only', async () => {
    expect(await attempt(method, path, bearer(wildcard))).toBe(403)
    expect(await attempt(method, path, bearer(clerk))).toBe(403)
  })

  it('is refused in support mode', async () => {
    const reference = await desk.approved('Auditor')
    expect(await attempt(method, path, inSupportMode(reference, desk.tokens.marc))).toBe(403)
    expect(await attempt(method, path, inSupportMode(reference, desk.tokens.nadia))).toBe(403)
  })
})

describe('support staff', () => {
  it.each([
    ['GET', '/clients', 200],
    ['POST', '/clients', 200],
    ['GET', '/clients/acme/roles', 200],
    ['GET', '/supportaccess/approved', 200],
    ['GET', '/staff', 403],
    ['GET', '/public_keys', 403],
    ['POST', '/public_keys/acme/rotation', 403],
  ])('can do what their role allows: %s %s answers %i', async (method, path, status) => {
    expect(await attempt(method, path, bearer(desk.tokens.marc))).toBe(status)
  })
})

describe('a new account', () => {
  const create = (body: object) => server.call('POST', '/api/admin/v1/clients', { token: desk.tokens.nadia, body })
  const initech = { client: 'initech', name: 'Initech', locale: 'en-GB', ...signingIn }

  it.each<[string, object]>([
    ['its key', { key_id: 'mine' }],
    ['its secret', { enrolment_secret: 'A'.repeat(43) }],
    ["the mark of the provider's own account", { is_internal: true }],
    ['a prototype', JSON.parse('{"__proto__":{"default_role":"Internal Administrator"}}')],
    ['a role for its administrator', { administrator: { ...ann, roles: ['Internal Administrator'] } }],
    ['an administrator with the reference of staff', { administrator: { ...ann, user_reference: 'admin/nadia' } }],
    [
      'an administrator with the reference of a client app',
      { administrator: { user_reference: 'app/archiver', email: 'a@b.c', name: 'A' } },
    ],
    [
      'an issuer with a line break',
      {
        administrator: null,
        identity_provider: { issuer: 'https://a\r\nb', client_id: 'holdfast', client_secret: 's' },
      },
    ],
    ['an identifier that leaves its path', { client: '../admin' }],
    ['an identifier that ends an SQL string', { client: "acme'; drop table app.clients; --" }],
    ['a name that cannot be stored', { name: 'Init\0ech' }],
    ['a very long name', { name: 'x'.repeat(100_000) }],
  ])('cannot be given %s', async (_what, body) => {
    expect((await create({ ...initech, ...body })).status).toBe(400)
    expect(await server.api.platform.clients.find('initech')).toBeNull()
  })

  it('starts without data of others, and nobody else has access', async () => {
    expect((await create(initech)).status).toBe(200)
    for (const token of [desk.tokens.boss, desk.tokens.nadia]) {
      expect((await server.call('GET', '/api/admin/v1/initech/profile', { token })).status).toBe(401)
    }
    const people = await server.api.platform.database.read('initech', (tx) =>
      tx.db.selectFrom('portal_users').select('user_reference').where('client', '=', 'initech').execute(),
    )
    expect(people).toEqual([])
  })
})

describe("the identity of a customer's person", () => {
  it.each([
    ['staff of the provider', 'admin/marc'],
    ['a client app', 'app/archiver'],
  ])('cannot be a reference like that of %s', async (_who, user_reference) => {
    await server.api.platform.identity.savePerson('acme', {
      user_reference,
      email: 'marc@acme.example',
      name: 'Not Marc',
      roles: ['Auditor'],
      user_group: null,
      password: 'correct horse battery staple',
    })
    await expect(server.signInAgain('acme', user_reference)).rejects.toThrow('401')
  })
})
