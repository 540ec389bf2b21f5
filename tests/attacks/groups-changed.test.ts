import type { Permission } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../apps/server/test/account-editor.ts'

/** Whoever changes groups comes to nothing by it, learns of nothing that is hidden from them, and breaks nothing. */

let account: AccountEditor
const tokens = { editor: '', londoner: '', reader: '', office: '', elsewhere: '', device: '' }

const where = (actions_matching: string, region: string): Permission => ({
  actions_matching,
  conditions: [{ keys_matching: 'region', values_matching: region }],
})

beforeAll(async () => {
  account = await AccountEditor.open()
  const { server } = account
  await server.openAccount('globex', ['Rates'])
  await account.putTag('region')
  await account.putGroup('London', { region: 'UK' })
  await account.putGroup('Lisbon', { region: 'PT' })
  await account.putGroup('Secret', { region: 'secret' })
  await server.addRole('acme', 'Editor', [
    { actions_matching: 'groups:*' },
    where('payloads:play', 'UK'),
    { ...where('groups:*', 'secret'), is_denied: true },
  ])
  await server.addRole('acme', 'Londoner', [where('groups:*', 'UK')])
  const person = (user_reference: string, roles: string[]) => server.signIn('acme', { user_reference, roles })
  tokens.editor = await person('edna', ['Editor'])
  tokens.londoner = await person('lola', ['Londoner'])
  tokens.reader = await person('rita', ['Reviewer'])
  tokens.elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  tokens.device = await server.addDevice('acme', { device_reference: 'R58M1', group: 'London' })
})
afterAll(() => account.close())

const put = (reference: string, region: string | null, who: keyof typeof tokens, version?: number) =>
  account.putGroup(reference, region === null ? {} : { region }, {
    token: tokens[who],
    ...(version === undefined ? {} : { version }),
  })

const everyGroup = async () => (await account.call('GET', '/groups')).body

/** What must be refused changes nothing. */
const refused = async (
  attempt: () => Promise<{ status: number; body: object | null }>,
  status: number,
  code: string,
) => {
  const before = await everyGroup()
  expect(await attempt()).toMatchObject({ status, body: { code } })
  expect(await everyGroup()).toEqual(before)
}

describe('a name', () => {
  it.each(['%2E%2E', 'a%E2%80%AEb', '%E2%81%A6ab', 'ab%C2%85', 'ab%0A'])('of a group is not %s', async (name) => {
    const before = await everyGroup()
    const { status } = await account.call('PUT', `/groups/${name}`, { body: { version: 0, tags: [] } })
    // An address that fetch shortens leads to no group at all.
    expect(status).toBe(name === '%2E%2E' ? 404 : 400)
    expect(await everyGroup()).toEqual(before)
  })

  it('of a value of a tag turns no writing direction', async () => {
    const body = { version: 0, tags: [{ tag_key: 'region', tag_value: 'P\u202eT' }] }
    expect((await account.call('PUT', '/groups/Turned', { body })).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: '/body/tags/0/tag_value', keyword: 'not', params: { rule: 'TagValue' } }],
    })
  })
})

describe('retagging', () => {
  it('gives nobody what they could not do in the group before', async () => {
    const attempt = () => put('Lisbon', 'UK', 'editor', 1)
    await refused(attempt, 403, 'access.exceeds_own')
    expect((await attempt()).body.details).toMatchObject({ group_reference: 'Lisbon', action: 'payloads:play' })
  })

  it('gives nobody a group by its deletion and making it again', async () => {
    await put('Bristol', 'PT', 'editor')
    expect((await account.deleteGroup('Bristol', tokens.editor)).status).toBe(204)
    await refused(() => put('Bristol', 'UK', 'editor'), 403, 'access.exceeds_own')
    expect((await put('Bristol', 'PT', 'editor')).status).toBe(200)
    expect((await account.deleteGroup('Bristol', tokens.editor)).status).toBe(204)
  })

  it('lets who gains nothing by it go on, to a group that they then may not change either', async () => {
    expect((await put('Porto', 'PT', 'editor')).status).toBe(200)
    expect((await put('Porto', null, 'editor', 1)).status).toBe(200)
    await refused(() => put('Porto', 'secret', 'editor', 2), 403, 'auth.forbidden')
  })

  it('takes the right to change the group as it was and as it becomes', async () => {
    await refused(() => put('London', 'PT', 'londoner', 1), 403, 'auth.forbidden')
    await refused(() => put('Lisbon', 'UK', 'londoner', 1), 409, 'edit.conflict')
    await refused(() => put('Leeds', 'PT', 'londoner'), 403, 'auth.forbidden')
    expect((await put('Leeds', 'UK', 'londoner')).status).toBe(200)
    expect((await account.deleteGroup('Leeds', tokens.londoner)).status).toBe(204)
  })

  it('needs a role that may, whatever else one may see', async () => {
    await refused(() => put('London', 'UK', 'reader', 1), 403, 'auth.forbidden')
    await refused(() => account.deleteGroup('London', tokens.reader), 403, 'auth.forbidden')
  })
})

describe('a group that the caller may not know of', () => {
  it('is told apart from none by no refusal', async () => {
    for (const [region, version] of [
      ['secret', 0],
      ['secret', 1],
      ['UK', 1],
      ['UK', 7],
    ] as const) {
      const answers = await Promise.all([
        put('Secret', region, 'editor', version),
        put('Nothing', region, 'editor', version),
      ])
      expect(answers[0]).toEqual(answers[1])
      expect([403, 409]).toContain(answers[0].status)
    }
    const unsound = (reference: string) => account.putGroup(reference, { undefined_tag: 'x' }, { token: tokens.editor })
    expect(await unsound('Secret')).toEqual(await unsound('Nothing'))
  })

  it('is not deleted, and not found', async () => {
    const answers = [
      await account.deleteGroup('Secret', tokens.editor),
      await account.deleteGroup('Nothing', tokens.editor),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404 })
    expect((await account.group('Secret')).version).toBe(1)
  })

  it('is not taken over by making it', async () => {
    await refused(() => put('Secret', 'PT', 'editor'), 409, 'edit.conflict')
  })
})

describe('who is somebody else', () => {
  it.each(['elsewhere', 'device'] as const)('%s changes nothing', async (who) => {
    await refused(() => put('London', 'UK', who, 1), 401, 'auth.bad_token')
    await refused(() => account.deleteGroup('London', tokens[who]), 401, 'auth.bad_token')
  })

  it('with a forged support prefix changes nothing', async () => {
    const before = await everyGroup()
    const authorization = `InternalSupport 01ARZ3NDEKTSV4RRFFQ69G5FAV Bearer ${tokens.editor}`
    const response = await account.server.call('DELETE', '/api/admin/v1/acme/groups/London', {
      headers: { authorization },
    })
    expect(response.status).toBe(401)
    expect(await everyGroup()).toEqual(before)
  })

  it('in another account is not met by the same name', async () => {
    const response = await account.server.call('PUT', '/api/admin/v1/globex/groups/London', {
      token: tokens.elsewhere,
      body: { version: 0, tags: [] },
    })
    expect(response.status).toBe(200)
    expect((await account.group('London')).tags).toEqual([{ tag_key: 'region', tag_value: 'UK' }])
  })
})

describe('hostile input', () => {
  const fields = { version: 0, tags: [] as unknown[] }
  it.each([
    ['client', { ...fields, client: 'globex' }],
    ['updated_by', { ...fields, updated_by: 'somebody' }],
    ['stats', { ...fields, stats: { device_users: 9 } }],
    ['a version that is null', { version: null, tags: [] }],
    ['a negative version', { ...fields, version: -1 }],
    ['a version beyond integers', { ...fields, version: 2 ** 31 }],
    ['a version in text', { ...fields, version: '0' }],
    ['no tags', { version: 0, tags: null }],
    ['a field more in a tag', { ...fields, tags: [{ tag_key: 'region', tag_value: 'x', is_required: true }] }],
    ['a line break in a value', { ...fields, tags: [{ tag_key: 'region', tag_value: 'a\nb' }] }],
    ['half of a surrogate pair', { ...fields, tags: [{ tag_key: 'region', tag_value: '\ud800' }] }],
    ['tags by the thousand', { ...fields, tags: manyTags(1_000) }],
  ])('%s is refused', async (_what, body) => {
    const before = await everyGroup()
    expect(await account.call('PUT', '/groups/Hostile', { body })).toMatchObject({ status: 400 })
    expect(await everyGroup()).toEqual(before)
  })

  it('a prototype is refused', async () => {
    const response = await fetch(`${account.server.origin}/api/admin/v1/acme/groups/Hostile`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${tokens.editor}`, 'content-type': 'application/json' },
      body: '{"version":0,"tags":[],"__proto__":{"isAdmin":true}}',
    })
    expect(response.status).toBe(400)
  })

  it.each(['%20London', ',London', 'A', 'London%00', 'London%0A', 'L'.repeat(256)])(
    'the name %s is refused',
    async (name) => {
      const answer = await account.call('PUT', `/groups/${name}`, { body: fields })
      expect([400, 404]).toContain(answer.status)
    },
  )

  it('a name that only looks like another is another', async () => {
    expect((await account.putGroup('london', { region: 'UK' })).status).toBe(200)
    expect((await account.putGroup("O'Neill; drop table groups --", {})).status).toBe(200)
    expect((await account.group('London')).version).toBe(1)
  })
})

function manyTags(count: number) {
  return Array.from({ length: count }, (_, at) => ({ tag_key: 'region', tag_value: `${at}` }))
}
