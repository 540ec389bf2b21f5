import type { ClientAppConfiguration, SupportAccess, VisitEntry } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInToDemo, startDemoServer } from '../../../../tests/setup/demo-server.ts'
import type { TestServer } from '../../../../tests/setup/server.ts'
import { hoursFromNow } from '../../../../tests/setup/support-desk.ts'
import { demoCustomers } from '../demo-customers.ts'
import { fillSupport } from './fill-support.ts'
import { supportScenarios } from './support-scenarios.ts'

let server: TestServer
const fill = () => fillSupport(server.api.platform.database, demoCustomers)

beforeAll(async () => {
  server = await startDemoServer()
  await fill()
})
afterAll(() => server?.stop())

const signIn = (client: string, user_reference: string) => signInToDemo(server, client, user_reference)

describe.each(Object.entries(supportScenarios))('at %s', (client, { staff, approver, visit, currentRequest }) => {
  const base = `/api/admin/v1/${client}`
  let boss: string
  let marc: string
  beforeAll(async () => {
    boss = await signIn(client, approver)
    marc = await signIn('admin', staff)
  })

  const requests = async () => {
    const { items } = await server.getJson<{ items: SupportAccess[] }>(`${base}/supportaccess`, boss)
    return items
  }

  it('one visit is over, and one request is pending or approved', async () => {
    const told = (await requests()).map(({ role, approval_state, requested_by }) => [
      role,
      approval_state,
      requested_by,
    ])
    expect(told).toEqual([
      [currentRequest.role, currentRequest.isApproved ? 'approved' : 'pending', staff],
      [visit.role, 'revoked', staff],
    ])
  })

  it('both sides see the calls of the visit, from entering to leaving', async () => {
    const over = (await requests()).find(({ approval_state }) => approval_state === 'revoked')
    const address = `${base}/supportaccess/${over?.request_reference}/visit`
    const { items } = await server.getJson<{ items: VisitEntry[] }>(address, boss)
    expect(items.map(({ action }) => action)).toEqual([
      'POST /support_mode',
      ...visit.calls.map(({ call }) => call),
      'DELETE /support_mode',
    ])
    const times = items.map((entry) => Date.parse(entry.activity_time))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const onOurs = await server.api.platform.database.read('admin', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'call'])
        .where('client', '=', 'admin')
        .where('support_reference', '=', over?.request_reference ?? '')
        .orderBy('log_id')
        .execute(),
    )
    expect(onOurs).toEqual(items.map(({ action }) => ({ user_id: staff, call: action })))
  })

  it('writing again changes nothing while a request is pending or approved, and otherwise adds a new one', async () => {
    const before = await requests()
    await fill()
    expect(await requests()).toEqual(before)
    const [waiting] = before
    const decide = (approval_state: string) =>
      server.call('PUT', `${base}/supportaccess/${waiting?.request_reference}`, {
        token: boss,
        body: { approval_state },
      })
    if (!currentRequest.isApproved) expect((await decide('approved')).status).toBe(200)
    await fill()
    expect(await requests()).toHaveLength(2)
    expect((await decide('revoked')).status).toBe(200)
    await fill()
    expect((await requests()).map(({ approval_state }) => approval_state)).toEqual([
      currentRequest.isApproved ? 'approved' : 'pending',
      'revoked',
      'revoked',
    ])
  })

  it('the request is on the trails like one that was made in the portal', async () => {
    const body = {
      role: currentRequest.role,
      request_description: currentRequest.reason,
      requested_expiry: hoursFromNow(4),
    }
    const response = await server.call('POST', `/api/admin/v1/clients/${client}/supportaccess`, { token: marc, body })
    expect(response.status).toBe(200)
    for (const account of [client, 'admin']) {
      const rows = await server.api.platform.database.read(account, (tx) =>
        tx.db
          .selectFrom('user_activities')
          .select(['user_id', 'roles', 'action', 'parameters', 'status_code', 'support_reference', 'group', 'events'])
          .where('client', '=', account)
          .where('call', '=', 'POST /clients/{client}/supportaccess')
          .orderBy('log_id', 'desc')
          .execute(),
      )
      const own = rows.filter(({ parameters }) => (parameters as { client?: string }).client === client)
      const [asked, seeded] = own.map(({ events, ...row }) => ({
        ...row,
        events: events.map(({ event, details }) => [event, Object.keys(details).sort()]),
      }))
      expect(seeded).toEqual(asked)
    }
  })

  it('there is a client app', async () => {
    const { items } = await server.getJson<{ items: ClientAppConfiguration[] }>(`${base}/account/apps`, boss)
    expect(items).toHaveLength(1)
  })
})
