import type { RoleDraft, RoleDraftDetail, UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { draft, refusal } from '../../../test/account-with-roles.ts'

/** What somebody may not grant by tags, a default or an app is handed to somebody who may. */

type Person = 'olga' | 'adam' | 'gina' | 'rita' | 'cora'
let account: TestAccount<Person>
const base = '/api/admin/v1/acme'
const read = { actions_matching: 'payloads:read' }
const play = { actions_matching: 'payloads:play' }

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withRole('Players', [read, play])
    .withRole('Desk players', [{ ...play, conditions: [{ keys_matching: 'desk', values_matching: 'rates' }] }])
    .withRole('Group editor', [{ actions_matching: 'groups:*' }, { actions_matching: 'roles:read' }])
    .withPerson('olga', 'Compliance Officer', 'Account Administrator')
    .withPerson('adam', 'Account Administrator')
    .withPerson('gina', 'Group editor', 'Desk players')
    .withPerson('rita', 'Reviewer')
    .withPerson('cora', 'Compliance Officer')
    .open()
  await saved(send('PUT', '/tags/desk', { version: 0, tag_values: null, is_required: false, default_value: null }))
})
afterAll(() => account?.close())

const send = (method: string, path: string, body?: object, who: Person = 'olga') =>
  account.server.call(method, `${base}${path}`, { token: account.tokens[who], ...(body && { body }) })
const saved = async <T>(answer: Promise<Response>): Promise<T> => {
  const response = await answer
  if (!response.ok) throw new Error(await response.text())
  return (response.status === 204 ? undefined : await response.json()) as T
}
const get = <T>(path: string) => account.server.getJson<T>(`${base}${path}`, account.tokens.olga)
const decide = ({ draft_reference }: RoleDraft, who: Person, state = 'approved') =>
  send('PUT', `/role_drafts/${draft_reference}`, { state }, who)
const versionOf = async (path: string) => (await get<{ version: number }>(path)).version
const rates = [{ tag_key: 'desk', tag_value: 'rates' }]
const ofGroup = async (group: string, tags: object[] = rates, who: Person = 'gina') =>
  saved<RoleDraft>(
    send(
      'POST',
      `/role_drafts/groups/${group}`,
      { version: await versionOf(`/groups/${group}`), tags, note: 'They moved desks' },
      who,
    ),
  )
const lastEvents = async (call: string) => {
  const rows = await account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events'])
      .where('client', '=', 'acme')
      .where('call', '=', call)
      .where('is_allowed', '=', true)
      .orderBy('log_id', 'desc')
      .limit(1)
      .execute(),
  )
  return rows[0]
}

describe('tags of a group that its author may not open', () => {
  it('change when somebody who can grant it approves, with both people on the trail', async () => {
    const put = send('PUT', '/groups/London', { version: await versionOf('/groups/London'), tags: rates }, 'gina')
    expect((await refusal(put)).code).toBe('access.exceeds_own')
    const handed = await ofGroup('London')
    expect(handed).toMatchObject({ kind: 'group', subject: 'London', role_reference: null, handed_over_by: 'gina' })
    expect((await get<{ tags: object[] }>('/groups/London')).tags).toEqual([])
    expect(await get<RoleDraftDetail>(`/role_drafts/${handed.draft_reference}`)).toMatchObject({
      role: null,
      change: { kind: 'group', tags: rates },
    })
    const waiting = await get<{ items: RoleDraft[] }>('/role_drafts?filter[kind]=group&filter[state]=waiting')
    expect(waiting.items).toEqual([handed])
    expect(await (await decide(handed, 'olga')).json()).toMatchObject({ state: 'approved', decided_by: 'olga' })
    expect((await get<{ tags: object[] }>('/groups/London')).tags).toEqual(rates)
    expect(await lastEvents('POST /role_drafts/groups/{group_reference}')).toMatchObject({
      user_id: 'gina',
      events: [
        { event: 'role_draft.handed_over', details: { kind: 'group', before: { tags: [] }, after: { tags: rates } } },
      ],
    })
    const granted = { group_reference: 'London', total: 1, actions: ['payloads:play'], people: ['gina'], apps: [] }
    expect(await lastEvents('PUT /role_drafts/{draft_reference}')).toMatchObject({
      user_id: 'olga',
      events: [
        { event: 'access.granted', details: granted },
        { event: 'group.updated', details: { before: { tags: [] }, after: { tags: rates } } },
        { event: 'role_draft.approved', details: { group_reference: 'London', requested_by: 'gina' } },
      ],
    })
  })

  it('are approved neither by their author, nor by who could not grant it, nor by who may not change groups', async () => {
    const handed = await ofGroup('Lisbon')
    expect(await refusal(decide(handed, 'gina'))).toMatchObject({ status: 409, code: 'role_draft.own' })
    expect(await refusal(decide(handed, 'adam'))).toMatchObject({ status: 409, code: 'access.opens_to_others' })
    const reader = await account.signIn('rosa', 'Auditor')
    const byReader = account.server.call('PUT', `${base}/role_drafts/${handed.draft_reference}`, {
      token: reader,
      body: { state: 'approved' },
    })
    expect(await refusal(byReader)).toMatchObject({ status: 403, code: 'auth.forbidden' })
    expect((await get<{ tags: object[] }>('/groups/Lisbon')).tags).toEqual([])
    expect((await decide(handed, 'adam', 'rejected')).status).toBe(200)
  })

  it('are refused once the group was changed since, and are decided on once', async () => {
    const stale = await ofGroup('Lisbon')
    const version = await versionOf('/groups/Lisbon')
    await saved(send('PUT', '/groups/Lisbon', { version, tags: [{ tag_key: 'desk', tag_value: 'equities' }] }))
    expect(await refusal(decide(stale, 'olga'))).toMatchObject({ status: 409, code: 'edit.conflict' })
    const handed = await ofGroup('Lisbon')
    const statuses = await Promise.all([decide(handed, 'olga'), decide(handed, 'adam', 'rejected')])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('are refused once their author was removed or may no longer change groups', async () => {
    await saved(send('PUT', '/groups/Porto', { version: 0, tags: [] }))
    const handed = await ofGroup('Porto')
    await saved(send('DELETE', '/portal_users/gina'))
    expect(await refusal(decide(handed, 'olga'))).toMatchObject({ status: 409, code: 'role_draft.author_lost_rights' })
    expect((await decide(handed, 'olga', 'rejected')).status).toBe(200)
    await saved(send('POST', '/portal_users/gina/restore'))
  })

  it('are handed over only by who may change the group, with an account of their own and a note', async () => {
    const body = { version: await versionOf('/groups/London'), tags: [], note: 'Please' }
    const path = '/role_drafts/groups/London'
    expect((await send('POST', path, body, 'rita')).status).toBe(403)
    expect((await send('POST', path, { ...body, note: ' ' }, 'adam')).status).toBe(400)
    expect((await account.server.call('POST', `${base}${path}`, { body })).status).toBe(401)
    await account.server.openAccount('globex')
    const hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
    expect((await account.server.call('POST', `${base}${path}`, { token: hank, body })).status).toBe(401)
    const unknownTag = { ...body, tags: [{ tag_key: 'nothing', tag_value: 'x' }] }
    expect((await refusal(send('POST', path, unknownTag, 'adam'))).code).toBe('group.tags_invalid')
  })
})

describe('a tag', () => {
  it('is deleted from its groups by who approves it', async () => {
    await account.addRole('Not of rates', [
      play,
      { ...play, is_denied: true, conditions: [{ keys_matching: 'desk', values_matching: 'rates' }] },
    ])
    await account.signIn('nina', 'Not of rates')
    const body = { version: await versionOf('/tags/desk'), definition: null, note: 'No longer used' }
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/tags/desk', body, 'adam'))
    const definition = { tag_values: null, is_required: false, default_value: null }
    expect((await lastEvents('POST /role_drafts/tags/{tag_key}'))?.events).toMatchObject([
      { details: { kind: 'tag', tag_key: 'desk', before: definition, after: null } },
    ])
    expect((await decide(handed, 'olga')).status).toBe(200)
    expect((await send('GET', '/tags/desk')).status).toBe(404)
    expect((await get<{ tags: object[] }>('/groups/London')).tags).toEqual([])
  })
})

describe('the default role', () => {
  it('becomes another when somebody who could grant it approves, and nothing else changes', async () => {
    const { version } = await get<{ version: number }>('/account/defaults')
    const body = { version, role: 'Players', note: 'For the review' }
    expect(
      (
        await refusal(
          send('PUT', '/account/defaults', { version, role: 'Players', user_group: null, cidr_ranges: null }, 'adam'),
        )
      ).code,
    ).toBe('access.exceeds_own')
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/default_role', body, 'adam'))
    expect((await lastEvents('POST /role_drafts/default_role'))?.events).toMatchObject([
      { details: { kind: 'default_role', before: { role: null }, after: { role: 'Players' } } },
    ])
    expect((await decide(handed, 'olga')).status).toBe(200)
    expect(await get('/account/defaults')).toMatchObject({ role: 'Players', user_group: null, cidr_ranges: null })
    expect((await refusal(send('POST', '/role_drafts/default_role', body, 'adam'))).code).toBe('edit.conflict')
  })
})

describe('an app', () => {
  const oidc_config = { issuer: 'https://id.example', audience: 'urn:a', jwks_uri: 'https://id.example/keys' }
  const app = { oidc_config, group: null, roles: ['Players'], cidr_ranges: null }

  it('is made by who approves it', async () => {
    const handed = await saved<RoleDraft>(
      send('POST', '/role_drafts/apps/Archive', { version: 0, ...app, note: 'The archive' }, 'adam'),
    )
    expect((await send('GET', '/account/apps/Archive')).status).toBe(404)
    expect((await decide(handed, 'olga')).status).toBe(200)
    expect(await get('/account/apps/Archive')).toMatchObject({ roles: ['Players'], updated_by: 'olga' })
  })

  it('is approved by somebody who may give its roles, without the right to apps', async () => {
    const app2 = { ...app, oidc_config: { ...oidc_config, audience: 'urn:b' } }
    const handed = await saved<RoleDraft>(
      send('POST', '/role_drafts/apps/Robot', { version: 0, ...app2, note: 'The robot' }, 'adam'),
    )
    const { approvers } = await get<RoleDraftDetail>(`/role_drafts/${handed.draft_reference}`)
    expect(approvers?.people.map(({ user_reference }) => user_reference)).toEqual(['cora', 'olga'])
    expect((await send('PUT', '/account/apps/Robot', { version: 0, ...app2 }, 'cora')).status).toBe(403)
    expect(
      (await send('POST', '/account/apps/Robot/preview', { roles: ['Players'], cidr_ranges: null }, 'cora')).ok,
    ).toBe(true)
    expect((await decide(handed, 'cora')).status).toBe(200)
    expect(await get('/account/apps/Robot')).toMatchObject({ roles: ['Players'], updated_by: 'cora' })
    const wider = { version: 1, ...app2, roles: ['Players', 'Account Administrator'], note: 'More' }
    const beyond = await saved<RoleDraft>(send('POST', '/role_drafts/apps/Robot', wider, 'adam'))
    expect((await refusal(decide(beyond, 'cora'))).code).toBe('access.exceeds_own')
    await saved(send('DELETE', `/role_drafts/${beyond.draft_reference}`, undefined, 'adam'))
  })

  it('is not given a role that was changed since', async () => {
    const role = { version: 0, ...draft({ permissions: [read, play] }) }
    await saved(send('PUT', '/roles/Changing', role))
    const change = { version: 1, ...app, roles: ['Changing'], note: 'More' }
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/apps/Archive', change, 'adam'))
    expect((await lastEvents('POST /role_drafts/apps/{app_reference}'))?.events).toMatchObject([
      { details: { kind: 'app', before: { roles: ['Players'] }, after: { roles: ['Changing'] } } },
    ])
    const wider = draft({ permissions: [read, play, { actions_matching: 'comments:read' }] })
    await saved(send('PUT', '/roles/Changing', { version: 1, ...wider }))
    expect(await refusal(decide(handed, 'olga'))).toMatchObject({ status: 409, code: 'edit.conflict' })
  })
})

describe('a role for a time', () => {
  it('begins when somebody who could give it approves, unless its end has passed', async () => {
    const body = { valid_until: new Date(Date.now() + 60 * 60_000).toISOString(), reason: 'Holiday' }
    const path = '/portal_users/rita/roles/Players'
    const handed = await saved<RoleDraft>(send('POST', `/role_drafts${path}`, body, 'adam'))
    expect(handed).toMatchObject({ kind: 'role_assignment', subject: 'rita', note: 'Holiday' })
    const { valid_until } = body
    expect(
      (await lastEvents(`POST /role_drafts/portal_users/{user_reference}/roles/{role_reference}`))?.events,
    ).toMatchObject([
      { details: { user_reference: 'rita', role_reference: 'Players', before: null, after: { valid_until } } },
    ])
    expect((await decide(handed, 'olga')).status).toBe(200)
    const { items } = await get<{ items: { user_reference: string; roles: string[] }[] }>('/portal_users')
    expect(items.find(({ user_reference }) => user_reference === 'rita')?.roles).toContain('Players')
    for (const about of ['portal_user:rita', 'role:Players', `role_draft:${handed.draft_reference}`]) {
      const trail = await get<{ items: UserActivity[] }>(
        `/activities?limit=1&filter[did][0]=role_draft.approved&filter[subjects][0]=${about}`,
      )
      expect(trail.items).toMatchObject([{ event: 'portal_user.role_given', brief: { approved_for: 'adam' } }])
    }
    const past = { ...body, valid_until: '2020-01-01T00:00:00.000Z' }
    expect((await send('POST', `/role_drafts${path}`, past, 'adam')).status).toBe(400)
  })
})
