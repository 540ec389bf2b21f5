import type { PortalUser, SupportAccess } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { TestServer } from '../setup/server.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { metaExamples } from './document-examples.ts'

/**
 * Everything that changes names its account, and the person, app or device that changed it last, by a unique reference.
 */

const account = '/api/admin/v1/acme'
let server: TestServer
let issuer: CustomerIssuer
let desk: SupportDesk
let boss: string

beforeAll(async () => {
  server = await TestServer.start()
  issuer = await CustomerIssuer.start()
  await server.openAccount('acme', ['Equities'])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator', 'Compliance Officer'] })
  desk = await SupportDesk.open(server, 'acme', boss)
})
afterAll(async () => {
  await issuer?.close()
  await server?.stop()
})

const change = async (method: string, path: string, body?: object, token = boss) => {
  const response = await server.call(method, `${account}${path}`, { token, ...(body ? { body } : {}) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.status === 204 ? null : ((await response.json()) as object)
}
const by = (updated_by: string) => ({ client: 'acme', updated_by, updated_at: expect.stringMatching(/^20/) })
const reader = {
  permissions: [{ actions_matching: 'groups:read' }],
  payload_types: null,
  cidr_ranges: null,
  alert_permissions: [],
  is_alertable: false,
  description: null,
}
const config = (audience: string) => ({
  oidc_config: { issuer: issuer.issuer, audience, jwks_uri: issuer.jwks_uri },
  group: null,
  cidr_ranges: null,
})

describe('updated_by', () => {
  it('is the person who changed a group, role, tag, app or setting', async () => {
    expect(await change('PUT', '/groups/Rates', { tags: [] })).toMatchObject(by('boss'))
    expect(await change('PUT', '/roles/Readers', reader)).toMatchObject(by('boss'))
    const tag = { tag_values: null, is_required: false, default_value: null }
    expect(await change('PUT', '/tags/floor', tag)).toMatchObject({ tag: by('boss') })
    expect(await change('POST', '/account/apps/Archive', { ...config('archive'), roles: [] })).toMatchObject(by('boss'))
    const interval = { gps_interval_ms: 5_000 }
    expect(await change('PUT', '/account/device_configuration', interval)).toMatchObject(by('boss'))
    const chosen = { is_word_search_on: true, is_asking_before_pictures: false }
    expect(await change('PUT', '/account/settings', chosen)).toMatchObject(by('boss'))
    const defaults = { user_group: 'Equities', role: null, cidr_ranges: null }
    expect(await change('PUT', '/account/defaults', defaults)).toMatchObject(by('boss'))
  })

  it('is app/ and the reference of an app, also when a person has the same reference', async () => {
    await change('POST', '/account/apps/archiver', {
      ...config('https://holdfast.example/acme'),
      roles: ['Account Administrator'],
    })
    const token = await issuer.token('https://holdfast.example/acme')
    await server.signIn('acme', { user_reference: 'archiver', roles: [] })
    expect(await change('PUT', '/groups/By an app', { tags: [] }, token)).toMatchObject(by('app/archiver'))
    await change('DELETE', '/account/apps/archiver')
  })

  it("is admin/ and the reference of one of the provider's staff", async () => {
    const visit = await desk.approved('Account Administrator')
    const group = encodeURIComponent('By staff')
    const made = await desk.visit('PUT', `${account}/groups/${group}`, visit, { body: { tags: [] } })
    expect(await made.json()).toMatchObject(by('admin/marc'))
  })

  it('of a support access request is first its requester, then the person who decides', async () => {
    await server.signIn('acme', { user_reference: 'marc', roles: [] })
    const asked = await desk.asked()
    expect(asked).toMatchObject({ requested_by: 'marc', ...by('admin/marc') })
    const decided = (await (
      await desk.decide(asked.request_reference, { approval_state: 'rejected' })
    ).json()) as object
    expect(decided).toMatchObject(by('boss'))
    expect(await change('GET', `/supportaccess/${asked.request_reference}`)).toEqual(decided)
    const withdrawn = await desk.asked()
    await desk.cancel(withdrawn.request_reference)
    const { updated_by } = (await change('GET', `/supportaccess/${withdrawn.request_reference}`)) as SupportAccess
    expect(updated_by).toBe('admin/marc')
  })

  it('of a person is system after they sign in, then the person who removes them', async () => {
    await server.signIn('acme', { user_reference: 'rita', roles: [] })
    const rita = async () => {
      const { items } = (await change('GET', '/portal_users?filter[search]=rita')) as { items: PortalUser[] }
      return items[0]
    }
    expect(await rita()).toMatchObject(by('system'))
    await change('DELETE', '/portal_users/rita')
    expect(await rita()).toMatchObject({ is_active: false, ...by('boss') })
  })

  it('of a recording is its device, even if that has a reference of one character', async () => {
    const device = await server.addDevice('acme', { device_reference: 'X', group: 'Equities' })
    await server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('devices')
        .set({ services: ['calls'] })
        .where('client', '=', 'acme')
        .where('device_reference', '=', 'X')
        .execute(),
    )
    const registration = {
      payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      payload_type: 'AbortedCall',
      payload_state: 'NotRecorded',
      sequence: 0,
      payload_time: '2026-01-31T12:00:00.000Z',
      numbers: [],
      meta: metaExamples.get('AbortedCall'),
    }
    const registered = await server.call('POST', '/api/device/v1/payloads', {
      token: device,
      body: { items: [registration] },
    })
    expect([registered.status, await registered.text()]).toEqual([200, expect.stringContaining('registered')])
    const list = await server.getJson<{ items: object[] }>('/api/client/v1/acme/payloads', boss)
    expect(list.items).toMatchObject([by('X')])
    const one = `/api/client/v1/acme/payloads/${registration.payload_reference}`
    expect(await server.getJson(one, boss)).toEqual({ ...list.items[0], deletion: null, destruction: null })
  })
})

describe('client', () => {
  it.each(['activities', 'device_activities', 'devices', 'groups', 'portal_users', 'roles', 'supportaccess', 'tags'])(
    'is the account in every item of /%s',
    async (list) => {
      const { items } = (await change('GET', `/${list}`)) as { items: { client: string }[] }
      expect(items.length).toBeGreaterThan(0)
      expect(new Set(items.map(({ client }) => client))).toEqual(new Set(['acme']))
    },
  )

  it('is the customer when staff list the roles of a customer', async () => {
    const address = '/api/admin/v1/clients/acme/roles'
    const { items } = await server.getJson<{ items: object[] }>(address, desk.tokens.nadia)
    expect(items).toContainEqual(expect.objectContaining({ role_reference: 'Auditor', ...by('system') }))
  })
})
