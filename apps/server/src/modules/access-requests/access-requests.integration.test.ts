import type {
  AccessRequest,
  AccessRequestRole,
  ListTotal,
  Notification,
  Overview,
  PayloadData,
} from '@holdfast/contract'
import { limits } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { expireAccessRequest } from './expire-access-request.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}/access_requests`
const inGroup = (group: string) => [{ names_matching: group }]

let account: TestAccount<'olga' | 'adam' | 'rita' | 'theo'>
type Person = keyof typeof account.tokens
const calls = { london: '', lisbon: '' }

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon', 'Short-lived')
    .withRole('Finder', [
      { actions_matching: 'payloads:read', conditions: inGroup('London') },
      { actions_matching: 'groups:read', conditions: inGroup('London') },
    ])
    .withRole('London players', [{ actions_matching: 'payloads:play', conditions: inGroup('London') }])
    .withRole('Lisbon players', [{ actions_matching: 'payloads:play', conditions: inGroup('Lisbon') }])
    .withRole('Players', [{ actions_matching: 'payloads:play' }, { actions_matching: 'payloads:download' }])
    .withPerson('olga', 'Compliance Officer')
    .withPerson('adam', 'Account Administrator')
    .withPerson('rita', 'Finder')
    .withPerson('theo', 'Finder')
    .open()
  calls.london = await account.addCall(1, 'London')
  calls.lisbon = await account.addCall(2, 'Lisbon')
})
afterAll(() => account?.close())

const tokenOf = (who: Person | { token: string }): string => (typeof who === 'string' ? account.tokens[who] : who.token)
const post = (who: Person | { token: string }, body: object, address = base) =>
  account.server.call('POST', address, { token: tokenOf(who), body: { reason: 'A complaint', hours: 24, ...body } })
const toPlay = () => ({ action: 'payloads:play', payload_reference: calls.london })
const outcome = async (answered: Response | Promise<Response>) => {
  const response = await answered
  const body = await response.text()
  return [response.status, body === '' ? null : ((JSON.parse(body) as { code?: string }).code ?? null)]
}
const done = [200, null]

/** A request of a new person, so that tests don't meet each other's requests. */
const asked = async (name: string, body: object = toPlay()) => {
  const token = await account.signIn(name, 'Finder')
  const response = await post({ token }, body)
  if (!response.ok) throw new Error(await response.text())
  return { token, request: (await response.json()) as AccessRequest }
}
const decide = (
  { access_request_reference }: AccessRequest,
  body: object,
  who: Person | { token: string } = 'olga',
): Promise<Response> => account.server.call('PUT', `${base}/${access_request_reference}`, { token: tokenOf(who), body })
const approve = (request: AccessRequest, own: object = {}, who: Person | { token: string } = 'olga') =>
  decide(request, { state: 'approved', role_reference: 'London players', ...own }, who)
const reject = (request: AccessRequest, who: Person = 'olga') =>
  decide(request, { state: 'rejected', decision_note: 'Ask your supervisor' }, who)
const withdraw = ({ access_request_reference }: AccessRequest, token: string) =>
  account.server.call('DELETE', `${base}/${access_request_reference}`, { token })
const stored = ({ access_request_reference }: AccessRequest, token = account.tokens.olga) =>
  account.server.getJson<AccessRequest>(`${base}/${access_request_reference}`, token)
const rolesFor = async ({ access_request_reference }: AccessRequest, who: Person = 'olga') =>
  (
    await account.server.getJson<{ roles: AccessRequestRole[] }>(
      `${base}/${access_request_reference}/roles`,
      account.tokens[who],
    )
  ).roles
const listed = async (token: string, filter = '') =>
  (await account.server.getJson<{ items: AccessRequest[] }>(`${base}?limit=100${filter}`, token)).items
const told = async (token: string) =>
  (await account.server.getJson<{ items: Notification[] }>(`/api/admin/v1/${client}/notifications?limit=100`, token))
    .items
const playing = async (token: string) =>
  (
    await account.server.getJson<PayloadData>(
      `/api/client/v1/${client}/payloads/${calls.london}/data?action=play`,
      token,
    )
  ).status
const eventsOf = async ({ access_request_reference }: AccessRequest) => {
  const rows = await account.read((tx) =>
    tx.db.selectFrom('user_activities').select(['user_id', 'events']).where('client', '=', client).execute(),
  )
  return rows
    .flatMap(({ user_id, events }) => events.map(({ event, details }) => ({ user_id, event, details })))
    .filter(({ details }) => details.access_request_reference === access_request_reference)
    .map(({ user_id, event }) => [user_id, event])
}
/** Moves a time into the past. Putting the clock forward instead would expire the tokens. */
const letExpire = ({ access_request_reference }: AccessRequest) =>
  account.write((tx) =>
    tx.db
      .updateTable('access_requests')
      .set({ expires_at: new Date(tx.now.getTime() - 1) })
      .where('client', '=', client)
      .where('access_request_reference', '=', access_request_reference)
      .execute(),
  )
const runExpiry = ({ access_request_reference }: AccessRequest) =>
  expireAccessRequest.handle(
    { platform: account.server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client, access_request_reference },
  )

describe('a request for access', () => {
  it('is approved with a role for a time, which ends, and each step is on the trail', async () => {
    const { token, request } = await asked('anna')
    expect(request).toMatchObject({
      requested_by: 'anna',
      action: 'payloads:play',
      payload: { payload_reference: calls.london, payload_type: 'Call' },
      state: 'waiting',
      asked: 1,
      is_hidden: false,
    })
    expect(await playing(token)).not.toBe('Ok')
    const decided = await approve(request, { decision_note: 'For this week' })
    expect(await decided.json()).toMatchObject({
      state: 'approved',
      role_reference: 'London players',
      decided_by: 'olga',
      decision_note: 'For this week',
      is_in_force: true,
    })
    expect(await playing(token)).toBe('Ok')
    expect(await told(token)).toMatchObject([
      {
        kind: 'access_approved',
        caused_by: 'olga',
        reference: request.access_request_reference,
        name: 'London players',
      },
    ])
    expect(await eventsOf(request)).toEqual([
      ['anna', 'access_request.made'],
      ['olga', 'access_request.approved'],
    ])
    await account.write((tx) =>
      tx.db
        .updateTable('role_assignments')
        .set({ valid_until: new Date(tx.now.getTime() - 1) })
        .where('client', '=', client)
        .where('user_reference', '=', 'anna')
        .execute(),
    )
    expect(await playing(token)).not.toBe('Ok')
    expect(await stored(request, token)).toMatchObject({ state: 'approved', is_in_force: false })
  })

  it('notifies whoever can give it, whose overview counts it until somebody has decided', async () => {
    const overview = async (who: Person) =>
      (await account.server.getJson<Overview>(`/api/admin/v1/${client}/overview`, account.tokens[who])).access_requests
    const before = (await overview('olga'))?.total ?? 0
    const { request } = await asked('bert')
    const ofRequest = async (who: Person) =>
      (await told(account.tokens[who])).filter(({ reference }) => reference === request.access_request_reference)
    expect(await ofRequest('olga')).toMatchObject([{ kind: 'access_requested', caused_by: 'bert', is_hidden: false }])
    expect(await ofRequest('adam')).toEqual([])
    expect(await overview('olga')).toEqual({ total: before + 1 })
    expect(await overview('rita')).toBeNull()
    const waiting = '&filter[is_for_me]=true&filter[state]=waiting'
    expect(await listed(account.tokens.olga, waiting)).toHaveLength(before + 1)
    expect(await listed(account.tokens.adam, waiting)).toEqual([])
    await reject(request)
    expect(await overview('olga')).toEqual({ total: before })
  })

  it('notifies everybody who may give roles if none of them can give what was asked for', async () => {
    const { server } = account
    await server.openAccount('small', ['London'])
    const adam = await server.signIn('small', { user_reference: 'adam', roles: ['Account Administrator'] })
    const aida = await server.signIn('small', { user_reference: 'aida', roles: ['Auditor'] })
    const [requests, notifications] = [base, `/api/admin/v1/${client}/notifications`].map((path) =>
      path.replace(client, 'small'),
    )
    const response = await post({ token: aida }, { action: 'payloads:play', payload_type: 'Call' }, requests)
    const { access_request_reference, asked: people } = (await response.json()) as AccessRequest
    expect(people).toBe(1)
    expect(await server.getJson(String(notifications), adam)).toMatchObject({ items: [{ kind: 'access_requested' }] })
    const { roles } = await server.getJson<{ roles: AccessRequestRole[] }>(
      `${requests}/${access_request_reference}/roles`,
      adam,
    )
    expect(roles.map(({ is_grantable }) => is_grantable)).toEqual([false, false, false])
  })

  it('waits for whoever may give roles if nobody could be notified', async () => {
    const { server } = account
    await server.openAccount('empty', ['London'])
    const aida = await server.signIn('empty', { user_reference: 'aida', roles: ['Auditor'] })
    const [requests, overview] = [base, `/api/admin/v1/${client}/overview`].map((path) => path.replace(client, 'empty'))
    const response = await post({ token: aida }, { action: 'payloads:play' }, requests)
    expect(await response.json()).toMatchObject({ asked: 0, is_for_me: false })
    const late = await server.signIn('empty', { user_reference: 'lara', roles: ['Compliance Officer'] })
    expect((await server.getJson<Overview>(String(overview), late)).access_requests).toEqual({ total: 1 })
    const listedFor = (token: string) =>
      server.getJson<{ items: AccessRequest[] }>(`${requests}?filter[is_for_me]=true`, token)
    expect(await listedFor(late)).toMatchObject({ items: [{ is_for_me: true }] })
    expect(await listedFor(aida)).toMatchObject({ items: [] })
  })

  it('names the roles that would give it, the smallest first, with what else they give', async () => {
    const { request } = await asked('dora')
    const roles = await rolesFor(request)
    expect(roles.slice(0, 2)).toEqual([
      {
        role_reference: 'London players',
        description: null,
        is_system: false,
        is_grantable: true,
        groups: 1,
        further_actions: [],
      },
      expect.objectContaining({ role_reference: 'Players', groups: 3, further_actions: ['payloads:download'] }),
    ])
    const names = roles.map(({ role_reference }) => role_reference)
    expect(names).toContain('Reviewer')
    expect(names).not.toContain('Lisbon players')
    expect((await rolesFor(request, 'adam')).every(({ is_grantable }) => !is_grantable)).toBe(true)
  })

  it('is rejected with a reason, which the requester reads', async () => {
    const { token, request } = await asked('emil')
    expect(await outcome(decide(request, { state: 'rejected' }))).toEqual([400, 'request.invalid'])
    expect(await outcome(reject(request))).toEqual(done)
    expect(await stored(request, token)).toMatchObject({ state: 'rejected', decision_note: 'Ask your supervisor' })
    expect(await told(token)).toMatchObject([{ kind: 'access_rejected', caused_by: 'olga' }])
    expect(await rolesFor(request)).toEqual([])
    expect(await outcome(approve(request))).toEqual([409, 'access_request.is_decided'])
    expect(await outcome(withdraw(request, token))).toEqual([409, 'access_request.is_decided'])
  })

  it('is withdrawn by whoever made it, and by nobody else', async () => {
    const { token, request } = await asked('fine')
    expect(await outcome(withdraw(request, account.tokens.olga))).toEqual([403, 'access_request.not_own'])
    expect(await outcome(withdraw(request, account.tokens.rita))).toEqual([404, 'request.not_found'])
    expect(await outcome(withdraw(request, token))).toEqual([204, null])
    expect(await outcome(approve(request))).toEqual([409, 'access_request.is_decided'])
    expect(await stored(request, token)).toMatchObject({ state: 'withdrawn' })
  })

  it('expires at its time, before the job that records it', async () => {
    const { token, request } = await asked('gero')
    await letExpire(request)
    expect(await stored(request, token)).toMatchObject({ state: 'expired' })
    expect(await outcome(approve(request))).toEqual([409, 'access_request.is_decided'])
    expect((await listed(token, '&filter[state]=waiting')).length).toBe(0)
    expect((await listed(token, '&filter[state]=expired')).length).toBe(1)
    await runExpiry(request)
    await runExpiry(request)
    expect(await eventsOf(request)).toEqual([
      ['gero', 'access_request.made'],
      ['system', 'access_request.expired'],
    ])
    expect(await told(token)).toMatchObject([{ kind: 'access_expired', caused_by: null }])
  })

  it('is decided on once by two people at once', async () => {
    const second = { token: await account.signIn('otto', 'Compliance Officer') }
    const { request } = await asked('hans')
    const statuses = await Promise.all([approve(request), approve(request, {}, second)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('approving', () => {
  it('is for nobody’s own request, and for nobody who could not give the role', async () => {
    const own = (await (await post('adam', toPlay())).json()) as AccessRequest
    expect(await outcome(approve(own, {}, 'adam'))).toEqual([403, 'access_request.own'])
    expect(
      await outcome(
        account.server.call('GET', `${base}/${own.access_request_reference}/roles`, { token: account.tokens.adam }),
      ),
    ).toEqual([403, 'access_request.own'])
    const { request } = await asked('ines')
    expect(await outcome(approve(request, {}, 'adam'))).toEqual([403, 'access.exceeds_own'])
    expect(await outcome(approve(request, {}, 'theo'))).toEqual([403, 'auth.forbidden'])
    expect(await stored(request)).toMatchObject({ state: 'waiting' })
  })

  it('takes a role that gives what was asked for, until at most when it was asked for', async () => {
    const { token, request } = await asked('jana')
    expect(await outcome(decide(request, { state: 'approved' }))).toEqual([400, 'request.invalid'])
    expect(await outcome(approve(request, { role_reference: 'Lisbon players' }))).toEqual([
      409,
      'access_request.other_role',
    ])
    expect(await outcome(approve(request, { role_reference: 'Deleted meanwhile' }))).toEqual([409, 'role.unknown'])
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    for (const valid_until of [inHours(-1), inHours(25)]) {
      expect(await outcome(approve(request, { valid_until }))).toEqual([400, 'access_request.end_out_of_range'])
    }
    expect(await playing(token)).not.toBe('Ok')
    const valid_until = inHours(1)
    expect(await outcome(approve(request, { valid_until }))).toEqual(done)
    expect(await stored(request, token)).toMatchObject({ valid_until })
    expect(await playing(token)).toBe('Ok')
  })

  it('is refused for somebody who was removed', async () => {
    const { request } = await asked('kira')
    await account.server.call('DELETE', `/api/admin/v1/${client}/portal_users/kira`, { token: account.tokens.adam })
    expect(await outcome(approve(request))).toEqual([409, 'portal_user.is_removed'])
    expect(await outcome(reject(request))).toEqual(done)
  })

  it('is refused for a group that is gone, which the request does not name any more', async () => {
    await account.addRole('Sees groups', [{ actions_matching: 'groups:read' }])
    const token = await account.signIn('lars', 'Sees groups')
    const response = await post({ token }, { action: 'payloads:read', group: 'Short-lived' })
    const request = (await response.json()) as AccessRequest
    expect(request).toMatchObject({ group: 'Short-lived', is_hidden: false })
    const gone = account.server.call('DELETE', `/api/admin/v1/${client}/groups/Short-lived`, {
      token: account.tokens.olga,
    })
    expect((await gone).ok).toBe(true)
    expect(await stored(request, token)).toMatchObject({ group: null, is_hidden: true })
    expect(await rolesFor(request)).toEqual([])
    expect(await outcome(approve(request))).toEqual([409, 'access_request.is_gone'])
    expect(await outcome(reject(request))).toEqual(done)
  })
})

describe('asking', () => {
  it('answers for what the caller may not see as for what does not exist', async () => {
    const action = 'payloads:play'
    expect(await outcome(post('rita', { action, payload_reference: calls.lisbon }))).toEqual([404, 'request.not_found'])
    expect(await outcome(post('rita', { action, payload_reference: ulid() }))).toEqual([404, 'request.not_found'])
    for (const group of ['Lisbon', 'No such group']) {
      expect(await outcome(post('rita', { action, group }))).toEqual([409, 'group.unknown'])
    }
  })

  it('is refused for what the caller can do, has asked for, or can’t be given at all', async () => {
    expect(await outcome(post('rita', { action: 'payloads:read', payload_reference: calls.london }))).toEqual([
      409,
      'access_request.is_allowed',
    ])
    expect(await outcome(post('olga', { action: 'payloads:play' }))).toEqual([409, 'access_request.is_allowed'])
    expect(await outcome(post('theo', toPlay()))).toEqual(done)
    expect(await outcome(post('theo', toPlay()))).toEqual([409, 'access_request.is_waiting'])
    for (const body of [
      { action: 'internal:staff' },
      { action: 'groups:write', payload_reference: calls.london },
      { action: 'groups:write', payload_type: 'Call' },
      { ...toPlay(), group: 'London' },
      { action: 'no:action' },
      { ...toPlay(), hours: 0 },
      { ...toPlay(), hours: limits.maxAccessRequestHours + 1 },
      { ...toPlay(), hours: 1.5 },
      { ...toPlay(), reason: ' \t ' },
      { ...toPlay(), reason: 'x'.repeat(1001) },
      { ...toPlay(), state: 'approved' },
    ]) {
      expect(await outcome(post('rita', body))).toEqual([400, 'request.invalid'])
    }
  })

  it('can be made for only so many things at a time, and is made once if it is sent twice at once', async () => {
    const token = await account.signIn('mona', 'Finder')
    const both = await Promise.all([post({ token }, toPlay()), post({ token }, toPlay())])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const actions = ['roles:read', 'tags:read', 'apps:read', 'audit:read', 'gps:read', 'logs:read', 'alerts:read']
    const more = ['roles:write', 'tags:write', 'apps:write', 'audit:export', 'account:read', 'account:write']
    const most = [
      'devices:read',
      'devices:command',
      'groups:write',
      'retention:read',
      'transfers:run',
      'legal_holds:read',
    ]
    for (const action of [...actions, ...more, ...most]) await post({ token }, { action })
    expect(await outcome(post({ token }, { action: 'licences:read' }))).toEqual([409, 'access_request.too_many'])
  })

  it('keeps hostile text as it is, and answers no token, another account’s token or a visitor', async () => {
    const reason = '</script><b>"=1+1\' or 1=1 \\\u0000'.replace('\u0000', '')
    const { request, token } = await asked('nils', { ...toPlay(), reason })
    expect((await stored(request, token)).reason).toBe(reason)
    expect((await account.server.call('POST', base, { body: { ...toPlay(), reason, hours: 1 } })).status).toBe(401)
    await account.server.openAccount('other', ['London'])
    const stranger = await account.server.signIn('other', { user_reference: 'sam', roles: ['Compliance Officer'] })
    expect((await post({ token: stranger }, toPlay())).status).toBe(401)
    expect((await approve(request, {}, { token: stranger })).status).toBe(401)
    const elsewhere = base.replace(client, 'other')
    expect(
      await outcome(
        account.server.call('GET', `${elsewhere}/${request.access_request_reference}`, { token: stranger }),
      ),
    ).toEqual([404, 'request.not_found'])
    const desk = await SupportDesk.open(
      account.server,
      client,
      await account.signIn('boss', 'Compliance Officer', 'Account Administrator'),
    )
    const visit = await desk.approved('Compliance Officer')
    const body = { ...toPlay(), reason, hours: 1 }
    expect((await desk.visit('POST', base, visit, { body })).status).toBe(403)
    const decision = { body: { state: 'approved', role_reference: 'London players' } }
    const address = `${base}/${request.access_request_reference}`
    expect((await desk.visit('PUT', address, visit, decision)).status).toBe(403)
    expect((await desk.visit('DELETE', address, visit)).status).toBe(403)
    expect((await desk.visit('GET', address, visit)).status).toBe(200)
  })
})

describe('the list of requests', () => {
  it('shows people their own, and all to those who see roles, without what they may not see', async () => {
    const { request, token } = await asked('paul')
    expect((await listed(token)).map((one) => one.access_request_reference)).toEqual([request.access_request_reference])
    const another = await account.signIn('quin', 'Finder')
    expect(await listed(another)).toEqual([])
    const total = await account.server.getJson<ListTotal>(`${base}?query_result_type=total`, another)
    expect(total).toEqual({ total: 0 })
    expect(
      await outcome(account.server.call('GET', `${base}/${request.access_request_reference}`, { token: another })),
    ).toEqual([404, 'request.not_found'])
    await account.addRole('Sees roles', [{ actions_matching: 'roles:read' }])
    const reader = await account.signIn('rolf', 'Sees roles')
    const seen = (await listed(reader)).find((one) => one.access_request_reference === request.access_request_reference)
    expect(seen).toMatchObject({ payload: null, is_hidden: true, requested_by: 'paul', is_for_me: false })
    expect(JSON.stringify(seen)).not.toContain(calls.london)
    expect((await listed(account.tokens.olga, '&filter[is_own]=true')).length).toBe(0)
  })
})
