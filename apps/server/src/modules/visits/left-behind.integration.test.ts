import type { Group, LeftBehind, PayloadComment } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { draft } from '../../../test/account-with-roles.ts'

const base = '/api/admin/v1/acme'
let server: TestServer
let desk: SupportDesk
let reference: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities', 'Rates'])
  const roles = ['Account Administrator', 'Compliance Officer']
  const boss = await server.signIn('acme', { user_reference: 'boss', roles })
  desk = await SupportDesk.open(server, 'acme', boss)
  reference = await desk.approved('Account Administrator')
})
afterAll(() => server?.stop())

type Caller = 'visitor' | 'boss'

const change = async (caller: Caller, method: 'PUT' | 'DELETE', path: string, body?: object): Promise<number> => {
  const options = body ? { body } : {}
  const response = await (caller === 'visitor'
    ? desk.visit(method, `${base}/${path}`, reference, options)
    : server.call(method, `${base}/${path}`, { token: desk.tokens.boss, ...options }))
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  if (response.status === 204) return 0
  const answer = (await response.json()) as { version?: number; tag?: { version: number } }
  return answer.tag?.version ?? answer.version ?? 0
}

const leftBehind = (of = reference): Promise<LeftBehind> =>
  server.getJson<LeftBehind>(`${base}/supportaccess/${of}/left_behind`, desk.tokens.boss)

/** Rights of a visit end with it, so that a visitor can't add them to a role. */
const devices = { permissions: [{ actions_matching: 'devices:read', is_denied: true }] }

it('a visit that changed nothing left nothing behind', async () => {
  await desk.visit('GET', `${base}/roles`, reference)
  const { version, tags } = await server.getJson<Group>(`${base}/groups/Equities`, desk.tokens.boss)
  await change('visitor', 'PUT', 'groups/Equities', { version, tags })
  expect(await leftBehind()).toEqual({ items: [], total: 0 })
})

it('what a visit created, changed and forced on groups is listed as long as it exists', async () => {
  const { version } = await server.getJson<{ version: number }>(`${base}/groups/Rates`, desk.tokens.boss)
  const role = await change('visitor', 'PUT', 'roles/Back%20door', { version: 0, ...draft(devices) })
  await change('visitor', 'PUT', 'roles/Passing', { version: 0, ...draft(devices) })
  await change('visitor', 'DELETE', 'roles/Passing')
  await change('visitor', 'PUT', 'groups/Rates', { version, tags: [] })
  const region = { tag_values: ['EMEA'], is_required: true, default_value: 'EMEA' }
  await change('visitor', 'PUT', 'tags/region?force_update=true', { version: 0, ...region })
  const changed = { changed_at: expect.any(String), changed_since: null }
  const { items, total } = await leftBehind()
  expect(total).toBe(4)
  expect(items).toEqual(
    expect.arrayContaining([
      { kind: 'role', reference: 'Back door', is_new: true, ...changed },
      { kind: 'tag', reference: 'region', is_new: true, ...changed },
      { kind: 'group', reference: 'Equities', is_new: false, ...changed },
      { kind: 'group', reference: 'Rates', is_new: false, ...changed },
    ]),
  )

  await change('boss', 'PUT', 'roles/Back%20door', {
    version: role,
    ...draft({ ...devices, description: 'Looked at' }),
  })
  await change('boss', 'DELETE', 'tags/region?force_update=true')
  const later = await leftBehind()
  expect(later.items.find(({ kind }) => kind === 'role')).toEqual({
    kind: 'role',
    reference: 'Back door',
    is_new: true,
    changed_at: expect.any(String),
    changed_since: { updated_by: 'boss', updated_at: expect.any(String) },
  })
  expect(later.items.map(({ kind }) => kind)).not.toContain('tag')
})

it('a device that a visit blocked is listed until somebody lifts the block', async () => {
  await server.addDevice('acme', { device_reference: 'PHONE-1', group: 'Rates' })
  const block = 'devices/PHONE-1/block'
  const blocked = async () => (await leftBehind()).items.filter(({ kind }) => kind === 'device_block')
  await change('visitor', 'PUT', block, { reason: 'Tried it' })
  const item = { kind: 'device_block', reference: 'PHONE-1', is_new: true, changed_at: expect.any(String) }
  expect(await blocked()).toEqual([{ ...item, changed_since: null }])
  await change('boss', 'PUT', block, { reason: 'Stolen' })
  expect(await blocked()).toMatchObject([{ ...item, changed_since: { updated_by: 'boss' } }])
  await change('boss', 'DELETE', block)
  expect(await blocked()).toEqual([])

  await change('visitor', 'PUT', block, { reason: 'Tried it again' })
  await change('visitor', 'DELETE', block)
  await change('boss', 'PUT', block, { reason: 'Stolen after all' })
  expect(await blocked()).toEqual([])
})

it('comments that a visit wrote are listed with their recording until somebody deletes them', async () => {
  const payload_reference = ulid()
  await server.addDevice('acme', { device_reference: 'PHONE-2', group: 'Rates' })
  await server.api.platform.database.transaction('acme', (tx) =>
    addRows(tx, 'payloads', [{ payload_reference, device_reference: 'PHONE-2', group: 'Rates' }]),
  )
  const comments = `/api/client/v1/acme/payloads/${payload_reference}/comments`
  const write = async (message: string): Promise<string> => {
    const response = await desk.visit('POST', comments, reference, { body: { message } })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as PayloadComment).comment_id
  }
  const kept = await write('Sounds like Rates')
  const deleted = await write('Wrong recording')
  await desk.visit('DELETE', `${comments}/${deleted}`, reference)
  const commented = async () => (await leftBehind()).items.filter(({ kind }) => kind === 'comment')
  expect(await commented()).toEqual([
    {
      kind: 'comment',
      reference: kept,
      payload_reference,
      is_new: true,
      changed_at: expect.any(String),
      changed_since: null,
    },
  ])
  await server.call('DELETE', `${comments}/${kept}`, { token: desk.tokens.boss })
  expect(await commented()).toEqual([])
})

it('each visit has its own list, which only people of the account with permission can read', async () => {
  const other = await desk.approved('Auditor')
  expect(await leftBehind(other)).toEqual({ items: [], total: 0 })
  const amy = await server.signIn('acme', { user_reference: 'amy', roles: ['Reviewer'] })
  const refused = await server.call('GET', `${base}/supportaccess/${reference}/left_behind`, { token: amy })
  expect(refused.status).toBe(403)
})
