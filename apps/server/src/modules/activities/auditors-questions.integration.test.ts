import { portalReadHeader, type UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { draft } from '../../../test/account-with-roles.ts'

const base = `/api/admin/v1/${client}`
let account: AccountWithRecordings
let desk: SupportDesk
let recording: string
let visit: string
const tokens = { boss: '', auditor: '', reviewer: '' }

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recording = await account.addCall(1, 'London')
  const other = await account.addCall(2, 'London')
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  tokens.auditor = await account.signIn('auditor', 'Auditor')
  tokens.reviewer = await account.signIn('reviewer', 'Reviewer')
  const as = async (token: string, method: 'GET' | 'PUT', path: string, body?: object) => {
    const response = await account.server.call(method, path, { token, ...(body && { body }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  }
  const data = `/api/client/v1/${client}`
  await as(tokens.boss, 'PUT', `${base}/account/settings`, {
    is_word_search_on: false,
    is_asking_before_pictures: false,
    playback_reason_kind: 'text',
  })
  const reason = 'reason=Complaint%2042'
  await as(tokens.reviewer, 'GET', `${data}/payloads/${recording}/data?action=play&${reason}`)
  await as(tokens.boss, 'GET', `${data}/data?payload_references[]=${recording}&payload_references[]=${other}&${reason}`)
  await as(tokens.reviewer, 'GET', `${data}/payloads/${other}/data?action=play&${reason}`)
  const permissions = (...actions: string[]) => ({ permissions: actions.map((one) => ({ actions_matching: one })) })
  await as(tokens.boss, 'PUT', `${base}/roles/Desk`, { version: 0, ...draft(permissions('devices:read')) })
  await as(tokens.boss, 'PUT', `${base}/roles/Desk`, {
    version: 1,
    ...draft(permissions('devices:read', 'groups:read')),
  })
  desk = await SupportDesk.open(account.server, client, tokens.boss)
  visit = await desk.approved('Account Administrator')
  await desk.visit('POST', `${base}/support_mode`, visit)
  await desk.visit('GET', `${base}/roles`, visit)
  await desk.visit('GET', `${base}/profile`, visit)
  await desk.visit('PUT', `${base}/groups/Paris`, visit, { body: { version: 0, tags: [] } })
})
afterAll(() => account?.close())

const ask = async (filter: Readonly<Record<string, string>>): Promise<UserActivity[]> => {
  const query = Object.entries(filter).map(([name, value]) => `filter[${name}]=${encodeURIComponent(value)}`)
  const path = `${base}/activities?limit=100&${query.join('&')}`
  return (await account.server.getJson<{ items: UserActivity[] }>(path, tokens.auditor)).items
}

it('who heard this call, when and why', async () => {
  const entries = await ask({ 'subjects][0': `payload:${recording}`, has_reads: 'false' })
  expect(entries.map(({ user_id, event, brief }) => [user_id, event, brief?.facts.reason])).toEqual([
    ['boss', 'payload.data_requested', 'Complaint 42'],
    ['reviewer', 'payload.data_requested', 'Complaint 42'],
  ])
})

it('what somebody did on a day', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const entries = await ask({ person: 'review', date_from: today, date_to: today, has_reads: 'false' })
  expect(entries.filter(({ event }) => event === 'payload.data_requested')).toHaveLength(2)
  const before = await ask({ person: 'review', date_to: '2020-01-01' })
  expect(before).toEqual([])
})

it('what changed in a role', async () => {
  const [latest, first, ...others] = await ask({
    'subjects][0': 'role:Desk',
    'did][0': 'role.created',
    'did][1': 'role.updated',
  })
  expect([latest?.event, first?.event, others]).toEqual(['role.updated', 'role.created', []])
  expect(latest?.brief?.changes).toMatchObject([
    { field: 'permissions', before: [], after: [{ actions_matching: 'groups:read' }] },
  ])
})

it('what support did on a visit', async () => {
  const told = (entries: readonly UserActivity[]) => entries.map(({ action, event }) => event ?? action)
  const done = ['group.created', 'GET /roles', 'support_mode.entered']
  const all = ['group.created', 'GET /profile', 'GET /roles', 'support_mode.entered']
  expect(told(await ask({ support_reference: visit }))).toEqual(all)
  const listed = { has_reads: 'false', has_portal_reads: 'false' }
  expect(told(await ask({ support_reference: visit, ...listed })), 'without the calls of the portal itself').toEqual(
    done,
  )
  expect(
    told(await ask({ 'subjects][0': `support_access:${visit}`, ...listed })),
    'who asked and approved, too',
  ).toEqual([...done, 'support_access.approved', 'support_access.requested'])
  const path = `${base}/device_activities?filter[subjects][0]=support_access:${visit}`
  expect(await account.server.getJson(path, tokens.auditor)).toMatchObject({ items: [] })
})

it('which comments staff read on a visit, even if they say that the portal read them', async () => {
  const path = `/api/client/v1/${client}/payloads/${recording}/comments`
  const reference = await desk.approved('Compliance Officer')
  await desk.visit('GET', path, reference, { headers: { [portalReadHeader]: '1' } })
  const entries = await ask({ support_reference: reference, has_reads: 'false', has_portal_reads: 'false' })
  expect(entries.map(({ action }) => action)).toContain('GET /payloads/{payload_reference}/comments')
})

it('who people are, by their names, and how a view was called', async () => {
  const body = { name: 'Late calls', path: '/dashboard/services/calls', search: {}, role_reference: null }
  const saved = await account.server.call('POST', `${base}/views`, { token: tokens.boss, body })
  expect(saved.status).toBe(200)
  await account.server.getJson(`${base}/portal_users?filter[search]=x`, tokens.boss)
  const ended = await account.server.call('DELETE', `${base}/portal_users/reviewer/sessions`, { token: tokens.boss })
  expect(ended.status).toBe(204)
  const read = async (token: string, did: string) => {
    const path = `${base}/activities?limit=1&filter[did][0]=${did}`
    const { items } = await account.server.getJson<{ items: UserActivity[] }>(path, token)
    return items.map(({ user_name, subjects }) => [user_name, subjects.map(({ kind, name }) => [kind, name])])
  }
  expect(await read(tokens.boss, 'saved_view.created')).toEqual([['boss', [['saved_view', 'Late calls']]]])
  expect(await read(tokens.boss, 'portal_user.sessions_ended')).toEqual([['boss', [['portal_user', 'reviewer']]]])
  expect(await read(tokens.auditor, 'portal_user.sessions_ended'), 'who reads the trail alone').toEqual([
    ['boss', [['portal_user', 'reviewer']]],
  ])
})

it('a subject of no kind is refused, and one that nothing is about has no entries', async () => {
  const path = `${base}/activities?filter[subjects][0]=`
  const answer = await account.server.call('GET', `${path}planet:Mars`, { token: tokens.auditor })
  expect(answer.status).toBe(400)
  expect(await ask({ 'subjects][0': "role:'; drop table" })).toEqual([])
})
