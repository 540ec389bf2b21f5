import type { ContentAccess } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const acme = '/api/admin/v1/acme'
let account: TestAccount<'boss' | 'ruth'>
let began: string
let desk: SupportDesk

/** A moment after everything that was done before, and before everything that is done next. */
const nextMoment = async (): Promise<string> => {
  const earliest = Date.now() + 1
  while (Date.now() <= earliest) await new Promise((resolve) => setImmediate(resolve))
  const at = new Date(Date.now() - 1).toISOString()
  return at
}

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withPerson('boss', 'Compliance Officer', 'Account Administrator')
    .withPerson('ruth', 'Reviewer')
    .open()
  await put('/roles/Londoners', roleOf('London'))
  await account.signIn('lena', 'Londoners')
  began = await nextMoment()
  desk = await SupportDesk.open(account.server, 'acme', account.tokens.boss)
})
afterAll(() => account?.close())

const roleOf = (group: string, actions = 'payloads:(read|play)') => ({
  permissions: [{ actions_matching: actions, is_denied: false, is_regex: true, conditions: [conditionOn(group)] }],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: null,
})
const conditionOn = (group: string) => ({ names_matching: group, is_denied: false, is_regex: false })

const send = async (method: string, path: string, body?: object, token = account.tokens.boss): Promise<void> => {
  const response = await account.server.call(method, `${acme}${path}`, { token, ...(body && { body }) })
  if (!response.ok) throw new Error(await response.text())
}
const put = (path: string, body: object) => send('PUT', path, body)

const pathOf = (filter: Record<string, string>, query = '') =>
  `${acme}/access/content?${Object.entries(filter)
    .map(([name, value]) => `filter[${name}]=${encodeURIComponent(value)}`)
    .join('&')}${query}`
const listed = async (filter: Record<string, string>, query = '') =>
  (await account.server.getJson<{ items: ContentAccess[] }>(pathOf(filter, query), account.tokens.boss)).items
const who = async (filter: Record<string, string>) =>
  (await listed(filter)).map(({ user_reference, group_reference }) => `${user_reference} ${group_reference}`)
const inLondon = (at?: string) => who({ 'groups][0': 'London', ...(at && { at }) })
const refused = async (filter: Record<string, string>, token: string | null) => {
  const response = await account.server.call('GET', pathOf(filter), token === null ? {} : { token })
  return [response.status, ((await response.json()) as { code: string }).code]
}

describe('GET /access/content', () => {
  it('tells who can open what in a group, by which roles', async () => {
    const [boss, lena, ruth, ...others] = await listed({ 'groups][0': 'London' })
    expect(others).toEqual([])
    expect([boss?.user_reference, ruth?.user_reference]).toEqual(['boss', 'ruth'])
    expect(lena).toMatchObject({
      user_reference: 'lena',
      is_client_app: false,
      group_reference: 'London',
      download: [],
      deciding_roles: ['Londoners'],
      depends_on_address: false,
    })
    expect(lena?.find).toEqual(lena?.play)
    expect(lena?.find).toContain('Call')
  })

  it('has past visits of staff, from approval to end, with the role of that time', async () => {
    await put('/roles/Visitors', roleOf('London'))
    const marcsAt = async (at?: string) => (await inLondon(at)).filter((one) => one.startsWith('admin/marc'))
    const { request_reference } = await desk.asked({ role: 'Visitors' })
    const asked = await nextMoment()
    await desk.decided(request_reference, 'approved')
    const during = await nextMoment()
    expect(await marcsAt()).toEqual(['admin/marc London'])
    await put('/roles/Visitors', { ...roleOf('Lisbon'), version: 1 })
    const elsewhere = await nextMoment()
    await desk.decided(request_reference, 'revoked')
    const over = await nextMoment()

    expect(await marcsAt(asked)).toEqual([])
    expect(await marcsAt(during)).toEqual(['admin/marc London'])
    expect(await marcsAt(elsewhere)).toEqual([])
    expect(await who({ 'people][0': 'admin/marc', at: elsewhere })).toEqual(['admin/marc Lisbon'])
    expect(await marcsAt(over)).toEqual([])
    await send('DELETE', '/roles/Visitors')
    expect(
      (await listed({ 'people][0': 'admin/marc', at: during })).map(({ deciding_roles }) => deciding_roles),
    ).toEqual([['Visitors']])
  })

  it('ends a visit when its approval expires, if nobody ended it earlier', async () => {
    const reference = await desk.approved('Reviewer')
    expect(await who({ 'people][0': 'admin/marc', 'groups][0': 'London' })).toEqual(['admin/marc London'])
    await desk.age(reference, 2)
    expect(await who({ 'people][0': 'admin/marc', 'groups][0': 'London' })).toEqual([])
  })

  it('knows a role as it was before a change, and before it was deleted', async () => {
    await put('/roles/Travellers', roleOf('London'))
    await account.signIn('tina', 'Travellers')
    const before = await nextMoment()
    await put('/roles/Travellers', roleOf('Lisbon'))
    const between = await nextMoment()
    await account.server.setActive('acme', 'tina', true)
    const of = (at: string) => who({ 'people][0': 'tina', at })
    expect(await of(before)).toEqual(['tina London'])
    expect(await of(between)).toEqual(['tina Lisbon'])
    await account.signIn('tina', 'Londoners')
    const moved = await nextMoment()
    await send('DELETE', '/roles/Travellers')
    expect(await of(between)).toEqual(['tina Lisbon'])
    expect(await of(moved)).toEqual(['tina London'])
    expect(await of(began)).toEqual([])
  })

  it('knows the tags of groups as they were, also of deleted ones', async () => {
    await put('/groups/Desk', { tags: [{ tag_key: 'desk', tag_value: 'fx' }] }).catch(() => undefined)
    await put('/tags/desk', { tag_values: ['fx', 'rates'], is_required: false, default_value: null })
    await put('/groups/Desk', { tags: [{ tag_key: 'desk', tag_value: 'fx' }] })
    await put('/roles/Fx%20desk', {
      ...roleOf('x'),
      permissions: [
        {
          actions_matching: 'payloads:read',
          is_denied: false,
          is_regex: false,
          conditions: [{ keys_matching: 'desk', values_matching: 'fx', is_denied: false, is_regex: false }],
        },
      ],
    })
    await account.signIn('fred', 'Fx desk')
    const tagged = await nextMoment()
    await put('/groups/Desk', { tags: [{ tag_key: 'desk', tag_value: 'rates' }] })
    const retagged = await nextMoment()
    await send('DELETE', '/groups/Desk')
    const of = (at: string) => who({ 'people][0': 'fred', at })
    expect(await of(tagged)).toEqual(['fred Desk'])
    expect(await of(retagged)).toEqual([])
    expect(await who({ 'groups][0': 'Desk', at: tagged })).toContain('fred Desk')
    expect(await inLondon(tagged)).not.toContain('fred London')
  })

  it('counts roles that people had for a time, until they ended, and people until they were removed', async () => {
    await account.signIn('tom', 'Auditor')
    const before = await nextMoment()
    const valid_until = new Date(Date.now() + 3_600_000).toISOString()
    await put('/portal_users/tom/roles/Londoners', { valid_until, reason: 'Holiday' })
    const during = await nextMoment()
    await send('DELETE', '/portal_users/tom/roles/Londoners')
    const after = await nextMoment()
    const had = async (at: string) => (await inLondon(at)).includes('tom London')
    expect([await had(before), await had(during), await had(after)]).toEqual([false, true, false])
    await account.signIn('tom', 'Londoners')
    const signedIn = await nextMoment()
    await send('DELETE', '/portal_users/tom')
    expect([await had(after), await had(signedIn), await had(await nextMoment())]).toEqual([false, true, false])
  })

  it('counts client apps within their own ranges', async () => {
    const oidc_config = {
      issuer: 'https://issuer.example',
      audience: 'feeder',
      jwks_uri: 'https://issuer.example/keys',
    }
    await send('POST', '/account/apps/feed', { oidc_config, group: null, roles: ['Londoners'], cidr_ranges: ['10/8'] })
    const present = await nextMoment()
    await send('DELETE', '/account/apps/feed')
    const [row] = await listed({ 'people][0': 'app/feed', at: present })
    expect(row).toMatchObject({ user_reference: 'feed', is_client_app: true, depends_on_address: true })
    expect(await listed({ 'people][0': 'app/feed' })).toEqual([])
  })

  it('gives nobody a recording before it was registered, nor its content before it was processed', async () => {
    const [registered, processed] = [Date.now() - 1, Date.now() + 3_600_000].map((ms) => new Date(ms).toISOString())
    await account.write((tx) =>
      addRows(tx, 'payloads', [
        {
          payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
          group: 'London',
          device_reference: 'London-1',
          sequence: 1,
          registered_at: registered,
          processed_at: processed,
        },
      ]),
    )
    const of = (at: string) => listed({ payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV', at })
    expect(await of(began)).toEqual([])
    const now = await of(await nextMoment())
    expect(now.find(({ user_reference }) => user_reference === 'lena')).toMatchObject({ find: ['Call'], play: [] })
  })

  it('is paged in its order, with a total, and can be exported', async () => {
    const filter = { 'people][0': 'boss', at: began }
    expect(await who(filter)).toEqual(['boss Lisbon', 'boss London'])
    const first = await account.server.getJson<{ last_key: string }>(pathOf(filter, '&limit=1'), account.tokens.boss)
    const next = await listed(filter, `&limit=1&last_key=${first.last_key}`)
    expect(next.map(({ group_reference }) => group_reference)).toEqual(['London'])
    const total = await account.server.getJson(pathOf(filter, '&query_result_type=total'), account.tokens.boss)
    expect(total).toEqual({ total: 2 })
    const body = { list: 'listContentAccess', format: 'csv', query: { filter: { people: ['boss'], at: began } } }
    const made = await account.server.call('POST', '/api/client/v1/acme/exports', { token: account.tokens.boss, body })
    expect(made.status).toBe(200)
  })

  it('refuses a moment before its history began, or in the future', async () => {
    for (const at of ['2020-01-01T00:00:00Z', new Date(Date.now() + 3_600_000).toISOString()]) {
      expect(await refused({ 'groups][0': 'London', at }, account.tokens.boss)).toEqual([400, 'access.not_known_then'])
    }
  })

  it('refuses those without the right to see roles, other accounts, and those without a token', async () => {
    const filter = { 'groups][0': 'London' }
    expect(await refused(filter, account.tokens.ruth)).toEqual([403, 'auth.forbidden'])
    expect(await refused(filter, null)).toEqual([401, expect.any(String)])
    await account.server.openAccount('other')
    const stranger = await account.server.signIn('other', { user_reference: 'eve', roles: ['Compliance Officer'] })
    expect((await refused(filter, stranger))[0]).toBeGreaterThanOrEqual(401)
  })

  it('answers of a group that the caller may not see as of one that does not exist', async () => {
    await put('/roles/Half', {
      ...roleOf('London', 'groups:read'),
      permissions: [
        { actions_matching: 'roles:read', is_denied: false, is_regex: false, conditions: [] },
        { actions_matching: 'groups:read', is_denied: false, is_regex: false, conditions: [conditionOn('London')] },
      ],
    })
    const hugo = await account.signIn('hugo', 'Half')
    for (const group of ['Lisbon', 'Nowhere', "'; drop table groups; --", '\u202eevil']) {
      expect(await refused({ 'groups][0': group }, hugo)).toEqual([404, 'request.not_found'])
    }
    const { items } = await account.server.getJson<{ items: ContentAccess[] }>(pathOf({ 'people][0': 'boss' }), hugo)
    expect(items.map(({ group_reference }) => group_reference)).toEqual(['London'])
    expect(await account.server.getJson(pathOf({ 'people][0': 'boss' }, '&query_result_type=total'), hugo)).toEqual({
      total: 1,
    })
  })

  it('needs groups, people or a recording', async () => {
    expect(await refused({ at: began }, account.tokens.boss)).toEqual([400, 'request.invalid'])
  })
})
