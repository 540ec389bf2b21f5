import type { UserActivity, UserActivityEntry } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'

const base = '/api/admin/v1/acme'
let server: TestServer
let desk: SupportDesk
let boss: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  const roles = ['Account Administrator', 'Compliance Officer']
  boss = await server.signIn('acme', { user_reference: 'boss', roles })
  desk = await SupportDesk.open(server, 'acme', boss)
})
afterAll(() => server?.stop())

const put = async (path: string, body: object): Promise<void> => {
  const response = await server.call('PUT', `${base}/${path}`, { token: boss, body })
  if (!response.ok) throw new Error(await response.text())
}

/** The last entry of a call, as the list has it and as its own address has it. */
const lastOf = async (action: string): Promise<{ row: UserActivity; entry: UserActivityEntry }> => {
  const list = `${base}/activities?limit=1&filter[action]=${encodeURIComponent(action)}`
  const { items } = await server.getJson<{ items: UserActivity[] }>(list, boss)
  const [row] = items
  if (!row) throw new Error(`no entry of ${action}`)
  return { row, entry: await server.getJson(`${base}/activities/${row.log_id}`, boss) }
}

const oidc = (audience: string) => ({
  issuer: 'https://id.example',
  audience: `urn:${audience}`,
  jwks_uri: 'https://id.example/keys',
})

describe('an entry of a changed setting says what was and what is', () => {
  it('of the account', async () => {
    await put('account/settings', { is_word_search_on: false, is_asking_before_pictures: true })
    const change = { field: 'is_asking_before_pictures', before: ['false'], after: ['true'], left_off: 0 }
    const { row, entry } = await lastOf('PUT /account/settings')
    expect(entry.events).toMatchObject([{ event: 'account_settings.updated', changes: [change] }])
    expect(row.brief).toMatchObject({ event: 'account_settings.updated', changes: [change], more_changes: 0 })
  })

  it('of all devices', async () => {
    await put('account/device_configuration', { gps_interval_ms: 5_000 })
    const { row } = await lastOf('PUT /account/device_configuration')
    expect(row.brief?.changes).toEqual([{ field: 'gps_interval_ms', before: ['60000'], after: ['5000'], left_off: 0 }])
  })

  it('of an app, also of what its tokens must have', async () => {
    const app = { group: null, roles: ['Reviewer'], cidr_ranges: null }
    const path = `${base}/account/apps/Archive`
    const made = await server.call('POST', path, { token: boss, body: { ...app, oidc_config: oidc('one') } })
    expect(made.status).toBe(200)
    await put('account/apps/Archive', { ...app, roles: ['Auditor'], oidc_config: oidc('two') })
    const { row, entry } = await lastOf('PUT /account/apps/{app_reference}')
    expect(entry.events[0]?.changes).toEqual([
      { field: 'roles', before: ['Reviewer'], after: ['Auditor'], left_off: 0 },
      { field: 'audience', before: ['urn:one'], after: ['urn:two'], left_off: 0 },
    ])
    expect(row.brief).toMatchObject({ changes: [{ field: 'roles' }, { field: 'audience' }], more_changes: 0 })
  })

  it('shortly in the list, however many values changed', async () => {
    const definition = { is_required: false, default_value: null }
    await put('tags/region', { ...definition, version: 0, tag_values: ['A', 'B', 'C', 'D'] })
    await put('tags/region', { ...definition, tag_values: ['E', 'F', 'G'] })
    const { row } = await lastOf('PUT /tags/{tag_key}')
    expect(row.brief?.changes).toEqual([{ field: 'tag_values', before: ['A', 'B'], after: ['E', 'F'], left_off: 3 }])
  })
})

describe('entries of support access say role, reason, period and the answer', () => {
  const asked = { role: 'Auditor', request_description: 'x'.repeat(1_900) }

  it('when it is approved', async () => {
    const { request_reference, requested_expiry } = await desk.asked(asked)
    await desk.decided(request_reference, 'approved')
    const { row, entry } = await lastOf('PUT /supportaccess/{request_reference}')
    expect(entry.events[0]?.facts).toEqual({
      ...asked,
      requested_by: 'marc',
      requested_expiry,
      approval_expiry: requested_expiry,
    })
    expect(row.brief?.facts.request_description).toBe(`${'x'.repeat(255)}…`)
  })

  it('when it is rejected, with the reason for that', async () => {
    const { request_reference } = await desk.asked(asked)
    await desk.decide(request_reference, { approval_state: 'rejected', rejection_reason: 'Not during an audit' })
    const { row } = await lastOf('PUT /supportaccess/{request_reference}')
    expect(row.brief).toMatchObject({
      event: 'support_access.rejected',
      facts: { role: 'Auditor', rejection_reason: 'Not during an audit' },
    })
  })
})
