import type { CreatedClient, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

let server: TestServer
const tokens = { nadia: '', marc: '' }

beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'false' } })
  await server.openAccount('admin')
  tokens.nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  tokens.marc = await server.signIn('admin', { user_reference: 'marc', roles: ['Internal Support'] })
})
afterAll(() => server?.stop())

const person = { user_reference: 'ann', email: 'ann@example.com', name: 'Ann' }
const provider = { issuer: 'https://login.example.com', client_id: 'holdfast', client_secret: 'what nobody may read' }
const customer = { name: 'Acme plc', locale: 'pt-BR', identity_provider: null, administrator: person }
const atItsProvider = (own: object = {}) => ({ identity_provider: { ...provider, ...own }, administrator: null })
const create = (body: object, token = tokens.nadia) => server.call('POST', '/api/admin/v1/clients', { token, body })

const created = async (body: object): Promise<CreatedClient> => {
  const response = await create(body)
  expect(response.status).toBe(200)
  return (await response.json()) as CreatedClient
}

describe('POST /clients', () => {
  it('opens an account that handsets and people can use at once', async () => {
    const administrator = { user_reference: 'olivia', email: 'olivia@acme.example', name: 'Olivia' }
    const account = await created({ ...customer, client: 'acme', administrator })
    expect(account).toEqual({
      client: 'acme',
      key_id: expect.any(String),
      enrolment_secret: expect.stringMatching(/^[\w-]{43}$/),
      administrator_password: expect.stringMatching(/^[\w-]{24}$/),
    })
    const { items } = await server.getJson<{ items: object[] }>('/api/admin/v1/clients', tokens.marc)
    expect(items).toContainEqual({
      client: 'acme',
      name: 'Acme plc',
      locale: 'pt-BR',
      is_active: true,
      created_at: expect.any(String),
    })
    const keys = await server.getJson<{ items: object[] }>(
      '/api/admin/v1/public_keys?filter[client]=acme',
      tokens.nadia,
    )
    expect(keys.items).toMatchObject([{ client: 'acme', key_id: account.key_id, is_current: true }])
    const olivia = await server.signInAgain('acme', 'olivia', account.administrator_password ?? '')
    const profile = await server.getJson<UserProfile>('/api/admin/v1/acme/profile', olivia)
    expect(profile).toMatchObject({ roles: ['Account Administrator'], display_name: 'Olivia', terms_accepted: false })
  })

  it('is the first entry on the trail of the account and is on the trail of the provider, without its secrets', async () => {
    const account = await created({ ...customer, ...atItsProvider(), client: 'globex', default_role: 'Auditor' })
    expect(account.administrator_password).toBeNull()
    const told = { client: 'globex', key_id: account.key_id, identity_issuer: provider.issuer }
    for (const [client, user_id] of [
      ['globex', 'admin/nadia'],
      ['admin', 'nadia'],
    ] as const) {
      const rows = await server.api.platform.database.read(client, (tx) =>
        tx.db.selectFrom('user_activities').selectAll().where('client', '=', client).orderBy('log_id').execute(),
      )
      const row = client === 'admin' ? rows.at(-1) : rows[0]
      expect(row).toMatchObject({ user_id, events: [{ event: 'client.created', details: told }] })
      for (const secret of [account.enrolment_secret, provider.client_secret]) {
        expect(JSON.stringify(rows)).not.toContain(secret)
      }
    }
    expect(await server.api.platform.identity.upstreamOf('globex')).toEqual({
      ...provider,
      scopes: 'openid email profile',
      roles_claim: 'roles',
      user_group_claim: null,
    })
    const defaults = await server.api.platform.database.read('globex', (tx) =>
      tx.db.selectFrom('account_defaults').select('role').where('client', '=', 'globex').execute(),
    )
    expect(defaults).toEqual([{ role: 'Auditor' }])
  })

  it('opens one account for an identifier, however many requests arrive at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ ...customer, client: 'initech' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const again = await create({ ...customer, client: 'initech' })
    expect(await again.json()).toMatchObject({ code: 'client.exists' })
    expect((await create({ ...customer, client: 'admin' })).status).toBe(409)
  })

  it.each<[string, object, number]>([
    ['an identifier that begins a path of the provider', { client: 'clients' }, 400],
    ['an identifier with capitals', { client: 'Umbrella' }, 400],
    ['an identifier that is too short', { client: 'um' }, 400],
    ['no name', { name: '' }, 400],
    ['another language', { locale: 'fr-FR' }, 400],
    ['an issuer without https', atItsProvider({ issuer: 'http://login.example.com' }), 400],
    ['a provider without a secret', atItsProvider({ client_secret: undefined }), 400],
    ['a default role that does not exist', { default_role: 'Lord of all' }, 409],
    ['a default role of the provider', { default_role: 'Internal Administrator' }, 409],
    ['an unknown field', { is_active: false }, 400],
  ])('refuses %s, and opens no account', async (_what, body, status) => {
    expect((await create({ ...customer, client: 'umbrella', ...body })).status).toBe(status)
    expect(await server.api.platform.clients.find('umbrella')).toBeNull()
  })

  it.each<[string, object, string, string]>([
    ['neither a provider nor an administrator', { administrator: null }, 'administrator', 'nobody could sign in'],
    ['neither of the two fields', { administrator: undefined }, 'administrator', 'nobody could sign in'],
    ['both', { identity_provider: provider }, 'administrator', 'sign in at another provider'],
    [
      'a reference that is kept for staff',
      { administrator: { ...person, user_reference: 'admin/ann' } },
      'administrator/user_reference',
      'staff',
    ],
    [
      'credentials in an address',
      atItsProvider({ issuer: 'https://u:p@login.example.com' }),
      'identity_provider/issuer',
      'credentials',
    ],
    ['a private address', atItsProvider({ issuer: 'https://10.1.1.1' }), 'identity_provider/issuer', 'public address'],
    [
      'an address that cannot be parsed',
      atItsProvider({ issuer: 'https://[' }),
      'identity_provider/issuer',
      'https://',
    ],
  ])('refuses %s with an error at its field, and stores nothing of it', async (_what, body, field, message) => {
    const response = await create({ ...customer, client: 'umbrella', ...body })
    expect(response.status).toBe(400)
    const problem = { path: `/body/${field}`, message: expect.stringContaining(message) }
    expect(await response.json()).toMatchObject({ code: 'request.invalid', errors: [problem] })
    expect(await server.api.platform.clients.find('umbrella')).toBeNull()
    const trail = await server.api.platform.database.read('admin', (tx) =>
      tx.db.selectFrom('user_activities').selectAll().where('client', '=', 'admin').execute(),
    )
    expect(JSON.stringify(trail)).not.toMatch(/u:p@|10\.1\.1\.1/)
  })
})
