import type { Permission } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../apps/server/test/account-editor.ts'

/** Definitions of tags belong to the whole account, and people who change them gain no access to groups by it. */

let account: AccountEditor
const tokens = { definer: '', ukEditor: '', limitedDefiner: '', reader: '', elsewhere: '', device: '' }

const where = (actions_matching: string, region: string): Permission => ({
  actions_matching,
  conditions: [{ keys_matching: 'region', values_matching: region }],
})
const any = (actions_matching: string): Permission => ({ actions_matching })

beforeAll(async () => {
  account = await AccountEditor.open()
  const { server } = account
  await server.openAccount('globex', ['Rates'])
  await account.putTag('region')
  await account.putGroup('London', { region: 'UK' })
  await account.putGroup('Lisbon', { region: 'PT' })
  await account.putGroup('Hidden', { region: 'secret' })
  await server.addRole('acme', 'Definer', [any('tags:*'), any('groups:*'), where('payloads:play', 'UK')])
  await server.addRole('acme', 'UK tags', [where('tags:*', 'UK'), any('groups:*')])
  await server.addRole('acme', 'Limited definer', [any('tags:*'), where('groups:*', 'UK'), where('groups:*', 'PT')])
  const person = (user_reference: string, roles: string[]) => server.signIn('acme', { user_reference, roles })
  tokens.definer = await person('dora', ['Definer'])
  tokens.ukEditor = await person('ulla', ['UK tags'])
  tokens.limitedDefiner = await person('bert', ['Limited definer'])
  tokens.reader = await person('rita', ['Reviewer'])
  tokens.elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  tokens.device = await server.addDevice('acme', { device_reference: 'R58M1', group: 'London' })
})
afterAll(() => account.close())

const everything = async () => [(await account.call('GET', '/groups')).body, (await account.call('GET', '/tags')).body]

/** Makes a call that must be refused, and checks that it changed nothing. */
const refused = async (
  attempt: () => Promise<{ status: number; body: object | null }>,
  status: number,
  code: string,
) => {
  const before = await everything()
  const answer = await attempt()
  expect(answer).toMatchObject({ status, body: { code } })
  expect(await everything()).toEqual(before)
  return answer.body as { details: Record<string, unknown> }
}

const put = (who: keyof typeof tokens, fields: object, force = true) =>
  account.putTag('region', { version: 1, ...fields }, { force, token: tokens[who] })

describe('a forced change of a definition', () => {
  it('gives its author nothing in the changed groups that they could not do before', async () => {
    const toUk = { tag_values: ['UK'], default_value: 'UK' }
    const { details } = await refused(() => put('definer', toUk), 403, 'access.exceeds_own')
    expect(details).toMatchObject({ action: 'payloads:play', group_reference: 'Hidden' })
  })

  it('changes no group that the author may not change, and does not name groups that they may not see', async () => {
    const { details } = await refused(
      () => put('limitedDefiner', { tag_values: ['UK', 'PT'] }),
      403,
      'access.exceeds_own',
    )
    expect(details).toMatchObject({ action: 'groups:write' })
    expect(JSON.stringify(details)).not.toContain('Hidden')
    await refused(() => put('limitedDefiner', { tag_values: ['secret'] }), 403, 'access.exceeds_own')
    await refused(
      () => account.deleteTag('region', { force: true, token: tokens.limitedDefiner }),
      403,
      'access.exceeds_own',
    )
  })

  it('names and counts only those broken groups that its author may see', async () => {
    const { details } = await refused(
      () => put('limitedDefiner', { tag_values: ['UK'] }, false),
      409,
      'tag.breaks_groups',
    )
    const groups = [{ group_reference: 'Lisbon', before: ['PT'], after: [] }]
    expect(details).toEqual({ total: 1, has_hidden: true, groups })
  })

  it('needs force_update to be exactly true', async () => {
    for (const word of ['1', 'yes', 'TRUE', '']) {
      const path = `/tags/region?force_update=${word}`
      const body = { version: 1, tag_values: [], is_required: false, default_value: null }
      await refused(() => account.call('PUT', path, { body, token: tokens.definer }), 400, 'request.invalid')
    }
  })
})

describe('people without the right to define tags', () => {
  it('for the whole account can neither change nor read them', async () => {
    await refused(() => put('ukEditor', { tag_values: ['UK'] }), 403, 'auth.forbidden')
    await refused(() => account.deleteTag('region', { token: tokens.ukEditor }), 403, 'auth.forbidden')
    expect((await account.call('GET', '/tags', { token: tokens.ukEditor })).status).toBe(403)
    expect((await account.call('GET', '/tags/region', { token: tokens.ukEditor })).status).toBe(403)
  })

  it('who can read them cannot change them', async () => {
    expect((await account.call('GET', '/tags/region', { token: tokens.reader })).status).toBe(200)
    await refused(() => put('reader', {}), 403, 'auth.forbidden')
    await refused(() => account.deleteTag('region', { token: tokens.reader }), 403, 'auth.forbidden')
  })

  it.each(['elsewhere', 'device'] as const)('are refused: %s', async (who) => {
    await refused(() => put(who, {}), 401, 'auth.bad_token')
    await refused(() => account.deleteTag('region', { force: true, token: tokens[who] }), 401, 'auth.bad_token')
  })

  it('in this account can only define those of their own', async () => {
    const body = { version: 0, tag_values: null, is_required: false, default_value: null }
    const there = { token: tokens.elsewhere, body }
    const response = await account.server.call('PUT', '/api/admin/v1/globex/tags/region', there)
    expect(response.status).toBe(200)
    expect((await account.group('London')).tags).toEqual([{ tag_key: 'region', tag_value: 'UK' }])
    expect((await account.call('GET', '/tags/region')).body).toMatchObject({ version: 1 })
  })
})

describe('hostile input', () => {
  const sound = { version: 0, tag_values: null as unknown, is_required: false, default_value: null as unknown }
  it.each([
    ['client', { ...sound, client: 'globex' }],
    ['tag_key', { ...sound, tag_key: 'other' }],
    ['updated_by', { ...sound, updated_by: 'somebody' }],
    ['values that are not a list', { ...sound, tag_values: { length: 1 } }],
    ['a value that is not text', { ...sound, tag_values: [{ toString: 'x' }] }],
    ['is_required as text', { ...sound, is_required: 'true' }],
    ['half a surrogate pair', { ...sound, tag_values: ['\udc00'] }],
    ['half a surrogate pair as the default', { ...sound, default_value: '\ud800' }],
    ['tens of thousands of values', { ...sound, tag_values: Array.from({ length: 50_000 }, (_, at) => `${at}`) }],
    ['a version that is null', { ...sound, version: null }],
  ])('%s is refused', async (_what, body) => {
    const before = await everything()
    expect(await account.call('PUT', '/tags/hostile', { body })).toMatchObject({ status: 400 })
    expect(await everything()).toEqual(before)
  })

  it.each(['%20key', 'key%20', 'a%2Fb', 'a%00', 'a*', '..%2F..', 'k'.repeat(61)])(
    'the key %s is refused',
    async (key) => {
      const answer = await account.call('PUT', `/tags/${key}`, { body: sound })
      expect([400, 404]).toContain(answer.status)
    },
  )

  it.each(['constructor', '__proto__', 'hasOwnProperty'])('the key %s is an ordinary key', async (key) => {
    expect((await account.putTag(key)).status).toBe(200)
    expect(await account.putGroup(`Of ${key}`, {})).toMatchObject({ status: 200 })
    const tags = [{ tag_key: key, tag_value: 'x' }]
    const tagged = await account.call('PUT', `/groups/Of%20${key}`, { body: { version: 1, tags } })
    expect(tagged).toMatchObject({ status: 200, body: { tags } })
  })
})
