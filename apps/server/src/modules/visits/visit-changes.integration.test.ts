import { type VisitEntry, type VisitEvent, type VisitFigures, visitLimits } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { draft } from '../../../test/account-with-roles.ts'

const base = '/api/admin/v1/acme'
let server: TestServer
let desk: SupportDesk
let reference: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  const roles = ['Account Administrator', 'Compliance Officer']
  const boss = await server.signIn('acme', { user_reference: 'boss', roles })
  desk = await SupportDesk.open(server, 'acme', boss)
  reference = await desk.approved('Account Administrator')
})
afterAll(() => server?.stop())

const put = async (path: string, body: object): Promise<{ version: number }> => {
  const response = await desk.visit('PUT', `${base}/${path}`, reference, { body })
  if (!response.ok) throw new Error(await response.text())
  const answer = (await response.json()) as { version: number; tag?: { version: number } }
  return answer.tag ?? answer
}

/** The events of the last calls, as the account of the visit lists them. */
const told = async (calls: number): Promise<VisitEvent[]> => {
  const path = `${base}/supportaccess/${reference}/visit`
  const { items } = await server.getJson<{ items: VisitEntry[] }>(path, desk.tokens.boss)
  return items.slice(-calls).flatMap(({ events }) => events)
}

const noReading = { actions_matching: 'devices:read', is_denied: true }

it('the changes of a role are listed permission by permission', async () => {
  const [reads, deactivates] = [{ actions_matching: 'devices:read' }, { actions_matching: 'devices:deactivate' }]
  // Rights of a visit end with it, so that visitors only take rights from roles.
  await put('roles/Desk', { version: 0, ...draft({ permissions: [noReading], cidr_ranges: null }) })
  const team = { version: 0, ...draft({ permissions: [reads, deactivates], cidr_ranges: null }) }
  const made = await server.call('PUT', `${base}/roles/Team`, { token: desk.tokens.boss, body: team })
  const { version } = (await made.json()) as { version: number }
  const changed = { permissions: [reads], cidr_ranges: ['10.0.0.0/8'], description: 'x'.repeat(300) }
  await put('roles/Team', { version, ...draft(changed) })
  const [created, updated] = await told(2)
  expect(created).toMatchObject({ event: 'role.created', reference: 'Desk' })
  expect(created?.changes).toContainEqual({
    field: 'permissions',
    before: null,
    after: [expect.objectContaining(noReading)],
    left_off: 0,
  })
  expect(updated).toEqual({
    event: 'role.updated',
    reference: 'Team',
    facts: {},
    played: null,
    changes: [
      { field: 'permissions', before: [expect.objectContaining(deactivates)], after: [], left_off: 0 },
      { field: 'cidr_ranges', before: null, after: ['10.0.0.0/8'], left_off: 0 },
      { field: 'description', before: null, after: [`${'x'.repeat(255)}…`], left_off: 0 },
    ],
  })
})

it('the changes of tags, groups and defaults are listed', async () => {
  const definition = { version: 0, tag_values: ['EMEA', 'APAC'], is_required: false, default_value: null }
  const tag = await put('tags/region', definition)
  await put('tags/region', { ...definition, version: tag.version, tag_values: ['EMEA', 'Americas'] })
  await put('groups/Bonds', { version: 0, tags: [{ tag_key: 'region', tag_value: 'EMEA' }] })
  const events = await told(2)
  expect(events).toEqual([
    {
      event: 'tag.updated',
      reference: 'region',
      facts: {},
      played: null,
      changes: [{ field: 'tag_values', before: ['APAC'], after: ['Americas'], left_off: 0 }],
    },
    {
      event: 'group.created',
      reference: 'Bonds',
      facts: {},
      played: null,
      changes: [{ field: 'tags', before: null, after: ['region: EMEA'], left_off: 0 }],
    },
  ])
})

it('the list shows a limited number of values for a field, and says how many it leaves out', async () => {
  const cidr_ranges = Array.from({ length: 30 }, (_, at) => `10.0.${at}.0/24`)
  await put('roles/Wide', { version: 0, ...draft({ permissions: [noReading], cidr_ranges }) })
  const [created] = await told(1)
  const ranges = created?.changes.find(({ field }) => field === 'cidr_ranges')
  expect(ranges).toEqual({
    field: 'cidr_ranges',
    before: null,
    after: cidr_ranges.slice(0, visitLimits.values),
    left_off: 10,
  })
})

it('visitors release no legal holds', async () => {
  const hold = { target_type: 'PortalUser', target: 'boss' }
  const path = '/api/client/v1/acme/account/legal_holds/PortalUser/boss'
  const placed = await server.call('PUT', path, { token: desk.tokens.boss, body: hold })
  expect(placed.status).toBe(200)
  expect((await desk.visit('DELETE', path, reference, { body: hold })).status).toBe(403)
})

it('it is counted how many calls read, changed something or were not done; only for those who may see the request', async () => {
  const visit = await desk.approved('Account Administrator')
  const call = (method: string, path: string, body?: object) =>
    desk.visit(method, `${base}/${path}`, visit, body ? { body } : {})
  for (const path of ['roles', 'groups', 'tags']) await call('GET', path)
  await call('PUT', 'roles/Counted', { version: 0, ...draft({ permissions: [noReading] }) })
  await call('GET', 'roles/No%20such%20role')
  const path = `${base}/supportaccess/${visit}/visit_figures`
  const figures = await server.getJson<VisitFigures>(path, desk.tokens.boss)
  expect(figures).toEqual({ read: 3, opened: 0, changed: 1, not_done: 1, is_capped: false })
  const rita = await server.signIn('acme', { user_reference: 'rita', roles: ['Reviewer'] })
  expect((await server.call('GET', path, { token: rita })).status).toBe(403)
})
