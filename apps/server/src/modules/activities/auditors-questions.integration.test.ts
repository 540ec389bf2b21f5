import type { UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { draft } from '../../../test/account-with-roles.ts'

const base = `/api/admin/v1/${client}`
let account: AccountWithRecordings
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
  const desk = await SupportDesk.open(account.server, client, tokens.boss)
  visit = await desk.approved('Account Administrator')
  await desk.visit('POST', `${base}/support_mode`, visit)
  await desk.visit('GET', `${base}/roles`, visit)
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
  const entries = await ask({ support_reference: visit })
  expect(entries.map(({ action, event }) => event ?? action)).toEqual([
    'group.created',
    'GET /roles',
    'support_mode.entered',
  ])
})

it('a subject of no kind is refused, and one that nothing is about has no entries', async () => {
  const path = `${base}/activities?filter[subjects][0]=`
  const answer = await account.server.call('GET', `${path}planet:Mars`, { token: tokens.auditor })
  expect(answer.status).toBe(400)
  expect(await ask({ 'subjects][0': "role:'; drop table" })).toEqual([])
})
