import { limits, type SavedView, type SavedViews } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { refusal } from '../../../test/account-with-roles.ts'

const path = '/api/admin/v1/acme/views'
type Fields = Pick<SavedView, 'name' | 'path' | 'search' | 'role_reference'>
const body: Fields = {
  name: 'Late calls of the desk',
  path: '/dashboard/services/calls',
  search: {
    filter: { is_late: 'true', groups: ['Equities'] },
    sort: '-updated_at',
    columns: { device_reference: true },
  },
  role_reference: null,
}

let account: TestAccount<'boss' | 'ruth' | 'amir' | 'sofia'>
let hank: string

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('Equities')
    .withRole('Desk', [{ actions_matching: 'payloads:read' }])
    .withRole('Surveillance', [{ actions_matching: 'payloads:read' }])
    .withPerson('boss', 'Account Administrator')
    .withPerson('ruth', 'Desk', 'Surveillance')
    .withPerson('amir', 'Desk')
    .withPerson('sofia', 'Surveillance')
    .open()
  await account.server.openAccount('globex')
  hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens

const call = (person: Person, method: string, address: string, sent?: unknown) =>
  account.server.call(method, address, {
    token: account.tokens[person],
    ...(sent === undefined ? {} : { body: sent }),
  })
const save = async (person: Person, fields: Partial<Fields> = {}) => {
  const response = await call(person, 'POST', path, { ...body, ...fields })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as SavedView
}
const patch = (person: Person, { view_reference }: SavedView, changes: object) =>
  call(person, 'PATCH', `${path}/${view_reference}`, changes)
const remove = (person: Person, { view_reference }: SavedView) => call(person, 'DELETE', `${path}/${view_reference}`)
const seenBy = async (person: Person) => {
  const { items } = await account.server.getJson<SavedViews>(path, account.tokens[person])
  return items.map(({ view_reference }) => view_reference)
}
const sees = async (person: Person, { view_reference }: SavedView) => (await seenBy(person)).includes(view_reference)
const setRoles = (person: Person, ...roles: string[]) => account.server.setRoles('acme', person, roles)

describe('a view', () => {
  it('is private until it is shared, and then seen by everybody with the role', async () => {
    const view = await save('ruth')
    expect(view).toMatchObject({ ...body, client: 'acme', owner: 'ruth', owner_name: 'ruth', version: 1 })
    expect([await sees('ruth', view), await sees('amir', view)]).toEqual([true, false])
    const shared = await patch('ruth', view, { version: 1, role_reference: 'Desk' })
    expect(await shared.json()).toMatchObject({ ...body, role_reference: 'Desk', version: 2 })
    expect([await sees('amir', view), await sees('sofia', view), await sees('boss', view)]).toEqual([
      true,
      false,
      false,
    ])
    await patch('ruth', view, { role_reference: null })
    expect(await sees('amir', view)).toBe(false)
  })

  it('keeps the fields that a change does not name', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    const renamed = await patch('ruth', view, { name: 'Renamed' })
    expect(await renamed.json()).toMatchObject({ ...body, name: 'Renamed', role_reference: 'Desk' })
    const search = { filter: { period: '7d' } }
    const changed = await patch('ruth', view, { search })
    expect(await changed.json()).toMatchObject({ name: 'Renamed', search })
  })

  it('of another version is neither changed nor deleted', async () => {
    const view = await save('ruth')
    await patch('ruth', view, { name: 'Second' })
    expect(await refusal(patch('ruth', view, { version: 1, name: 'Third' }))).toMatchObject({ code: 'edit.conflict' })
    const deletion = call('ruth', 'DELETE', `${path}/${view.view_reference}?version=1`)
    expect(await refusal(deletion)).toMatchObject({ code: 'edit.conflict' })
    const padded = call('ruth', 'DELETE', `${path}/${view.view_reference}?${'&'.repeat(1000)}version=1`)
    expect(await refusal(padded)).toMatchObject({ code: 'edit.conflict' })
    expect((await remove('ruth', view)).status).toBe(204)
    expect((await remove('ruth', view)).status).toBe(404)
  })

  it('keeps a legible name when it is changed', async () => {
    const view = await save('ruth')
    for (const name of ['exe \u202etxt', 'two\nlines']) {
      expect((await patch('ruth', view, { name })).status).toBe(400)
    }
    expect((await remove('ruth', view)).status).toBe(204)
  })

  it('is on the trail with what it was and what it is', async () => {
    const view = await save('ruth', { name: 'On the trail' })
    await patch('ruth', view, { name: 'Still on it' })
    await remove('ruth', view)
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', 'acme')
        .where('user_id', '=', 'ruth')
        .orderBy('log_id', 'desc')
        .limit(3)
        .execute(),
    )
    const { view_reference } = view
    const { name: _, ...rest } = body
    expect(rows.flatMap(({ events }) => events ?? [])).toMatchObject([
      { event: 'saved_view.deleted', details: { view_reference, before: { name: 'Still on it' } } },
      { event: 'saved_view.updated', details: { before: { name: 'On the trail' }, after: { name: 'Still on it' } } },
      { event: 'saved_view.created', details: { view_reference, after: { ...rest, name: 'On the trail' } } },
    ])
  })
})

describe('other people', () => {
  it('cannot change a view that they see, and learn nothing of one that they do not see', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    const own = { code: 'saved_view.not_own', status: 403 }
    const unknown = { code: 'request.not_found', status: 404 }
    expect(await refusal(patch('amir', view, { name: 'Mine' }))).toMatchObject(own)
    expect(await refusal(remove('amir', view))).toMatchObject(own)
    expect(await refusal(patch('sofia', view, { name: 'Mine' }))).toMatchObject(unknown)
    expect(await refusal(remove('sofia', view))).toMatchObject(unknown)
    const hidden = await save('ruth')
    for (const person of ['amir', 'boss'] as const) {
      expect(await refusal(patch(person, hidden, { name: 'Mine' }))).toMatchObject(unknown)
      expect(await refusal(remove(person, hidden))).toMatchObject(unknown)
    }
    expect(await sees('ruth', hidden)).toBe(true)
  })

  it('who may change roles delete a view that is shared', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    expect((await remove('boss', view)).status).toBe(204)
    expect(await sees('ruth', view)).toBe(false)
  })

  it('of another account see and change nothing, nor does anybody without a token', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    const { server } = account
    const elsewhere = `/api/admin/v1/globex/views`
    expect(await server.getJson(elsewhere, hank)).toEqual({ items: [], has_more: false })
    const address = `${elsewhere}/${view.view_reference}`
    expect((await server.call('PATCH', address, { token: hank, body: { name: 'Mine' } })).status).toBe(404)
    expect((await server.call('DELETE', address, { token: hank })).status).toBe(404)
    expect((await server.call('GET', path, { token: hank })).status).toBe(401)
    expect((await server.call('GET', path)).status).toBe(401)
    expect(await sees('ruth', view)).toBe(true)
  })

  it('on a visit see no views and save none, in the role of a shared one too', async () => {
    const desk = await SupportDesk.open(account.server, 'acme', account.tokens.boss)
    await account.server.setRoles('acme', 'boss', ['Account Administrator', 'Desk'])
    const view = await save('ruth', { role_reference: 'Desk' })
    const visit = await desk.approved('Desk')
    const seen = await desk.visit('GET', path, visit)
    expect([seen.status, await seen.json()]).toEqual([200, { items: [], has_more: false }])
    expect((await desk.visit('POST', path, visit, { body })).status).toBe(403)
    const address = `${path}/${view.view_reference}`
    expect((await desk.visit('PATCH', address, visit, { body: { name: 'Mine' } })).status).toBe(403)
    expect((await desk.visit('DELETE', address, visit)).status).toBe(403)
    await account.server.setRoles('acme', 'boss', ['Account Administrator'])
  })
})

describe('a role', () => {
  it('that the owner does not have cannot be shared with, whether it exists or not', async () => {
    const notOwn = { code: 'saved_view.role_not_own', status: 403 }
    for (const role_reference of ['Surveillance', 'No such role']) {
      expect(await refusal(call('amir', 'POST', path, { ...body, role_reference }))).toMatchObject(notOwn)
      expect(await refusal(patch('amir', await save('amir'), { role_reference }))).toMatchObject(notOwn)
    }
  })

  it('that its owner loses shows the view to nobody else until they have it again', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    await setRoles('ruth', 'Surveillance')
    expect([await sees('ruth', view), await sees('amir', view)]).toEqual([true, false])
    expect(await refusal(patch('amir', view, { name: 'Mine' }))).toMatchObject({ code: 'request.not_found' })
    const renamed = await patch('ruth', view, { name: 'Renamed' })
    expect(renamed.status).toBe(200)
    await setRoles('ruth', 'Desk', 'Surveillance')
    expect(await sees('amir', view)).toBe(true)
  })

  it('that a viewer loses hides the view from them', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    await setRoles('amir')
    expect(await sees('amir', view)).toBe(false)
    await setRoles('amir', 'Desk')
    expect(await sees('amir', view)).toBe(true)
  })

  it('shows no views of people who were removed', async () => {
    const view = await save('ruth', { role_reference: 'Desk' })
    await account.server.setActive('acme', 'ruth', false)
    expect(await sees('amir', view)).toBe(false)
    await account.server.setActive('acme', 'ruth', true)
    expect(await sees('amir', view)).toBe(true)
  })

  it('that is deleted leaves its views private, also when a role of the same name is created', async () => {
    await account.addRole('Short-lived', [{ actions_matching: 'payloads:read' }])
    await setRoles('ruth', 'Desk', 'Surveillance', 'Short-lived')
    const view = await save('ruth', { role_reference: 'Short-lived' })
    await setRoles('ruth', 'Desk', 'Surveillance')
    expect((await call('boss', 'DELETE', '/api/admin/v1/acme/roles/Short-lived')).status).toBe(204)
    await account.addRole('Short-lived', [{ actions_matching: 'payloads:read' }])
    await setRoles('ruth', 'Desk', 'Surveillance', 'Short-lived')
    await setRoles('amir', 'Desk', 'Short-lived')
    expect([await sees('ruth', view), await sees('amir', view)]).toEqual([true, false])
    await setRoles('ruth', 'Desk', 'Surveillance')
    await setRoles('amir', 'Desk')
  })
})

describe('limits', () => {
  const addViews = (owner: string, number: number, role_reference: string | null) =>
    account.write((tx) =>
      tx.db
        .insertInto('saved_views')
        .values(
          Array.from({ length: number }, (_, place) => ({
            client: 'acme',
            view_reference: `01ARZ3NDEKTSV4RRFF${owner.slice(0, 4).toUpperCase().padEnd(4, 'X')}${String(place).padStart(4, '0')}`,
            owner,
            name: `View ${place}`,
            path: body.path,
            search: '{}',
            role_reference,
            created_at: tx.now,
            updated_at: tx.now,
            updated_by: owner,
          })),
        )
        .execute(),
    )

  it('of one person hold, also for two calls at once', async () => {
    const token = await account.signIn('many', 'Desk')
    await addViews('many', limits.maxViewsOfPerson - 1, null)
    const post = () => account.server.call('POST', path, { token, body })
    const answers = await Promise.all([post(), post(), post()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await refusal(post())).toMatchObject({ code: 'saved_view.too_many', details: { limit: 100 } })
    const { items } = await account.server.getJson<SavedViews>(path, token)
    expect(items.filter(({ owner }) => owner === 'many')).toHaveLength(limits.maxViewsOfPerson)
  })

  it('of one role hold, and the list says when it is not whole', async () => {
    await account.addRole('Full', [{ actions_matching: 'payloads:read' }])
    await account.signIn('zack', 'Full')
    await account.signIn('yann', 'Full')
    const token = await account.signIn('xena', 'Full')
    await addViews('zack', limits.maxSharedViews - 1, 'Full')
    const share = (sharer: string) =>
      account.server.call('POST', path, { token: sharer, body: { ...body, role_reference: 'Full' } })
    const post = () => share(token)
    // Three people share at once, because two requests of one person wait for each other anyway.
    const sharers = await Promise.all(['una', 'vera', 'walt'].map((person) => account.signIn(person, 'Full')))
    const answers = await Promise.all(sharers.map(share))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await refusal(post())).toMatchObject({ code: 'saved_view.role_full' })
    const list = () => account.server.getJson<SavedViews>(path, token)
    expect(await list()).toMatchObject({ has_more: false })
    await addViews('yann', 1, 'Full')
    const { items, has_more } = await list()
    expect([items.length, has_more]).toEqual([limits.maxSharedViews, true])
  })
})

describe('hostile input', () => {
  it.each([
    { name: ' \u200b ' },
    { name: 'x'.repeat(81) },
    { path: '/internal/clients' },
    { path: 'https://evil.example/dashboard' },
    { path: '/dashboard/../internal' },
    { path: '/dashboard/services/calls?x=1' },
    { path: '/dashboard//evil.example' },
    { search: null },
    { search: { filter: { groups: 7 } } },
    { search: { filter: { groups: { $ne: '' } } } },
    { search: { filter: { 'Groups<script>': 'x' } } },
    { search: JSON.parse('{"filter":{"__proto__":"x"}}') },
    { search: { columns: { constructor: 'yes' } } },
    { search: { sort: 'a; drop table saved_views' } },
    { search: { density: 'huge' } },
    { search: { filter: { text: 'a\u0000b' } } },
    { search: { filter: { text: '\ud800' } } },
    { search: { html: '<b>' } },
    { search: { filter: { groups: Array.from({ length: 100 }, (_, place) => `Group ${place} ${'x'.repeat(40)}`) } } },
    { owner: 'amir' },
    { role_reference: '' },
    { name: 'exe \u202etxt' },
    { name: 'two\nlines' },
    { name: ' \u200b' },
  ])('is refused: %#', async (fields) => {
    const before = await seenBy('sofia')
    expect((await call('sofia', 'POST', path, { ...body, ...fields })).status).toBe(400)
    expect(await seenBy('sofia')).toEqual(before)
  })

  it('stores markup as the text that it is', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const search = { filter: { text: '"><script>alert(1)</script>' } }
    expect(await save('sofia', { name, search })).toMatchObject({ name, search })
  })
})
