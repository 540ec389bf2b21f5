import type { AccountSettings, RoleDraft } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { draft, refusal } from '../../../test/account-with-roles.ts'

/** With the account setting, whoever gives access to content needs somebody else who approves it. */

type Person = 'olga' | 'otto' | 'adam'
let account: TestAccount<Person>
const base = '/api/admin/v1/acme'

const read = { actions_matching: 'payloads:read' }
const play = { actions_matching: 'payloads:play' }

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withRole('Players', [read, play])
    .withRole('Readers', [read])
    .withPerson('olga', 'Compliance Officer', 'Account Administrator')
    .withPerson('otto', 'Compliance Officer', 'Account Administrator')
    .withPerson('adam', 'Account Administrator')
    .open()
  await account.write((tx) =>
    addRows(tx, 'portal_users', [{ user_reference: 'dora', roles: [], has_default_role: true }]),
  )
})
afterAll(() => account?.close())

const send = (method: string, path: string, body?: object, who: Person = 'olga') =>
  account.server.call(method, `${base}${path}`, { token: account.tokens[who], ...(body && { body }) })
const saved = async <T>(answer: Promise<Response>): Promise<T> => {
  const response = await answer
  if (!response.ok) throw new Error(await response.text())
  return (response.status === 204 ? undefined : await response.json()) as T
}
const putRole = (role: string, version: number, permissions: object[]) =>
  send('PUT', `/roles/${encodeURIComponent(role)}`, { version, ...draft(), permissions })
const settings = () => account.server.getJson<AccountSettings>(`${base}/account/settings`, account.tokens.olga)
const turn = async (needs_second_person: boolean, who: Person = 'olga') => {
  const { version, is_word_search_on, is_asking_before_pictures } = await settings()
  const body = { version, is_word_search_on, is_asking_before_pictures, needs_second_person }
  return send('PUT', '/account/settings', body, who)
}
const decide = ({ draft_reference }: RoleDraft, who: Person, state = 'approved') =>
  send('PUT', `/role_drafts/${draft_reference}`, { state }, who)
const until = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
const needsSecond = { status: 409, code: 'access.needs_second_person' }
const events = async () => {
  const rows = await account.read((tx) =>
    tx.db.selectFrom('user_activities').select('events').where('client', '=', 'acme').orderBy('log_id').execute(),
  )
  return rows.flatMap(({ events }) => events.map(({ event, details }) => ({ event, details })))
}

describe('without the setting', () => {
  it('whoever can do it themselves gives access to content alone', async () => {
    expect((await settings()).needs_second_person).toBe(false)
    expect((await putRole('Alone', 0, [read, play])).status).toBe(200)
  })
})

describe('the setting', () => {
  it('is turned on by one person, on the trail, and shown in the profile', async () => {
    expect((await turn(true)).status).toBe(200)
    const [last] = (await events()).filter(({ event }) => event === 'account_settings.updated').slice(-1)
    expect(last?.details).toMatchObject({
      before: { needs_second_person: false },
      after: { needs_second_person: true },
    })
    const profile = await account.server.getJson<{ account_settings: object }>(`${base}/profile`, account.tokens.adam)
    expect(profile.account_settings).toMatchObject({ needs_second_person: true })
  })

  it('is turned off only with a second person, who may change the settings', async () => {
    expect(await refusal(turn(false))).toMatchObject({ status: 409, code: 'account.needs_second_person' })
    const { version } = await settings()
    const body = { version, note: 'Too few of us' }
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/second_person', body))
    expect(handed).toMatchObject({ kind: 'second_person', state: 'waiting', role_reference: null, subject: 'acme' })
    const { draft_reference } = handed
    expect((await events()).at(-1)).toEqual({
      event: 'role_draft.handed_over',
      details: {
        draft_reference,
        kind: 'second_person',
        reason: 'Too few of us',
        before: { needs_second_person: true },
        after: { needs_second_person: false },
      },
    })
    expect(await refusal(decide(handed, 'olga'))).toMatchObject({ code: 'role_draft.own' })
    expect((await settings()).needs_second_person).toBe(true)
    expect((await decide(handed, 'adam')).status).toBe(200)
    expect((await settings()).needs_second_person).toBe(false)
    expect((await turn(true)).status).toBe(200)
    const other = { version: (await settings()).version, note: 'Again' }
    const withdrawn = await saved<RoleDraft>(send('POST', '/role_drafts/second_person', other))
    await saved(send('DELETE', `/role_drafts/${withdrawn.draft_reference}`))
    expect((await events()).at(-1)).toEqual({
      event: 'role_draft.withdrawn',
      details: { draft_reference: withdrawn.draft_reference, kind: 'second_person' },
    })
  })

  it('cannot be turned on by somebody who is alone, or with people who may approve for a time only', async () => {
    const { server } = account
    await server.openAccount('globex')
    const lonely = await server.signIn('globex', { user_reference: 'lea', roles: ['Account Administrator'] })
    const ofGlobex = (path: string, body: object) =>
      server.call('PUT', `/api/admin/v1/globex${path}`, { token: lonely, body })
    const turnOn = () =>
      ofGlobex('/account/settings', {
        version: 0,
        is_word_search_on: false,
        is_asking_before_pictures: false,
        needs_second_person: true,
      })
    const nobody = { status: 409, code: 'account.nobody_to_approve' }
    expect(await refusal(turnOn())).toMatchObject(nobody)
    await server.signIn('globex', { user_reference: 'leo', roles: ['Reviewer'] })
    const given = { valid_until: until(2), reason: 'Holiday' }
    expect((await ofGlobex('/portal_users/leo/roles/Account%20Administrator', given)).status).toBe(204)
    expect(await refusal(turnOn())).toMatchObject(nobody)
    await server.setRoles('globex', 'leo', ['Account Administrator'])
    expect((await turnOn()).status).toBe(200)
  })
})

describe('with the setting, one person alone', () => {
  it('neither makes nor widens a role with content, but may narrow and delete it', async () => {
    expect(await refusal(putRole('New players', 0, [read, play]))).toMatchObject({
      ...needsSecond,
      details: { action: 'payloads:play' },
    })
    expect((await putRole('Narrow', 0, [read])).status).toBe(200)
    expect(await refusal(putRole('Narrow', 1, [read, play]))).toMatchObject(needsSecond)
    const inLondon = { ...play, conditions: [{ names_matching: 'London' }] }
    expect(await refusal(putRole('Narrow', 1, [read, inLondon]))).toMatchObject(needsSecond)
    expect(await refusal(putRole('Narrow', 1, [read, { actions_matching: '*' }]))).toMatchObject(needsSecond)
    expect((await putRole('Alone', 1, [read, inLondon])).status).toBe(200)
    expect(await refusal(putRole('Alone', 2, [read, play]))).toMatchObject(needsSecond)
    expect((await putRole('Alone', 2, [read])).status).toBe(200)
    // Nor back again: that would be the same access, given by one person.
    expect(await refusal(putRole('Alone', 3, [read, play]))).toMatchObject(needsSecond)
    expect((await send('DELETE', '/roles/Alone')).status).toBe(204)
  })

  it('removes no denial of content', async () => {
    const denial = { ...play, is_denied: true }
    expect((await putRole('Never play', 0, [read, denial])).status).toBe(200)
    expect(await refusal(putRole('Never play', 1, [read]))).toMatchObject(needsSecond)
  })

  it('gives nobody such a role, nor prolongs it; shortening and ending it apply at once', async () => {
    const path = '/portal_users/adam/roles/Players'
    const give = (days: number) => send('PUT', path, { valid_until: until(days), reason: 'Holiday' })
    expect(await refusal(give(2))).toMatchObject({ ...needsSecond, details: { role: 'Players' } })
    const body = { valid_until: until(2), reason: 'Holiday' }
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/portal_users/adam/roles/Players', body))
    expect(await refusal(decide(handed, 'olga'))).toMatchObject({ code: 'role_draft.own' })
    expect(await refusal(decide(handed, 'adam'))).toMatchObject({ code: 'access.exceeds_own' })
    expect((await decide(handed, 'otto')).status).toBe(200)
    expect(await refusal(give(3))).toMatchObject(needsSecond)
    expect((await give(1)).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('PUT', '/portal_users/adam/roles/Readers', body)).status).toBe(204)
  })

  it('neither makes it the default, nor gives it to an app', async () => {
    const { version } = await account.server.getJson<{ version: number }>(
      `${base}/account/defaults`,
      account.tokens.olga,
    )
    const defaults = { version, user_group: null, cidr_ranges: null }
    expect(await refusal(send('PUT', '/account/defaults', { ...defaults, role: 'Players' }))).toMatchObject(needsSecond)
    expect((await send('PUT', '/account/defaults', { ...defaults, role: 'Readers' })).status).toBe(200)
    const oidc_config = { issuer: 'https://id.example', audience: 'urn:x', jwks_uri: 'https://id.example/keys' }
    const app = { oidc_config, group: null, roles: ['Players'], cidr_ranges: ['10.0.0.0/8'] }
    expect(await refusal(send('POST', '/account/apps/Archive', app))).toMatchObject(needsSecond)
    const handed = await saved<RoleDraft>(
      send('POST', '/role_drafts/apps/Archive', { version: 0, ...app, note: 'The archive' }),
    )
    expect((await decide(handed, 'otto')).status).toBe(200)
    const other = { ...oidc_config, issuer: 'https://other.example' }
    const put = (change: object) => send('PUT', '/account/apps/Archive', { version: 1, ...app, ...change })
    expect(await refusal(put({ oidc_config: other }))).toMatchObject(needsSecond)
    expect(await refusal(put({ cidr_ranges: null }))).toMatchObject(needsSecond)
    expect((await put({ group: 'London' })).status).toBe(200)
  })

  it('opens no content by tags', async () => {
    await saved(send('PUT', '/tags/desk', { version: 0, tag_values: null, is_required: false, default_value: null }))
    const ofDesk = { ...play, conditions: [{ keys_matching: 'desk', values_matching: 'rates' }] }
    await account.addRole('Desk players', [ofDesk])
    await account.signIn('dina', 'Desk players')
    const tags = [{ tag_key: 'desk', tag_value: 'rates' }]
    const { version } = await account.server.getJson<{ version: number }>(`${base}/groups/London`, account.tokens.olga)
    const change = { version, tags }
    expect(await refusal(send('PUT', '/groups/London?accept_gains=true', change))).toMatchObject(needsSecond)
    const handed = await saved<RoleDraft>(send('POST', '/role_drafts/groups/London', { ...change, note: 'New desk' }))
    expect((await decide(handed, 'otto')).status).toBe(200)
    expect((await events()).filter(({ event }) => event === 'access.granted')).toHaveLength(1)
    expect((await send('PUT', '/groups/London', { version: version + 1, tags: [] })).status).toBe(200)
  })
})
