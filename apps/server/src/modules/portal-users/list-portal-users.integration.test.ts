import type { ListTotal, PortalUser } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

let server: TestServer
const tokens = { ann: '', nadia: '' }

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('admin')
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex')
  tokens.ann = await server.signIn('acme', { user_reference: 'ann', roles: ['Compliance Officer'] })
  await server.signIn('acme', { user_reference: 'bob_o', roles: ['Auditor', 'Reviewer'], user_group: 'Equities' })
  await server.signIn('acme', { user_reference: 'bobby', roles: ['Reviewer'] })
  await server.setActive('acme', 'bobby', false)
  await server.signIn('globex', { user_reference: 'hank', roles: ['Compliance Officer'] })
  tokens.nadia = await server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
})
afterAll(() => server?.stop())

const people = async (query: string, path = 'acme/portal_users', token = tokens.ann): Promise<PortalUser[]> =>
  (await server.getJson<{ items: PortalUser[] }>(`/api/admin/v1/${path}?${query}`, token)).items
const references = async (query: string) => (await people(query)).map(({ user_reference }) => user_reference)

describe('GET /portal_users', () => {
  it('lists people with their roles, ordered by reference', async () => {
    const [, bob] = await people('')
    expect(await references('')).toEqual(['ann', 'bob_o', 'bobby'])
    expect(bob).toEqual({
      client: 'acme',
      user_reference: 'bob_o',
      display_name: 'bob_o',
      email: 'bob_o@example.com',
      email_failed_at: null,
      roles: ['Auditor', 'Reviewer'],
      role_assignments: [],
      user_group: 'Equities',
      is_active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      updated_by: 'system',
    })
  })

  it.each([
    ['filter[role]=Reviewer', ['bob_o', 'bobby']],
    ['filter[role]=Reviewer&filter[is_active]=true', ['bob_o']],
    ['filter[is_active]=false', ['bobby']],
    ['filter[search]=BOB', ['bob_o', 'bobby']],
    ['filter[search]=ann%40example', ['ann']],
    ['filter[search]=b_o', ['bob_o']],
    ['filter[search]=%25', []],
    ['filter[search]=%5C', []],
    ['filter[search]=%27%3B--', []],
    ['filter[role]=Nobody', []],
  ])('finds people by %s', async (query, expected) => {
    expect(await references(query)).toEqual(expected)
    const path = `/api/admin/v1/acme/portal_users?${query}&query_result_type=total`
    expect((await server.getJson<ListTotal>(path, tokens.ann)).total).toBe(expected.length)
  })

  it('continues after a page', async () => {
    const path = '/api/admin/v1/acme/portal_users?limit=2'
    const { last_key } = await server.getJson<{ last_key: string }>(path, tokens.ann)
    expect(await references(`limit=2&last_key=${last_key}`)).toEqual(['bobby'])
  })

  it('hides groups that the caller may not see', async () => {
    await server.addRole('acme', 'Roles alone', [{ actions_matching: 'roles:read' }])
    const guest = await server.signIn('acme', { user_reference: 'guest', roles: ['Roles alone'] })
    const found = await people('filter[search]=bob_o', undefined, guest)
    expect(found).toMatchObject([{ user_reference: 'bob_o', user_group: null }])
  })

  it('requires the permission to see roles', async () => {
    const auditor = await server.signIn('acme', { user_reference: 'zed', roles: ['Auditor'] })
    expect((await server.call('GET', '/api/admin/v1/acme/portal_users', { token: auditor })).status).toBe(403)
  })
})

describe('GET /staff', () => {
  it("lists the provider's people, for staff who may see them", async () => {
    expect(await people('', 'staff', tokens.nadia)).toMatchObject([{ user_reference: 'nadia' }])
    const marc = await server.signIn('admin', { user_reference: 'marc', roles: ['Internal Support'] })
    expect((await server.call('GET', '/api/admin/v1/staff', { token: marc })).status).toBe(403)
    expect((await server.call('GET', '/api/admin/v1/staff', { token: tokens.ann })).status).toBe(401)
  })
})
