import type { Permission } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../apps/server/test/account-editor.ts'

/** Definitions of tags belong to the whole account: whoever changes them comes to no group by it. */

let account: AccountEditor
const tokens = { definer: '', ukan: '', blind: '', reader: '', elsewhere: '', device: '' }

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
  await server.addRole('acme', 'Blind definer', [any('tags:*'), where('groups:*', 'UK'), where('groups:*', 'PT')])
  const person = (user_reference: string, roles: string[]) => server.signIn('acme', { user_reference, roles })
  tokens.definer = await person('dora', ['Definer'])
  tokens.ukan = await person('ukan', ['UK tags'])
  tokens.blind = await person('bert', ['Blind definer'])
  tokens.reader = await person('rita', ['Reviewer'])
  tokens.elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  tokens.device = await server.addDevice('acme', { device_reference: 'R58M1', group: 'London' })
})
afterAll(() => account.close())

const everything = async () => [(await account.call('GET', '/groups')).body, (await account.call('GET', '/tags')).body]

/** What must be refused changes nothing. */
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
  it('gives nobody what they could not do in the groups that it changes', async () => {
    const toUk = { tag_values: ['UK'], default_value: 'UK' }
    const { details } = await refused(() => put('definer', toUk), 403, 'access.exceeds_own')
    expect(details).toMatchObject({ action: 'payloads:play', group_reference: 'Hidden' })
  })

  it('changes no group that the caller may not change, and does not name one that they may not see', async () => {
    const { details } = await refused(() => put('blind', { tag_values: ['UK', 'PT'] }), 403, 'access.exceeds_own')
    expect(details).toMatchObject({ action: 'groups:write' })
    expect(JSON.stringify(details)).not.toContain('Hidden')
    await refused(() => put('blind', { tag_values: ['secret'] }), 403, 'access.exceeds_own')
    await refused(() => account.deleteTag('region', { force: true, token: tokens.blind }), 403, 'access.exceeds_own')
  })

  it('names of the groups that it would break those that the caller may see', async () => {
    const { details } = await refused(() => put('blind', { tag_values: ['UK'] }, false), 409, 'tag.breaks_groups')
    expect(details).toEqual({ total: 2, groups: [{ group_reference: 'Lisbon', before: ['PT'], after: [] }] })
  })

  it('is not forced by another word for true', async () => {
    for (const word of ['1', 'yes', 'TRUE', '']) {
      const path = `/tags/region?force_update=${word}`
      const body = { version: 1, tag_values: [], is_required: false, default_value: null }
      await refused(() => account.call('PUT', path, { body, token: tokens.definer }), 400, 'request.invalid')
    }
  })
})

describe('who may not define tags', () => {
  it('for the whole account neither changes nor reads them', async () => {
    await refused(() => put('ukan', { tag_values: ['UK'] }), 403, 'auth.forbidden')
    await refused(() => account.deleteTag('region', { token: tokens.ukan }), 403, 'auth.forbidden')
    expect((await account.call('GET', '/tags', { token: tokens.ukan })).status).toBe(403)
    expect((await account.call('GET', '/tags/region', { token: tokens.ukan })).status).toBe(403)
  })

  it('but read them changes nothing', async () => {
    expect((await account.call('GET', '/tags/region', { token: tokens.reader })).status).toBe(200)
    await refused(() => put('reader', {}), 403, 'auth.forbidden')
    await refused(() => account.deleteTag('region', { token: tokens.reader }), 403, 'auth.forbidden')
  })

  it.each(['elsewhere', 'device'] as const)('as %s is not let in', async (who) => {
    await refused(() => put(who, {}), 401, 'auth.bad_token')
    await refused(() => account.deleteTag('region', { force: true, token: tokens[who] }), 401, 'auth.bad_token')
  })

  it('in this account defines none here', async () => {
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
    ['values that are no list', { ...sound, tag_values: { length: 1 } }],
    ['a value that is no text', { ...sound, tag_values: [{ toString: 'x' }] }],
    ['is_required in text', { ...sound, is_required: 'true' }],
    ['half of a surrogate pair', { ...sound, tag_values: ['\udc00'] }],
    ['half of one as the default', { ...sound, default_value: '\ud800' }],
    ['values by the ten thousand', { ...sound, tag_values: Array.from({ length: 50_000 }, (_, at) => `${at}`) }],
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

  it.each(['constructor', '__proto__', 'hasOwnProperty'])('the key %s is a key like any other', async (key) => {
    expect((await account.putTag(key)).status).toBe(200)
    expect(await account.putGroup(`Of ${key}`, {})).toMatchObject({ status: 200 })
    const tags = [{ tag_key: key, tag_value: 'x' }]
    const tagged = await account.call('PUT', `/groups/Of%20${key}`, { body: { version: 1, tags } })
    expect(tagged).toMatchObject({ status: 200, body: { tags } })
  })
})
