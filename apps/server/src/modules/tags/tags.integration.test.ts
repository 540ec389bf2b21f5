import type { ListTotal, TagDefinition } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../../test/account-editor.ts'

let account: AccountEditor
beforeAll(async () => {
  account = await AccountEditor.open()
})
afterAll(() => account.close())

const tagsOf = async (reference: string) =>
  Object.fromEntries((await account.group(reference)).tags.map(({ tag_key, tag_value }) => [tag_key, tag_value]))

describe('PUT /tags/{tag_key}', () => {
  it('creates a definition, and changes the version that was read', async () => {
    const made = await account.putTag('floor', { tag_values: ['1', '2'] })
    expect(made).toMatchObject({
      status: 200,
      body: {
        tag: { tag_key: 'floor', tag_values: ['1', '2'], is_required: false, default_value: null, version: 1 },
        changed_groups: [],
        changed_total: 0,
      },
    })
    expect(await account.putTag('floor', { tag_values: null, version: 1 })).toMatchObject({
      body: { tag: { version: 2 } },
    })
    for (const version of [0, 1, 3]) {
      expect(await account.putTag('floor', { version })).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
    }
    expect(await account.putTag('Floor', { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edit.conflict' },
    })
    const rules = { tag_values: ['1', '2'], is_required: false, default_value: null }
    expect(await account.trail()).toEqual([
      {
        event: 'tag.updated',
        details: { tag_key: 'floor', before: rules, after: { ...rules, tag_values: null }, changed_groups: [] },
      },
      { event: 'tag.created', details: { tag_key: 'floor', after: rules, changed_groups: [] } },
      ...(await account.trail()).slice(2),
    ])
  })

  it.each([
    ['a required tag without a default', { is_required: true, tag_values: ['a'] }, ['default_value']],
    ['a required tag of any value', { is_required: true, default_value: 'a' }, ['tag_values']],
    [
      'a required tag that allows no value',
      { is_required: true, tag_values: [], default_value: 'a' },
      ['tag_values', 'default_value'],
    ],
    ['a default that is not allowed', { tag_values: ['a'], default_value: 'A' }, ['default_value']],
    ['the same value twice', { tag_values: ['a', 'a'] }, ['tag_values']],
    ['a control character', { tag_values: ['a\u0000'] }, ['tag_values/0']],
    ['too long a value', { tag_values: ['a'.repeat(256)] }, ['tag_values/0']],
  ])('refuses %s with an error at the field', async (_what, fields, paths) => {
    const refused = await account.putTag('unsound', fields)
    expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    const told = refused.body.errors?.map(({ path }) => path)
    expect(told).toEqual(expect.arrayContaining(paths.map((path) => `/body/${path}`)))
    expect(await account.call('GET', '/tags/unsound')).toMatchObject({ status: 404 })
  })

  it('accepts one of many changes that are saved at once', async () => {
    await account.putTag('contested')
    const defaults = ['a', 'b', 'c', 'd', 'e']
    const answers = await Promise.all(
      defaults.map((default_value) => account.putTag('contested', { default_value, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const winner = answers.find(({ status }) => status === 200)?.body.tag
    expect((await account.call('GET', '/tags/contested')).body).toEqual(winner)
  })
})

describe('a change that existing groups would break', () => {
  let version = 0
  beforeEach(async () => {
    version = await currentVersion()
    const any = await account.putTag('region', { version }, { force: true })
    version = any.body.tag.version
    for (const [reference, region] of [
      ['Lisbon', 'PT'],
      ['London', 'UK'],
      ['Nowhere', null],
    ] as const) {
      const group = await account.call<{ version?: number }>('GET', `/groups/${reference}`)
      await account.putGroup(reference, region ? { region } : {}, { version: group.body.version ?? 0 })
    }
  })

  const currentVersion = async () => (await account.call<TagDefinition>('GET', '/tags/region')).body.version ?? 0
  const strict = { tag_values: ['UK', 'EU'], is_required: true, default_value: 'EU' }
  const changes = [
    { group_reference: 'Lisbon', before: ['PT'], after: ['EU'] },
    { group_reference: 'Nowhere', before: [], after: ['EU'] },
  ]

  it('is refused with the list of those groups, and changes nothing', async () => {
    const groups = await account.call('GET', '/groups')
    const refused = await account.putTag('region', { ...strict, version })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tag.breaks_groups', details: { total: 2, groups: changes } },
    })
    expect(await account.call('GET', '/groups')).toEqual(groups)
    expect(await currentVersion()).toBe(version)
  })

  it('is applied with force_update, and the answer says what it changed', async () => {
    const versions = async () =>
      Promise.all(['Lisbon', 'London', 'Nowhere'].map(async (name) => (await account.group(name)).version))
    const before = await versions()
    const forced = await account.putTag('region', { ...strict, version }, { force: true })
    expect(forced).toMatchObject({ status: 200, body: { tag: strict, changed_groups: changes, changed_total: 2 } })
    expect(await Promise.all(['Lisbon', 'London', 'Nowhere'].map(tagsOf))).toEqual([
      { region: 'EU' },
      { region: 'UK' },
      { region: 'EU' },
    ])
    // Somebody who read Lisbon or Nowhere before cannot overwrite what was forced: their versions went up.
    expect(await versions()).toEqual(before.map((number, at) => (at === 1 ? number : number + 1)))
    expect((await account.trail())[0]).toMatchObject({
      event: 'tag.updated',
      details: { tag_key: 'region', after: strict, changed_groups: changes },
    })
  })

  it('removes a tag that allows no value and has no default', async () => {
    const forced = await account.putTag('region', { tag_values: [], version }, { force: true })
    expect(forced.body.changed_groups).toEqual([
      { group_reference: 'Lisbon', before: ['PT'], after: [] },
      { group_reference: 'London', before: ['UK'], after: [] },
    ])
    expect(await tagsOf('London')).toEqual({})
  })

  it('keeps the values that are still allowed when a group has several', async () => {
    const tags = ['PT', 'UK', 'US'].map((tag_value) => ({ tag_key: 'region', tag_value }))
    const group = await account.group('Lisbon')
    await account.call('PUT', '/groups/Lisbon', { body: { version: group.version, tags } })
    const forced = await account.putTag('region', { tag_values: ['UK'], default_value: 'UK', version }, { force: true })
    expect(forced.body.changed_groups).toEqual([
      { group_reference: 'Lisbon', before: ['PT', 'UK', 'US'], after: ['UK'] },
    ])
    expect((await account.group('Lisbon')).tags).toEqual([{ tag_key: 'region', tag_value: 'UK' }])
  })

  it('lists and records every value that a group loses', async () => {
    const tags = ['PT', 'UK'].map((tag_value) => ({ tag_key: 'region', tag_value }))
    const group = await account.group('Lisbon')
    await account.call('PUT', '/groups/Lisbon', { body: { version: group.version, tags } })
    const lost = [
      { group_reference: 'Lisbon', before: ['PT', 'UK'], after: [] },
      { group_reference: 'London', before: ['UK'], after: [] },
    ]
    const narrow = { tag_values: ['EU'], version }
    expect((await account.putTag('region', narrow)).body).toMatchObject({ details: { groups: lost } })
    expect((await account.putTag('region', narrow, { force: true })).body.changed_groups).toEqual(lost)
    expect((await account.trail())[0]?.details.changed_groups).toEqual(lost)
  })

  it('cannot be forced on a group that already has the most tags allowed', async () => {
    await account.putTag('many', { version: 0 })
    const tags = Array.from({ length: 50 }, (_, at) => ({ tag_key: 'many', tag_value: `${at}` }))
    const full = await account.call('PUT', '/groups/Full', { body: { version: 0, tags } })
    expect(full.status).toBe(200)
    const refused = await account.putTag('region', { ...strict, version }, { force: true })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tag.breaks_groups', details: { total: 1, cannot_force: 'too_many_tags' } },
    })
    expect(await tagsOf('Lisbon')).toEqual({ region: 'PT' })
    await account.deleteGroup('Full')
  })

  it('can be a deletion: when forced, groups lose the tag', async () => {
    const lost = [
      { group_reference: 'Lisbon', before: ['PT'], after: [] },
      { group_reference: 'London', before: ['UK'], after: [] },
    ]
    expect(await account.deleteTag('region')).toMatchObject({
      status: 409,
      body: {
        code: 'tag.breaks_groups',
        message: 'Groups have tags that this would break',
        details: { groups: lost },
      },
    })
    expect(await account.deleteTag('region', { force: true })).toEqual({
      status: 200,
      body: { changed_groups: lost, changed_total: 2 },
    })
    expect(await tagsOf('London')).toEqual({})
    expect((await account.trail())[0]).toMatchObject({ event: 'tag.deleted', details: { changed_groups: lost } })
    expect(await account.deleteTag('region')).toMatchObject({ status: 404, body: { code: 'request.not_found' } })
  })

  it('agrees in the end with a group that is retagged at the same time', async () => {
    const group = await account.group('London')
    const [retagged, narrowed] = await Promise.all([
      account.putGroup('London', { region: 'Mars' }, { version: group.version }),
      account.putTag('region', { tag_values: ['UK', 'PT'], version }),
    ])
    const outcomes = [retagged, narrowed].map(({ status, body }) => body.code ?? status)
    expect([
      ['group.tags_invalid', 200],
      [200, 'tag.breaks_groups'],
    ]).toContainEqual(outcomes)
  })
})

describe('DELETE /tags/{tag_key}', () => {
  it('deletes nothing when somebody else has changed the definition since it was read', async () => {
    await account.putTag('edited')
    await account.putTag('edited', { version: 1, default_value: 'one' })
    for (const force of ['', '&force_update=true']) {
      expect(await account.call('DELETE', `/tags/edited?version=1${force}`)).toMatchObject({
        status: 409,
        body: { code: 'edit.conflict', details: { updated_by: 'olivia', updated_at: expect.any(String) } },
      })
    }
    expect(await account.call('GET', '/tags/edited')).toMatchObject({ body: { version: 2 } })
    expect((await account.call('DELETE', '/tags/edited?version=2')).status).toBe(200)
  })
})

describe('GET /tags', () => {
  it('lists definitions by key, page by page, with the total', async () => {
    for (const key of ['z1', 'z2', 'z3']) await account.putTag(key)
    await account.putTag('z4', { tag_values: ['a'], is_required: true, default_value: 'a' }, { force: true })
    const keys: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const query: string = last_key ? `&last_key=${last_key}` : ''
      const page = await account.call<{ items: TagDefinition[]; last_key: string | null }>(
        'GET',
        `/tags?limit=2${query}`,
      )
      keys.push(...page.body.items.map(({ tag_key }) => tag_key))
      last_key = page.body.last_key
    }
    expect(keys.filter((key) => key.startsWith('z'))).toEqual(['z1', 'z2', 'z3', 'z4'])
    const total = (filter: string) => account.call<ListTotal>('GET', `/tags?query_result_type=total${filter}`)
    expect((await total('')).body.total).toBe(keys.length)
    expect((await total('&filter[is_required]=true')).body.total).toBe(1)
    const required = await account.call<{ items: TagDefinition[] }>('GET', '/tags?filter[is_required]=true')
    expect(required.body.items.map(({ tag_key }) => tag_key)).toEqual(['z4'])
  })
})
