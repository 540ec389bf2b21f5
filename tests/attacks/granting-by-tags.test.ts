import type { AccessGains, Permission, TagImpact } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../apps/server/test/account-editor.ts'

/**
 * Tagging a group can give people access to it. Its author has to confirm that first, and the trail names those people.
 */

let account: AccountEditor
const tokens = { editor: '', withoutRoles: '' }

const where = (actions_matching: string, region: string, is_denied = false): Permission => ({
  actions_matching,
  is_denied,
  conditions: [{ keys_matching: 'region', values_matching: region }],
})
const groupRights = [{ actions_matching: 'groups:*' }, { actions_matching: 'tags:*' }]

beforeAll(async () => {
  account = await AccountEditor.open()
  const { server } = account
  await account.putTag('region')
  for (const [group, region] of [
    ['London', 'UK'],
    ['Lisbon', 'PT'],
    ['Porto', 'PT'],
    ['Secret', 'hidden'],
  ] as const) {
    await account.putGroup(group, { region })
  }
  await server.addRole('acme', 'Editor', [...groupRights, { actions_matching: 'roles:read' }])
  await server.addRole('acme', 'Without roles', [...groupRights, { actions_matching: 'devices:read' }])
  await server.addRole('acme', 'UK reviewer', [where('payloads:(read|play)', 'UK', false)].map(asRegex))
  await server.addRole('acme', 'UK devices', [where('devices:read', 'UK')])
  await server.addRole('acme', 'Not hidden', [{ actions_matching: 'logs:read' }, where('logs:read', 'hidden', true)])
  const person = (user_reference: string, roles: string[]) => server.signIn('acme', { user_reference, roles })
  tokens.editor = await person('edna', ['Editor'])
  tokens.withoutRoles = await person('nora', ['Without roles'])
  await person('uma', ['UK reviewer'])
  await person('dina', ['UK devices'])
  await person('hugo', ['Not hidden'])
})
afterAll(() => account.close())

const asRegex = (permission: Permission): Permission => ({ ...permission, is_regex: true })

const put = (group: string, region: string, version: number, { token = tokens.editor, accept = false } = {}) =>
  account.call<{ code?: string; details?: AccessGains; version: number }>(
    'PUT',
    `/groups/${group}${accept ? '?accept_gains=true' : ''}`,
    { token, body: { version, tags: [{ tag_key: 'region', tag_value: region }] } },
  )
const preview = async (group: string, region: string, token = tokens.editor) =>
  (await account.call<AccessGains>('POST', `/groups/${group}/preview`, {
    token,
    body: { tags: [{ tag_key: 'region', tag_value: region }] },
  })) as { status: number; body: AccessGains }

const grantsOnTrail = async () => {
  const rows = await account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events'])
      .where('client', '=', 'acme')
      .orderBy('log_id')
      .execute(),
  )
  return rows.flatMap(({ user_id, events }) =>
    events.flatMap(({ event, details }) => (event === 'access.granted' ? [{ user_id, ...details }] : [])),
  )
}

const toUma = {
  kind: 'person',
  reference: 'uma',
  is_beyond_own: true,
  actions: ['payloads:read', 'payloads:play'].map((action) => ({
    action,
    payload_types: expect.arrayContaining(['Call', 'SMS']),
    group_count: 1,
    groups: ['Lisbon'],
    is_beyond_own: true,
  })),
}

describe('tagging a group', () => {
  it('can be previewed: who would lose what', async () => {
    const path = '/groups/London/preview'
    const body = { tags: [{ tag_key: 'region', tag_value: 'FR' }] }
    const impact = await account.call<TagImpact>('POST', path, { token: tokens.editor, body })
    expect(impact.body).toMatchObject({ total: 0, losing: 2 })
    expect(impact.body.losses).toContainEqual({
      kind: 'person',
      reference: 'dina',
      actions: [{ action: 'devices:read', payload_types: null, group_count: 1, groups: ['London'] }],
    })
    const hidden = await account.call<TagImpact>('POST', path, { token: tokens.withoutRoles, body })
    expect(hidden.body.losses.map(({ reference }) => reference)).toEqual([null, null])
  })

  it('can be previewed: who would gain what', async () => {
    const { status, body } = await preview('Lisbon', 'UK')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 2, beyond_own_total: 2 })
    expect(body.assignees).toContainEqual(toUma)
    expect(body.assignees.map(({ reference }) => reference)).toEqual(['dina', 'uma'])
    expect((await account.group('Lisbon')).tags).toEqual([{ tag_key: 'region', tag_value: 'PT' }])
  })

  it('is refused until its author accepts gains that they could not grant', async () => {
    const refused = await put('Lisbon', 'UK', 1)
    expect(refused).toMatchObject({ status: 409, body: { code: 'access.opens_to_others' } })
    expect(refused.body.details?.assignees).toContainEqual(toUma)
    expect((await account.group('Lisbon')).version).toBe(1)
    expect(await grantsOnTrail()).toEqual([])
  })

  it('is recorded on the trail as a grant once it is accepted', async () => {
    expect(await put('Lisbon', 'UK', 1, { accept: true })).toMatchObject({ status: 200 })
    const [grant, ...others] = await grantsOnTrail()
    expect(others).toEqual([])
    expect(grant).toMatchObject({ user_id: 'edna', group_reference: 'Lisbon', total: 2, beyond_own_total: 2 })
    expect(grant).toHaveProperty('assignees', [
      expect.objectContaining({ kind: 'person', reference: 'dina' }),
      expect.objectContaining({
        kind: 'person',
        reference: 'uma',
        gains: expect.arrayContaining([
          expect.objectContaining({ action: 'payloads:play', group_reference: 'Lisbon', is_beyond_own: true }),
        ]),
      }),
    ])
  })

  it('needs no confirmation of gains that its author could grant, and records them on the trail too', async () => {
    const before = (await grantsOnTrail()).length
    await account.server.setActive('acme', 'uma', false)
    expect((await preview('Porto', 'UK', tokens.withoutRoles)).body).toMatchObject({ total: 1, beyond_own_total: 0 })
    expect(await put('Porto', 'UK', 1, { token: tokens.withoutRoles })).toMatchObject({ status: 200 })
    expect((await grantsOnTrail()).slice(before)).toMatchObject([
      { user_id: 'nora', group_reference: 'Porto', total: 1 },
    ])
    await account.server.setActive('acme', 'uma', true)
  })

  it('hides the names of those who gain from people who may not see roles', async () => {
    const { body } = await preview('Lisbon', 'hidden', tokens.withoutRoles)
    expect(body.assignees.map(({ reference }) => reference)).toEqual(body.assignees.map(() => null))
    const gains = (await preview('Secret', 'UK', tokens.withoutRoles)).body
    expect(gains).toMatchObject({ total: 3 })
    expect(gains.assignees.every(({ reference }) => reference === null)).toBe(true)
  })

  it('also gives access by removing a tag that denied it', async () => {
    const { body } = await preview('Secret', 'PT')
    expect(body.assignees).toMatchObject([
      { reference: 'hugo', actions: [{ action: 'logs:read', groups: ['Secret'] }] },
    ])
  })

  it('needs no confirmation when nobody gains, and a preview needs the right to save', async () => {
    expect((await preview('Lisbon', 'FR')).body).toMatchObject({ total: 0, beyond_own_total: 0, assignees: [] })
    await account.server.addRole('acme', 'Reads groups', [{ actions_matching: 'groups:read' }])
    const reader = await account.server.signIn('acme', { user_reference: 'rita', roles: ['Reads groups'] })
    expect((await preview('Lisbon', 'UK', reader)).status).toBe(403)
  })

  it('needs a confirmation again when a deleted group is created anew', async () => {
    expect((await account.putGroup('Bristol', { region: 'PT' }, { token: tokens.editor })).status).toBe(200)
    expect((await account.deleteGroup('Bristol', tokens.editor)).status).toBe(204)
    expect((await preview('Bristol', 'UK')).body).toMatchObject({ total: 2 })
    expect(await put('Bristol', 'UK', 0)).toMatchObject({ status: 409, body: { code: 'access.opens_to_others' } })
    expect(await put('Bristol', 'UK', 0, { accept: true })).toMatchObject({ status: 200 })
  })
})

describe('a forced change of a tag', () => {
  const definition = (tag_values: string[] | null, default_value: string | null) => ({
    tag_values,
    is_required: false,
    default_value,
  })
  const change = (query: string, version: number) =>
    account.call<{ code?: string; details?: AccessGains }>('PUT', `/tags/desk?force_update=true${query}`, {
      token: tokens.editor,
      body: { version, ...definition(['rates'], 'rates') },
    })

  it('can be previewed, has to be confirmed, and is recorded on the trail', async () => {
    await account.putTag('desk', { tag_values: ['equities', 'rates'] }, { token: tokens.editor })
    await account.server.addRole('acme', 'Rates', [
      { actions_matching: 'payloads:play', conditions: [{ keys_matching: 'desk', values_matching: 'rates' }] },
    ])
    await account.server.signIn('acme', { user_reference: 'rob', roles: ['Rates'] })
    await account.putGroup('Floor', { region: 'FR', desk: 'equities' }, { token: tokens.editor })
    const tagPreview = await account.call<AccessGains>('POST', '/tags/desk/preview', {
      token: tokens.editor,
      body: { definition: definition(['rates'], 'rates') },
    })
    expect(tagPreview.body).toMatchObject({
      total: 1,
      assignees: [{ reference: 'rob', actions: [{ groups: ['Floor'] }] }],
    })
    expect(await change('', 1)).toMatchObject({ status: 409, body: { code: 'access.opens_to_others' } })
    const before = (await grantsOnTrail()).length
    expect(await change('&accept_gains=true', 1)).toMatchObject({ status: 200 })
    expect((await grantsOnTrail()).slice(before)).toMatchObject([{ user_id: 'edna', tag_key: 'desk', total: 1 }])
  })

  it('needs a confirmation when deleting the tag lifts a denial', async () => {
    const tagPreview = await account.call<AccessGains>('POST', '/tags/region/preview', {
      token: tokens.editor,
      body: { definition: null },
    })
    expect(tagPreview.body.assignees).toMatchObject([{ reference: 'hugo', actions: [{ groups: ['Secret'] }] }])
    const refused = await account.call('DELETE', '/tags/region?force_update=true', { token: tokens.editor })
    expect(refused).toMatchObject({ status: 409, body: { code: 'access.opens_to_others' } })
    const path = '/tags/region?force_update=true&accept_gains=true'
    expect((await account.call('DELETE', path, { token: tokens.editor })).status).toBe(200)
  })
})
