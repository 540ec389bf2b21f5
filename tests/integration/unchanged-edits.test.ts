import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { anAccount } from '../setup/test-account.ts'

const admin = '/api/admin/v1/acme'

interface Saved {
  version: number
  updated_at: string
  view_reference: string
  tag: Saved
}

interface Editor {
  path: string
  fields: object
  changed: object
}

const app = {
  oidc_config: {
    issuer: 'https://idp.example',
    audience: 'https://acme.example',
    jwks_uri: 'https://idp.example/jwks',
  },
  group: null,
  roles: [],
}
const role = {
  description: 'Sees groups',
  permissions: [{ actions_matching: 'groups:read', conditions: [{ names_matching: '*', is_denied: false }] }],
  payload_types: ['Call'],
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
}
const settings = { is_word_search_on: false, is_asking_before_pictures: false }

const editors: Record<string, Editor> = {
  'a tag': {
    path: '/tags/desk',
    fields: { tag_values: ['Bonds', 'Repo'], is_required: false, default_value: null },
    changed: { tag_values: ['Bonds'] },
  },
  'a group': {
    path: '/groups/Bond%20desk',
    fields: { tags: [{ tag_key: 'desk', tag_value: 'Bonds' }] },
    changed: { tags: [] },
  },
  'a role': { path: '/roles/Watcher', fields: role, changed: { description: 'Sees' } },
  'a client app': {
    path: '/account/apps/archive',
    fields: { ...app, cidr_ranges: null },
    changed: { cidr_ranges: ['10.0.0.0/8'] },
  },
  'account defaults': {
    path: '/account/defaults',
    fields: { user_group: 'Bond desk', role: null, cidr_ranges: ['0.0.0.0/0'] },
    changed: { user_group: null },
  },
  'account settings': { path: '/account/settings', fields: settings, changed: { is_asking_before_pictures: true } },
  'the configuration of devices': {
    path: '/account/device_configuration',
    fields: { gps_interval_ms: 60_000 },
    changed: { gps_interval_ms: 90_000 },
  },
}

let server: TestServer
let token: string

beforeAll(async () => {
  const account = await anAccount('acme').withPerson('boss', 'Account Administrator').open()
  server = account.server
  token = account.tokens.boss
})
afterAll(() => server?.stop())

const send = async (method: string, path: string, body: object): Promise<Saved> => {
  const response = await server.call(method, `${admin}${path}`, { token, body })
  expect(response.status, await response.clone().text()).toBe(200)
  const saved = (await response.json()) as Saved
  return saved.tag ?? saved
}

/** The events of the latest calls, the newest first. */
const latestEvents = (calls: number): Promise<(string | undefined)[]> =>
  server.api.platform.database.read('acme', async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', 'acme')
      .orderBy('log_id', 'desc')
      .limit(calls)
      .execute()
    return rows.map(({ events }) => events[0]?.event)
  })

const read = (path: string) => server.getJson<Saved>(`${admin}${path}`, token)

/** Client apps have a call that creates them, the settings of an account are there, and others are created by their first save. */
const versionBeforeSaving = async ({ path, fields }: Editor): Promise<number> => {
  if (path.startsWith('/account/apps/')) return (await send('POST', path, fields)).version
  return path.startsWith('/account/') ? (await read(path)).version : 0
}

test.each(Object.entries(editors))(
  'saving %s as it is writes nothing and is not recorded as a change',
  async (_what, editor) => {
    const { path, fields, changed } = editor
    const first = await send('PUT', path, { version: await versionBeforeSaving(editor), ...fields })
    const second = await send('PUT', path, { version: first.version, ...fields })
    expect(second).toEqual(first)
    expect(await latestEvents(1)).toEqual(['record.unchanged'])
    const third = await send('PUT', path, { version: first.version, ...fields, ...changed })
    expect(third.version).toBe(first.version + 1)
    expect(await latestEvents(1)).not.toContain('record.unchanged')
  },
)

test('saving a view as it is writes nothing and is not recorded as a change', async () => {
  const fields = { name: 'Late calls', search: { filter: { is_late: 'true' } }, role_reference: null }
  const { view_reference, version } = await send('POST', '/views', { path: '/dashboard/services/calls', ...fields })
  const same = await send('PATCH', `/views/${view_reference}`, { version, ...fields })
  expect(same.version).toBe(version)
  const renamed = await send('PATCH', `/views/${view_reference}`, { version, name: 'Very late calls' })
  expect(renamed.version).toBe(version + 1)
  expect(await latestEvents(2)).toEqual(['saved_view.updated', 'record.unchanged'])
})
