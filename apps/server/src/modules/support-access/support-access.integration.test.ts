import type { ListTotal, PortalEvent, SupportAccess, UserProfile, VisitEntry } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { hoursFromNow, SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { expireSupportAccess } from './expire-support-access.ts'

const base = '/api/admin/v1/acme'
let server: TestServer
let desk: SupportDesk

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities', 'Rates'])
  const roles = ['Account Administrator', 'Auditor']
  desk = await SupportDesk.open(server, 'acme', await server.signIn('acme', { user_reference: 'boss', roles }))
})
afterAll(() => server?.stop())

const refusal = async (response: Response | Promise<Response>) => {
  const answer = await response
  const { code } = (await answer.json()) as { code: string }
  return { status: answer.status, code }
}

const listed = async (path: string, token: string): Promise<SupportAccess[]> =>
  (await server.getJson<{ items: SupportAccess[] }>(path, token)).items

const expire = (request_reference: string) =>
  expireSupportAccess.handle(
    { platform: server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client: 'acme', request_reference, expires_at: '' },
  )

describe('a support access request', () => {
  it('is on the trails of both accounts, and both can read it', async () => {
    const requested_expiry = hoursFromNow(2)
    const request = await desk.asked({ requested_expiry })
    const { request_reference } = request
    expect(request).toEqual({
      client: 'acme',
      request_reference: expect.stringMatching(/^[0-9A-Z]{26}$/),
      role: 'Auditor',
      request_description: 'Ticket 4711',
      requested_by: 'marc',
      requested_at: expect.any(String),
      requested_expiry,
      approval_state: 'pending',
      rejection_reason: null,
      approval_expiry: null,
      approved_by: null,
      updated_at: request.requested_at,
      updated_by: 'admin/marc',
    })
    expect(await server.getJson(`${base}/supportaccess/${request_reference}`, desk.tokens.boss)).toEqual(request)
    const atProviders = `/api/admin/v1/clients/acme/supportaccess/${request_reference}`
    expect(await server.getJson(atProviders, desk.tokens.nadia)).toEqual(request)
    for (const [client, user_id] of [
      ['acme', 'admin/marc'],
      ['admin', 'marc'],
    ] as const) {
      const row = (await desk.trail(client)).findLast(({ call }) => call === 'POST /clients/{client}/supportaccess')
      expect(row).toMatchObject({
        user_id,
        roles: ['Internal Support'],
        status_code: 200,
        events: [{ event: 'support_access.requested', details: { request_reference, requested_by: 'marc' } }],
      })
    }
  })

  it('is listed newest first, filtered by state and requester, with pages and totals', async () => {
    const mine = await desk.asked()
    const hers = await desk.asked({}, desk.tokens.nadia)
    const [first, second] = await listed(`${base}/supportaccess?limit=2`, desk.tokens.boss)
    expect([first, second]).toEqual([hers, mine])
    const page = await server.getJson<{ last_key: string }>(`${base}/supportaccess?limit=1`, desk.tokens.boss)
    expect(await listed(`${base}/supportaccess?limit=1&last_key=${page.last_key}`, desk.tokens.boss)).toEqual([mine])
    const ofNadia = await listed('/api/admin/v1/supportaccess/pending?filter[requested_by]=nadia', desk.tokens.marc)
    expect(ofNadia).toEqual([hers])
    const path = '/api/admin/v1/clients/acme/supportaccess?filter[requested_by]=nadia'
    expect(await listed(path, desk.tokens.marc)).toEqual([hers])
    expect((await server.getJson<ListTotal>(`${path}&query_result_type=total`, desk.tokens.marc)).total).toBe(1)
    expect((await desk.cancel(hers.request_reference)).status).toBe(204)
    expect(await listed(`${path}&filter[approval_state]=pending`, desk.tokens.marc)).toEqual([])
    expect(await listed(`${path}&filter[approval_state]=canceled`, desk.tokens.marc)).toHaveLength(1)
    expect(await refusal(desk.decide(hers.request_reference, { approval_state: 'approved' }))).toEqual({
      status: 409,
      code: 'support_access.illegal_transition',
    })
  })

  it.each([
    ['a time in the past', () => hoursFromNow(-0.001)],
    ['more than a day ahead', () => hoursFromNow(24.01)],
  ])('cannot end at %s', async (_what, expiry) => {
    const asked = desk.ask({ requested_expiry: expiry() })
    expect(await refusal(asked)).toEqual({ status: 409, code: 'support_access.expiry_out_of_range' })
  })

  it.each<[string, object, number, string]>([
    ['a role that does not exist', { role: 'Nobody' }, 409, 'role.unknown'],
    ['no reason', { request_description: '' }, 400, 'request.invalid'],
    ['no time', { requested_expiry: 'tomorrow' }, 400, 'request.invalid'],
    ['a field that only the customer sets', { approval_state: 'approved' }, 400, 'request.invalid'],
    ['control characters', { request_description: 'a\0b' }, 400, 'request.malformed'],
  ])('is refused with %s', async (_what, body, status, code) => {
    expect(await refusal(desk.ask(body))).toEqual({ status, code })
  })

  it.each(['nowhere', 'admin'])('is refused for %s', async (client) => {
    expect(await refusal(desk.ask({}, { client }))).toEqual({ status: 404, code: 'request.not_found' })
  })

  it('names a role of the customer', async () => {
    const path = '/api/admin/v1/clients/acme/roles'
    const roles = await server.getJson<{ items: { role_reference: string }[] }>(path, desk.tokens.marc)
    expect(roles.items.map(({ role_reference }) => role_reference)).toContain('Device Manager')
    expect((await desk.trail('acme')).at(-1)).toMatchObject({
      user_id: 'admin/marc',
      call: 'GET /clients/{client}/roles',
    })
  })
})

describe("the customer's decision", () => {
  it('approves for the time that was requested, or shorter, and never longer', async () => {
    const { request_reference, requested_expiry } = await desk.asked({ requested_expiry: hoursFromNow(3) })
    for (const approval_expiry of [hoursFromNow(-1), hoursFromNow(4)]) {
      const decided = desk.decide(request_reference, { approval_state: 'approved', approval_expiry })
      expect(await refusal(decided)).toEqual({ status: 409, code: 'support_access.expiry_out_of_range' })
    }
    expect(await desk.decided(request_reference, 'approved')).toMatchObject({
      approval_state: 'approved',
      approved_by: 'boss',
      approval_expiry: requested_expiry,
    })
    const shorter = await desk.asked({ requested_expiry: hoursFromNow(3) })
    const approval_expiry = hoursFromNow(1)
    const response = await desk.decide(shorter.request_reference, { approval_state: 'approved', approval_expiry })
    expect(await response.json()).toMatchObject({ approval_expiry })
  })

  it('rejects and revokes with a reason', async () => {
    const rejected = await desk.asked()
    const reason = { rejection_reason: 'Not today' }
    const answer = await desk.decide(rejected.request_reference, { approval_state: 'rejected', ...reason })
    expect(await answer.json()).toMatchObject({ approval_state: 'rejected', approved_by: null, ...reason })
    const request_reference = await desk.approved()
    const revoked = await desk.decide(request_reference, { approval_state: 'revoked', ...reason })
    expect(await revoked.json()).toMatchObject({ approval_state: 'revoked', approved_by: 'boss', ...reason })
    expect((await desk.trail('acme')).at(-1)?.events).toMatchObject([
      { event: 'support_access.revoked', details: { request_reference, requested_by: 'marc', ...reason } },
    ])
  })

  const states = ['canceled', 'approved', 'rejected', 'revoked', 'expired'] as const
  const decisions = ['approved', 'rejected', 'revoked'] as const
  const illegal = states.flatMap((from) =>
    decisions.filter((to) => !(from === 'approved' && to === 'revoked')).map((to) => [from, to] as const),
  )
  it.each([['pending', 'revoked'] as const, ...illegal])('cannot turn %s into %s', async (from, to) => {
    const { request_reference } = await desk.asked()
    if (from === 'canceled') await desk.cancel(request_reference)
    else if (from === 'expired') await desk.age(request_reference, 13)
    else if (from === 'rejected') await desk.decided(request_reference, 'rejected')
    else if (from !== 'pending') await desk.decided(request_reference, 'approved')
    if (from === 'revoked') await desk.decided(request_reference, 'revoked')
    expect(await refusal(desk.decide(request_reference, { approval_state: to }))).toEqual({
      status: 409,
      code: 'support_access.illegal_transition',
    })
    expect(await server.getJson(`${base}/supportaccess/${request_reference}`, desk.tokens.boss)).toMatchObject({
      approval_state: from,
    })
  })

  it('is made once, however many decide at once', async () => {
    const { request_reference } = await desk.asked()
    const bodies = ['approved', 'rejected', 'approved', 'rejected'].map((approval_state) => ({ approval_state }))
    const statuses = await Promise.all(bodies.map(async (body) => (await desk.decide(request_reference, body)).status))
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  it('and its request notify open screens of both accounts', async () => {
    const heard: PortalEvent[] = []
    const hear = (client: string) =>
      server.api.platform.events.subscribe(client, { onEvent: (event) => heard.push(event), onGap: () => undefined })
    const silence = [hear('acme'), hear('admin')]
    const request_reference = await desk.approved()
    await vi.waitUntil(() => heard.filter(({ reference }) => reference === request_reference).length === 4, {
      timeout: waitTimeoutMs,
    })
    for (const stop of silence) stop()
    const ofAccess = heard.filter(({ kind }) => kind !== 'alert')
    expect(ofAccess.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      // For whoever can decide.
      'notification null',
      'support_access approved',
      'support_access approved',
      'support_access pending',
      'support_access pending',
    ])
  })
})

describe('expiry', () => {
  const stateOf = async (request_reference: string) =>
    (await server.getJson<SupportAccess>(`${base}/supportaccess/${request_reference}`, desk.tokens.boss)).approval_state
  const inState = async (approval_state: string, request_reference: string) =>
    (await listed(`${base}/supportaccess?filter[approval_state]=${approval_state}&limit=100`, desk.tokens.boss)).some(
      (request) => request.request_reference === request_reference,
    )

  it('ends an unanswered request after 12 hours, even if the job has not run', async () => {
    const { request_reference } = await desk.asked({ requested_expiry: hoursFromNow(24) })
    await desk.age(request_reference, 11.99)
    expect(await stateOf(request_reference)).toBe('pending')
    await desk.age(request_reference, 0.02)
    expect(await stateOf(request_reference)).toBe('expired')
    expect([await inState('pending', request_reference), await inState('expired', request_reference)]).toEqual([
      false,
      true,
    ])
  })

  it('ends an unanswered request when the time that it asked for is over', async () => {
    const { request_reference } = await desk.asked({ requested_expiry: hoursFromNow(1) })
    await desk.age(request_reference, 1.01)
    expect(await stateOf(request_reference)).toBe('expired')
  })

  it('ends an approved request at the exact moment', async () => {
    const request_reference = await desk.approved()
    expect((await desk.visit('GET', `${base}/profile`, request_reference)).status).toBe(200)
    await desk.age(request_reference, 1.01)
    expect(await refusal(desk.visit('GET', `${base}/profile`, request_reference))).toEqual({
      status: 401,
      code: 'auth.bad_support_prefix',
    })
    expect([await inState('approved', request_reference), await inState('expired', request_reference)]).toEqual([
      false,
      true,
    ])
  })

  it('is recorded by the worker, once, and is on the trail', async () => {
    const request_reference = await desk.approved()
    await expire(request_reference)
    expect(await stateOf(request_reference)).toBe('approved')
    await desk.age(request_reference, 2)
    await expire(request_reference)
    await expire(request_reference)
    const events = (await desk.trail('acme')).flatMap(({ events: told }) => told)
    expect(events.filter(({ event }) => event === 'support_access.expired')).toEqual([
      {
        event: 'support_access.expired',
        details: expect.objectContaining({
          request_reference,
          from: 'approved',
          role: 'Auditor',
          request_description: 'Ticket 4711',
          requested_by: 'marc',
        }),
      },
    ])
  })
})

describe('a visit', () => {
  it('has the approved role and no more, without the actions that support mode forbids', async () => {
    const request_reference = await desk.approved('Account Administrator')
    const response = await desk.visit('GET', `${base}/profile`, request_reference)
    const profile = (await response.json()) as UserProfile
    const own = await server.getJson<UserProfile>(`${base}/profile`, desk.tokens.boss)
    expect(profile).toMatchObject({
      user_reference: 'admin/marc',
      client: 'acme',
      display_name: 'marc',
      roles: ['Account Administrator'],
      user_group: null,
      groups: ['Equities', 'Rates'],
      terms_accepted: true,
    })
    const taken: string[] = [
      'support_access:decide',
      'apps:write',
      'account:write',
      'webhooks:write',
      'enrolment:read',
      'enrolment:rotate',
      'retention:write',
      'legal_holds:release',
    ]
    expect(profile.actions).toEqual(own.actions.filter((action) => !taken.includes(action)))
  })

  it('shows the customer every call, refused ones too, under both identities', async () => {
    const request_reference = await desk.approved('Device Manager')
    await desk.visit('POST', `${base}/support_mode`, request_reference)
    await desk.visit('GET', `${base}/devices`, request_reference)
    await desk.visit('GET', `${base}/roles`, request_reference)
    await desk.visit('DELETE', `${base}/support_mode`, request_reference)
    const path = `${base}/supportaccess/${request_reference}/visit`
    const { items } = await server.getJson<{ items: VisitEntry[] }>(path, desk.tokens.boss)
    expect(
      items.map(({ action, status_code, events }) => [action, status_code, events.map(({ event }) => event)]),
    ).toEqual([
      ['POST /support_mode', 204, ['support_mode.entered']],
      ['GET /devices', 200, []],
      ['GET /roles', 403, []],
      ['DELETE /support_mode', 204, ['support_mode.left']],
    ])
    for (const entry of items) {
      expect(entry).toMatchObject({
        user_id: 'admin/marc',
        roles: ['Device Manager'],
        support_reference: request_reference,
      })
    }
    const atHome = await desk.trail('admin', request_reference)
    expect(atHome.map(({ call }) => call)).toEqual(items.map(({ action }) => action))
    for (const row of atHome) expect(row).toMatchObject({ user_id: 'marc', roles: ['Internal Support'] })
    const first = await server.getJson<{ last_key: string }>(`${path}?limit=3`, desk.tokens.boss)
    const rest = await server.getJson<{ items: VisitEntry[] }>(`${path}?last_key=${first.last_key}`, desk.tokens.boss)
    expect(rest.items).toEqual(items.slice(3))
    expect((await server.getJson<ListTotal>(`${path}?query_result_type=total`, desk.tokens.boss)).total).toBe(4)
  })

  it('ends at the next call after the customer revokes it', async () => {
    const request_reference = await desk.approved()
    expect((await desk.visit('GET', `${base}/activities`, request_reference)).status).toBe(200)
    await desk.decided(request_reference, 'revoked')
    expect((await desk.visit('GET', `${base}/activities`, request_reference)).status).toBe(401)
  })

  it('ends when its requester ends it, and no other staff can end it', async () => {
    const request_reference = await desk.approved()
    expect(await refusal(desk.cancel(request_reference, desk.tokens.nadia))).toEqual({
      status: 403,
      code: 'auth.forbidden',
    })
    expect((await desk.visit('GET', `${base}/activities`, request_reference)).status).toBe(200)
    expect((await desk.cancel(request_reference)).status).toBe(204)
    expect(await refusal(desk.visit('GET', `${base}/activities`, request_reference))).toEqual({
      status: 401,
      code: 'auth.bad_support_prefix',
    })
    const request = await server.getJson(`${base}/supportaccess/${request_reference}`, desk.tokens.boss)
    expect(request).toMatchObject({ approval_state: 'canceled', approved_by: 'boss' })
    const details = { request_reference, from: 'approved', requested_by: 'marc' }
    for (const [client, user_id] of [
      ['acme', 'admin/marc'],
      ['admin', 'marc'],
    ] as const) {
      const row = (await desk.trail(client)).findLast(({ is_allowed, call }) => is_allowed && call.startsWith('DELETE'))
      expect(row).toMatchObject({ user_id, events: [{ event: 'support_access.canceled', details }] })
    }
  })

  it.each<[string, (request_reference: string) => Promise<unknown>]>([
    ['the customer revokes it', (request_reference) => desk.decided(request_reference, 'revoked')],
    ['the requester ends it', (request_reference) => desk.cancel(request_reference)],
  ])('closes its open screens when %s', async (_what, end) => {
    const request_reference = await desk.approved()
    const stream = await desk.visit('GET', `${base}/events`, request_reference)
    expect(stream.status).toBe(200)
    await end(request_reference)
    await stream.text()
    expect(await refusal(desk.visit('GET', `${base}/events`, request_reference))).toEqual({
      status: 401,
      code: 'auth.bad_support_prefix',
    })
  })

  it('closes its open screens when its time is over, even if no worker has recorded that', async () => {
    const { request_reference } = await desk.asked()
    const approval_expiry = new Date(Date.now() + 60_000)
    await desk.decide(request_reference, { approval_state: 'approved', approval_expiry: approval_expiry.toISOString() })
    vi.useFakeTimers({ toFake: ['Date'], now: approval_expiry.getTime() - 500 })
    try {
      const stream = await desk.visit('GET', `${base}/events`, request_reference)
      expect(stream.status).toBe(200)
      await stream.text()
    } finally {
      vi.useRealTimers()
    }
  })

  it('follows the role as the customer changes it', async () => {
    await server.addRole('acme', 'Helpers', [{ actions_matching: 'groups:read' }])
    const helped = await server.signIn('acme', { user_reference: 'helped', roles: ['Helpers'] })
    const { request_reference } = await desk.asked({ role: 'Helpers' })
    await desk.decided(request_reference, 'approved')
    expect((await desk.visit('GET', `${base}/groups`, request_reference)).status).toBe(200)
    const { database } = server.api.platform
    await database.transaction('acme', async (tx) => {
      await tx.db
        .updateTable('roles')
        .set({ permissions: JSON.stringify([{ actions_matching: 'tags:read' }]) })
        .where('client', '=', 'acme')
        .where('role_reference', '=', 'Helpers')
        .execute()
      await bumpAccessVersion(tx)
    })
    expect((await desk.visit('GET', `${base}/groups`, request_reference)).status).toBe(403)
    expect((await server.call('GET', `${base}/groups`, { token: helped })).status).toBe(403)
  })

  it('ends with the staff session at home; signing out during the visit ends that session', async () => {
    const zoe = await server.signIn('admin', { user_reference: 'zoe', roles: ['Internal Support'] })
    const { request_reference } = await desk.asked({}, zoe)
    await desk.decided(request_reference, 'approved')
    const out = await desk.visit('POST', `${base}/session/sign_out`, request_reference, { token: zoe, body: {} })
    expect(out.status).toBe(204)
    const again = desk.visit('GET', `${base}/profile`, request_reference, { token: zoe })
    expect(await refusal(again)).toEqual({ status: 401, code: 'auth.inactive' })
    expect((await server.call('GET', '/api/admin/v1/admin/profile', { token: zoe })).status).toBe(401)
  })
})
