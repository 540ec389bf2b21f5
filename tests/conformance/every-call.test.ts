import { type CallDeclaration, calls } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undocumented } from '../setup/documented-answers.ts'
import { TestServer } from '../setup/server.ts'
import { samplePath } from './sample-paths.ts'

/**
 * Tests every call with every kind of caller that must be refused. The rows come from the call table, so new calls are
 * included.
 */

let server: TestServer
const tokens = { withoutPermissions: '', elsewhere: '', withoutTerms: '', device: '' }

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex', ['Rates'])
  await server.openAccount('admin')
  await server.addRole('acme', 'Without permissions', [{ actions_matching: 'nothing:at-all' }])
  tokens.withoutPermissions = await server.signIn('acme', { user_reference: 'nobody', roles: ['Without permissions'] })
  tokens.elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  await server.signIn('acme', { user_reference: 'undecided', roles: ['Account Administrator'] }, { acceptTerms: false })
  tokens.withoutTerms = await server.signInAgain('acme', 'undecided')
  tokens.device = await server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
})

afterAll(() => server.stop())

const table = Object.entries(calls as Record<string, CallDeclaration>).map(
  ([name, call]) => [`${call.method} ${call.path} (${name})`, call] as const,
)
const forPeople = table.filter(([, { action }]) => action !== 'public' && action !== 'device')
const forDevices = table.filter(([, { action }]) => action === 'device')

const attempt = async (call: CallDeclaration, headers: Record<string, string>, client = 'acme') => {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(call.method)
  const response = await server.call(call.method, samplePath(call, client), {
    headers,
    ...(hasBody && call.bodyKind !== 'stream' ? { body: {} } : {}),
  })
  const text = await response.text()
  expect(undocumented(call, response, text)).toEqual([])
  return { status: response.status, code: text ? (JSON.parse(text) as { code: string }).code : null }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The newest refusal on the trail of an account. */
const newestRefusal = (client: string, table_: 'user_activities' | 'device_activities') =>
  server.api.platform.database.read(client, (tx) =>
    tx.db
      .selectFrom(table_)
      .select(['call', 'is_allowed', 'denial_reason', 'status_code'])
      .where('client', '=', client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

const newestPerson = (client: string) =>
  server.api.platform.database.read(client, (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select('user_id')
      .where('client', '=', client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

describe.each(forPeople)('%s', (_name, call) => {
  it('is refused without a token, and the refusal is recorded', async () => {
    // Lets a minute pass: the first call of an address without a token in each minute has an entry of its own.
    await server.api.platform.unauthenticatedCalls.flush(Number.POSITIVE_INFINITY)
    expect(await attempt(call, {})).toMatchObject({ status: 401 })
    expect(await newestRefusal('admin', 'user_activities')).toEqual({
      call: `${call.method} ${call.path}`,
      is_allowed: false,
      denial_reason: 'auth.required',
      status_code: 401,
    })
  })

  it.each([
    ['junk', { authorization: 'Bearer junk' }],
    ['another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
    ['an unsigned token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }],
    ['a forged support prefix', { authorization: 'InternalSupport 01ARZ3NDEKTSV4RRFFQ69G5FAV Bearer junk' }],
  ])('is refused with %s', async (_what, headers) => {
    expect((await attempt(call, headers)).status).toBe(401)
  })

  it('is refused to people of another account', async () => {
    expect((await attempt(call, bearer(tokens.elsewhere))).status).toBe(401)
  })

  it("is refused to a handset's token", async () => {
    expect((await attempt(call, bearer(tokens.device))).status).toBe(401)
  })

  if (call.action !== 'signed_in' && call.catalogue !== 'admin-internal') {
    it('is refused to people whose roles do not allow it, and the trail names them', async () => {
      expect(await attempt(call, bearer(tokens.withoutPermissions))).toEqual({ status: 403, code: 'auth.forbidden' })
      expect(await newestPerson('acme')).toEqual({ user_id: 'nobody' })
    })
  }

  if (!call.beforeTerms && call.catalogue !== 'admin-internal') {
    it('is refused until the terms are accepted', async () => {
      expect(await attempt(call, bearer(tokens.withoutTerms))).toEqual({ status: 403, code: 'auth.terms_required' })
    })
  }

  if (call.catalogue === 'admin-internal') {
    it("is refused to a customer's administrator", async () => {
      expect((await attempt(call, bearer(tokens.elsewhere))).status).toBe(401)
    })
  }
})

describe.each(forDevices)('%s', (_name, call) => {
  it('is refused without a token', async () => {
    expect((await attempt(call, {})).status).toBe(401)
  })

  it("is refused to a person's token", async () => {
    expect((await attempt(call, bearer(tokens.withoutPermissions))).status).toBe(401)
  })
})

describe('unknown fields', () => {
  const withQuery = forPeople.filter(([, call]) => call.catalogue !== 'admin-internal')
  it.each(withQuery)('%s refuses them in the query', async (_name, call) => {
    const administrator = await administratorToken()
    const hasBody = ['POST', 'PUT'].includes(call.method) && call.bodyKind !== 'stream'
    const response = await server.call(call.method, `${samplePath(call, 'acme')}?not_a_field=1`, {
      token: administrator,
      ...(hasBody ? { body: {} } : {}),
    })
    expect(response.status).toBe(400)
    const body = (await response.json()) as { errors: { path: string }[] }
    expect(body.errors.map(({ path }) => path)).toContain('/query/not_a_field')
  })
})

let administrator: Promise<string> | undefined
const administratorToken = () => {
  administrator ??= server.signIn('acme', {
    user_reference: 'boss',
    roles: ['Account Administrator', 'Compliance Officer', 'Reviewer', 'Device Manager'],
  })
  return administrator
}

describe('paths outside the call table', () => {
  it.each(['/api', '/api/admin/v1', '/api/admin/v1/acme/nothing', '/api/client/v2/acme/payloads'])(
    '%s is unknown',
    async (address) => {
      const response = await server.call('GET', address)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error_code: 404, message: 'Cannot find metadata' })
    },
  )
})
