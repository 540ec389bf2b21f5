import type { Permission } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../apps/server/test/account-editor.ts'

/** People who may change groups gain no access by it, learn nothing that is hidden from them, and break nothing. */

let account: AccountEditor
const tokens = { editor: '', londonEditor: '', reader: '', office: '', elsewhere: '', device: '' }

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
  await server.addRole('acme', 'London editor', [where('groups:*', 'UK')])
  const person = (user_reference: string, roles: string[]) => server.signIn('acme', { user_reference, roles })
  tokens.editor = await person('edna', ['Editor'])
  tokens.londonEditor = await person('lola', ['London editor'])
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

/** Makes a call that must be refused, and checks that it changed nothing. */
const refused = async (
  attempt: () => Promise<{ status: number; body: object | null }>,
  status: number,
  code: string,
) => {
  const before = await everyGroup()
  expect(await attempt()).toMatchObject({ status, body: { code } })
  expect(await everyGroup()).toEqual(before)
}

describe('names', () => {
  it.each(['%2E%2E', 'a%E2%80%AEb', '%E2%81%A6ab', 'ab%C2%85', 'ab%0A'])('of groups cannot be %s', async (name) => {
    const before = await everyGroup()
    const { status } = await account.call('PUT', `/groups/${name}`, { body: { version: 0, tags: [] } })
    // fetch shortens this path, so it matches no group.
    expect(status).toBe(name === '%2E%2E' ? 404 : 400)
    expect(await everyGroup()).toEqual(before)
  })

  it('of tag values cannot contain characters that change the writing direction', async () => {
    const body = { version: 0, tags: [{ tag_key: 'region', tag_value: 'P\u202eT' }] }
    expect((await account.call('PUT', '/groups/Turned', { body })).body).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: '/body/tags/0/tag_value', keyword: 'not', params: { rule: 'TagValue' } }],
    })
  })
})

describe('changing the tags of a group', () => {
  it('gives its author nothing in the group that they could not do before', async () => {
    const attempt = () => put('Lisbon', 'UK', 'editor', 1)
    await refused(attempt, 403, 'access.exceeds_own')
    expect((await attempt()).body.details).toMatchObject({ group_reference: 'Lisbon', action: 'payloads:play' })
  })

  it('gives its author nothing when they delete the group and create it again', async () => {
    await put('Bristol', 'PT', 'editor')
    expect((await account.deleteGroup('Bristol', tokens.editor)).status).toBe(204)
    await refused(() => put('Bristol', 'UK', 'editor'), 403, 'access.exceeds_own')
    expect((await put('Bristol', 'PT', 'editor')).status).toBe(200)
    expect((await account.deleteGroup('Bristol', tokens.editor)).status).toBe(204)
  })

  it('is allowed when its author gains nothing, even if they cannot change the group afterwards', async () => {
    expect((await put('Porto', 'PT', 'editor')).status).toBe(200)
    expect((await put('Porto', null, 'editor', 1)).status).toBe(200)
    await refused(() => put('Porto', 'secret', 'editor', 2), 403, 'auth.forbidden')
  })

  it('needs the right to change the group both before and after', async () => {
    await refused(() => put('London', 'PT', 'londonEditor', 1), 403, 'auth.forbidden')
    await refused(() => put('Lisbon', 'UK', 'londonEditor', 1), 409, 'edit.conflict')
    await refused(() => put('Leeds', 'PT', 'londonEditor'), 403, 'auth.forbidden')
    expect((await put('Leeds', 'UK', 'londonEditor')).status).toBe(200)
    expect((await account.deleteGroup('Leeds', tokens.londonEditor)).status).toBe(204)
  })

  it('needs a role with the right to change groups', async () => {
    await refused(() => put('London', 'UK', 'reader', 1), 403, 'auth.forbidden')
    await refused(() => account.deleteGroup('London', tokens.reader), 403, 'auth.forbidden')
  })
})

describe('a group that the caller may not see', () => {
  it('is refused like one that does not exist', async () => {
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
    const putInvalid = (reference: string) =>
      account.putGroup(reference, { undefined_tag: 'x' }, { token: tokens.editor })
    expect(await putInvalid('Secret')).toEqual(await putInvalid('Nothing'))
  })

  it('cannot be deleted, like one that does not exist', async () => {
    const answers = [
      await account.deleteGroup('Secret', tokens.editor),
      await account.deleteGroup('Nothing', tokens.editor),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404 })
    expect((await account.group('Secret')).version).toBe(1)
  })

  it('cannot be overwritten by creating one with its name', async () => {
    await refused(() => put('Secret', 'PT', 'editor'), 409, 'edit.conflict')
  })
})

describe('people and devices without access', () => {
  it.each(['elsewhere', 'device'] as const)('change nothing: %s', async (who) => {
    await refused(() => put('London', 'UK', who, 1), 401, 'auth.bad_token')
    await refused(() => account.deleteGroup('London', tokens[who]), 401, 'auth.bad_token')
  })

  it('change nothing with a forged support prefix', async () => {
    const before = await everyGroup()
    const authorization = `InternalSupport 01ARZ3NDEKTSV4RRFFQ69G5FAV Bearer ${tokens.editor}`
    const response = await account.server.call('DELETE', '/api/admin/v1/acme/groups/London', {
      headers: { authorization },
    })
    expect(response.status).toBe(401)
    expect(await everyGroup()).toEqual(before)
  })

  it('cannot reach a group through one of the same name in another account', async () => {
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
    ['a version beyond 32 bits', { ...fields, version: 2 ** 31 }],
    ['a version as text', { ...fields, version: '0' }],
    ['no tags', { version: 0, tags: null }],
    ['an unknown field in a tag', { ...fields, tags: [{ tag_key: 'region', tag_value: 'x', is_required: true }] }],
    ['a line break in a value', { ...fields, tags: [{ tag_key: 'region', tag_value: 'a\nb' }] }],
    ['half a surrogate pair', { ...fields, tags: [{ tag_key: 'region', tag_value: '\ud800' }] }],
    ['thousands of tags', { ...fields, tags: manyTags(1_000) }],
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

  it('a name that looks like another one is a different group', async () => {
    expect((await account.putGroup('london', { region: 'UK' })).status).toBe(200)
    expect((await account.putGroup("O'Neill; drop table groups --", {})).status).toBe(200)
    expect((await account.group('London')).version).toBe(1)
  })
})

function manyTags(count: number) {
  return Array.from({ length: count }, (_, at) => ({ tag_key: 'region', tag_value: `${at}` }))
}
