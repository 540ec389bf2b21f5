import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hoursFromNow, inSupportMode, SupportDesk } from '../setup/support-desk.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** Staff can enter an account only as its customer approved, and a customer's people are never treated as staff. */

const acme = '/api/admin/v1/acme'
let account: AccountUnderAttack
let desk: SupportDesk
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  desk = await SupportDesk.open(account.server, 'acme', account.tokens.boss)
})
afterAll(() => account?.stop())

const outcome = async (response: Response | Promise<Response>) => {
  const answer = await response
  const text = await answer.text()
  return [answer.status, text === '' ? null : (JSON.parse(text) as { code?: string }).code]
}
const refusedPrefix = [401, 'auth.bad_support_prefix']
const forbidden = [403, 'auth.forbidden']

describe('the support prefix is refused', () => {
  it.each<[string, () => Promise<string>]>([
    ['while the request is pending', async () => (await desk.asked()).request_reference],
    [
      'once it was rejected',
      async () => (await desk.decided((await desk.asked()).request_reference, 'rejected')).request_reference,
    ],
    [
      'once it was cancelled',
      async () => {
        const { request_reference } = await desk.asked()
        await desk.cancel(request_reference)
        return request_reference
      },
    ],
    [
      'once its requester ended it',
      async () => {
        const request_reference = await desk.approved()
        await desk.cancel(request_reference)
        return request_reference
      },
    ],
    ['once it was revoked', async () => (await desk.decided(await desk.approved(), 'revoked')).request_reference],
    [
      'once its time was over',
      async () => {
        const request_reference = await desk.approved()
        await desk.age(request_reference, 2)
        return request_reference
      },
    ],
    ['for a request that does not exist', async () => '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ])('%s', async (_when, prepare) => {
    const request_reference = await prepare()
    for (const path of [`${acme}/profile`, `${acme}/activities`, '/api/client/v1/acme/payloads']) {
      expect(await outcome(desk.visit('GET', path, request_reference))).toEqual(refusedPrefix)
    }
  })

  it("in another customer's account, for a colleague, or for the customer's own people", async () => {
    const request_reference = await desk.approved()
    expect(await outcome(desk.visit('GET', '/api/admin/v1/globex/profile', request_reference))).toEqual(refusedPrefix)
    expect(await outcome(desk.visit('GET', '/api/admin/v1/nowhere/profile', request_reference))).toEqual(refusedPrefix)
    const { nadia, boss } = desk.tokens
    const asColleague = desk.visit('GET', `${acme}/profile`, request_reference, { token: nadia })
    expect(await outcome(asColleague)).toEqual(refusedPrefix)
    const asCustomer = desk.visit('GET', `${acme}/profile`, request_reference, { token: boss })
    expect(await outcome(asCustomer)).toEqual([401, 'auth.bad_token'])
    expect(await outcome(desk.visit('GET', `${acme}/profile`, request_reference))).toEqual([200, undefined])
  })

  it('when it is written differently', async () => {
    const request_reference = await desk.approved()
    const { authorization } = inSupportMode(request_reference, desk.tokens.marc)
    for (const forged of [
      authorization?.replace('InternalSupport', 'internalsupport'),
      authorization?.replace(' Bearer', '  Bearer'),
      authorization?.replace(request_reference, request_reference.toLowerCase()),
      `InternalSupport ${request_reference}`,
      `Bearer ${desk.tokens.marc} InternalSupport ${request_reference}`,
      `InternalSupport ${request_reference} ${authorization}`,
      `InternalSupport ${request_reference}' or true -- Bearer ${desk.tokens.marc}`,
    ]) {
      const response = account.server.call('GET', `${acme}/profile`, { headers: { authorization: forged ?? '' } })
      expect(await outcome(response)).toEqual(refusedPrefix)
    }
  })

  it('when it is missing, and staff call without it', async () => {
    await desk.approved()
    const response = account.server.call('GET', `${acme}/profile`, { token: desk.tokens.marc })
    expect(await outcome(response)).toEqual([401, 'auth.bad_token'])
  })

  it('when its owner is no longer support staff', async () => {
    const { server } = account
    const temp = await server.signIn('admin', { user_reference: 'temp', roles: ['Internal Support'] })
    const { request_reference } = await desk.asked({}, temp)
    await desk.decided(request_reference, 'approved')
    const attempt = () => outcome(desk.visit('GET', `${acme}/profile`, request_reference, { token: temp }))
    expect(await attempt()).toEqual([200, undefined])
    await server.setRoles('admin', 'temp', ['Auditor'])
    expect(await attempt()).toEqual(refusedPrefix)
    await server.setRoles('admin', 'temp', ['Internal Support'])
    await server.setActive('admin', 'temp', false)
    expect(await attempt()).toEqual([401, 'auth.inactive'])
  })

  it('with the name of the caller on both trails, and not that of a person of the customer', async () => {
    const { request_reference } = await desk.asked()
    await desk.visit('GET', `${acme}/devices`, request_reference)
    const row = { call: 'GET /devices', is_allowed: false, denial_reason: 'auth.bad_support_prefix' }
    expect((await desk.trail('acme', request_reference)).at(-1)).toMatchObject({ user_id: 'admin/marc', ...row })
    expect((await desk.trail('admin', request_reference)).at(-1)).toMatchObject({ user_id: 'marc', ...row })
  })
})

describe('in support mode', () => {
  let reference: string
  beforeAll(async () => {
    reference = await desk.approved('Account Administrator')
  })

  it.each([
    'GET /clients',
    'GET /clients/acme/supportaccess',
    'GET /clients/globex/roles',
    'GET /supportaccess/pending',
    'GET /public_keys',
    'POST /clients/acme/supportaccess',
  ])("the provider's area is closed: %s", async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const body = { role: 'Auditor', request_description: 'more', requested_expiry: hoursFromNow(1) }
    const visit = desk.visit(method, `/api/admin/v1${path}`, reference, method === 'POST' ? { body } : {})
    expect(await outcome(visit)).toEqual(forbidden)
    const asAdministrator = desk.visit('GET', '/api/admin/v1/clients', reference, { token: desk.tokens.nadia })
    expect(await outcome(asAdministrator)).toEqual(forbidden)
  })

  it("and so is the provider's own account", async () => {
    expect(await outcome(desk.visit('GET', '/api/admin/v1/admin/profile', reference))).toEqual(refusedPrefix)
    expect(await outcome(desk.visit('GET', '/api/admin/v1/admin/activities', reference))).toEqual(refusedPrefix)
  })

  it('nobody can decide on a request, and nobody can end or prolong their visit', async () => {
    const { request_reference } = await desk.asked()
    const colleague = await desk.asked({}, desk.tokens.nadia)
    for (const target of [request_reference, colleague.request_reference, reference]) {
      for (const approval_state of ['approved', 'rejected', 'revoked']) {
        const path = `${acme}/supportaccess/${target}`
        const visit = desk.visit('PUT', path, reference, { body: { approval_state } })
        expect(await outcome(visit)).toEqual(forbidden)
      }
    }
  })

  it('the role is the limit: no content of recordings, and no other action', async () => {
    const data = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const response = await desk.visit('GET', data, reference)
    expect(await response.json()).toEqual({ status: 'GroupNotAuthorised', s3_url: null })
    const trailOnly = await desk.approved('Auditor')
    for (const path of [`${acme}/devices`, `${acme}/roles`, '/api/client/v1/acme/payloads']) {
      expect(await outcome(desk.visit('GET', path, trailOnly))).toEqual(forbidden)
    }
  })

  it('terms cannot be accepted for anybody', async () => {
    const terms = await (await desk.visit('GET', `${acme}/terms`, reference)).json()
    const { version, text_hash, locale } = terms as Record<string, string>
    const body = { version, text_hash, locale }
    expect(await outcome(desk.visit('POST', `${acme}/terms/acceptance`, reference, { body }))).toEqual(forbidden)
  })

  it('staff who have not accepted the terms at home are refused every call', async () => {
    const { server } = account
    const person = { user_reference: 'newcomer', roles: ['Internal Support'] }
    const newcomer = await server.signIn('admin', person, { acceptTerms: false })
    const { request_reference } = await desk.asked()
    await server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('support_access')
        .set({ requested_by: 'newcomer', approval_state: 'approved', approval_expiry: hoursFromNow(1) })
        .where('client', '=', 'acme')
        .where('request_reference', '=', request_reference)
        .execute(),
    )
    for (const path of ['profile', 'devices']) {
      const visit = desk.visit('GET', `${acme}/${path}`, request_reference, { token: newcomer })
      expect(await outcome(visit)).toEqual([403, 'auth.terms_required'])
    }
  })

  it('signing out does not affect a person of the customer with the same name', async () => {
    const { server } = account
    const namesake = await server.signIn('acme', { user_reference: 'marc', roles: ['Auditor'] })
    await desk.visit('POST', `${acme}/session/sign_out`, await desk.approved(), {
      token: await server.signInAgain('admin', 'marc'),
      body: {},
    })
    expect((await server.call('GET', `${acme}/profile`, { token: namesake })).status).toBe(200)
    desk.tokens.marc = await laterToken('marc')
  })

  it('there is no call that starts or ends support mode without the prefix', async () => {
    for (const method of ['POST', 'DELETE']) {
      const call = account.server.call(method, `${acme}/support_mode`, { token: desk.tokens.boss })
      expect(await outcome(call)).toEqual(forbidden)
    }
  })
})

/** Signs in again once tokens count after a sign-out: their time of issue has whole seconds. */
const laterToken = (user_reference: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const token = await account.server.signInAgain('admin', user_reference)
      const { status } = await account.server.call('GET', '/api/admin/v1/admin/profile', { token })
      if (status !== 200) throw new Error(`still ${status}`)
      return token
    },
    { timeout: 10_000, interval: 300 },
  )

describe('a playback address from a visit', () => {
  it('plays while the visit lasts, is on both trails, and stops working at its end', async () => {
    const request_reference = await desk.approved('Compliance Officer')
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const response = await desk.visit('GET', path, request_reference)
    const { status, s3_url } = (await response.json()) as { status: string; s3_url: string }
    expect(status).toBe('Ok')
    const cookie = response.headers
      .getSetCookie()
      .map((set) => set.split(';')[0] ?? '')
      .join('; ')
    const media = await account.fetchMedia({ s3_url, cookie })
    expect(Buffer.from(await media.arrayBuffer())).toEqual(account.content)
    for (const [client, user_id] of [
      ['acme', 'admin/marc'],
      ['admin', 'marc'],
    ] as const) {
      const played = (await desk.trail(client, request_reference)).at(-1)
      expect(played).toMatchObject({ user_id, call: 'GET /media/{ticket}', status_code: 200 })
    }
    await desk.decided(request_reference, 'revoked')
    expect((await account.fetchMedia({ s3_url, cookie })).ok).toBe(false)
  })
})

describe('deciding on a request', () => {
  it('is refused to people without the right, to other customers, and to staff and handsets', async () => {
    const { request_reference } = await desk.asked()
    const body = { approval_state: 'approved' }
    expect(await outcome(desk.decide(request_reference, body, account.tokens.amir))).toEqual(forbidden)
    expect(await outcome(desk.decide(request_reference, body, account.tokens.hank))).toEqual([401, 'auth.bad_token'])
    expect(await outcome(desk.decide(request_reference, body, desk.tokens.marc))).toEqual([401, 'auth.bad_token'])
    const path = `/api/admin/v1/globex/supportaccess/${request_reference}`
    const elsewhere = { token: account.tokens.hank, body }
    expect(await outcome(account.server.call('PUT', path, elsewhere))).toEqual([404, 'request.not_found'])
    for (const suffix of ['', '/visit']) {
      const read = account.server.call('GET', `${path}${suffix}`, { token: account.tokens.hank })
      expect(await outcome(read)).toEqual([404, 'request.not_found'])
    }
  })

  it('needs the right for the whole account, not for one group', async () => {
    const { server } = account
    await server.addRole('acme', 'Decides for Rates', [
      { actions_matching: 'support_access:*', conditions: [{ names_matching: 'Rates' }] },
    ])
    const rates = await server.signIn('acme', { user_reference: 'rates', roles: ['Decides for Rates'] })
    const { request_reference } = await desk.asked()
    expect(await outcome(desk.decide(request_reference, { approval_state: 'approved' }, rates))).toEqual(forbidden)
  })

  it('cannot approve a role beyond that of the approver', async () => {
    const { server } = account
    await server.addRole('acme', 'Decides', [{ actions_matching: 'support_access:*' }])
    const decider = await server.signIn('acme', { user_reference: 'decider', roles: ['Decides'] })
    const { request_reference } = await desk.asked({ role: 'Reviewer' })
    const approval = desk.decide(request_reference, { approval_state: 'approved' }, decider)
    expect(await outcome(approval)).toEqual([403, 'access.exceeds_own'])
    expect((await desk.decide(request_reference, { approval_state: 'rejected' }, decider)).status).toBe(200)
  })

  it.each([
    ['the same reference', { user_reference: 'double', email: 'double@acme.example' }],
    ['the same email address', { user_reference: 'double at acme', email: 'Double@Example.com' }],
  ])('is refused to its requester, if they have %s at the customer', async (_what, { user_reference, email }) => {
    const { server } = account
    const staff = await server.signIn('admin', { user_reference: 'double', roles: ['Internal Support'] })
    const roles = ['Account Administrator', 'Auditor']
    const own = await server.signIn('acme', { user_reference, roles })
    await server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('portal_users')
        .set({ email })
        .where('client', '=', 'acme')
        .where('user_reference', '=', user_reference)
        .execute(),
    )
    const { request_reference } = await desk.asked({}, staff)
    for (const approval_state of ['approved', 'rejected']) {
      const decision = desk.decide(request_reference, { approval_state }, own)
      expect(await outcome(decision)).toEqual([403, 'support_access.own_request'])
    }
    expect((await desk.decided(request_reference, 'approved')).approved_by).toBe('boss')
  })

  it.each<[string, object]>([
    ['another state', { approval_state: 'canceled' }],
    ['no state', {}],
    ['an approver', { approval_state: 'approved', approved_by: 'somebody' }],
    ['another role', { approval_state: 'approved', role: 'Account Administrator' }],
    ['another customer', { approval_state: 'approved', client: 'globex' }],
    ['a prototype', JSON.parse('{"approval_state":"approved","__proto__":{"role":"Account Administrator"}}')],
    ['an invalid time', { approval_state: 'approved', approval_expiry: '2026-13-45T99:00:00.000Z' }],
    ['a very long reason', { approval_state: 'rejected', rejection_reason: 'x'.repeat(2001) }],
  ])('is refused with %s', async (_what, body) => {
    const { request_reference } = await desk.asked()
    expect((await desk.decide(request_reference, body)).status).toBe(400)
    const path = `${acme}/supportaccess/${request_reference}`
    const request = await account.server.getJson(path, desk.tokens.boss)
    expect(request).toMatchObject({ approval_state: 'pending', role: 'Auditor', approved_by: null })
  })
})

describe('requesting access', () => {
  it("is refused to a customer's people, and to staff without the right", async () => {
    expect(await outcome(desk.ask({}, { token: account.tokens.boss }))).toEqual([401, 'auth.bad_token'])
    const clerk = await account.server.signIn('admin', { user_reference: 'clerk', roles: ['Auditor'] })
    expect(await outcome(desk.ask({}, { token: clerk }))).toEqual(forbidden)
    expect(await outcome(desk.cancel((await desk.asked()).request_reference, clerk))).toEqual(forbidden)
  })

  it('cannot read or cancel a request of one customer under another', async () => {
    const { request_reference } = await desk.asked()
    const path = `/api/admin/v1/clients/globex/supportaccess/${request_reference}`
    const read = account.server.call('GET', path, { token: desk.tokens.marc })
    expect(await outcome(read)).toEqual([404, 'request.not_found'])
    const cancel = account.server.call('DELETE', path, { token: desk.tokens.marc })
    expect(await outcome(cancel)).toEqual([404, 'request.not_found'])
    const listed = await account.server.getJson<{ count: number }>(
      '/api/admin/v1/clients/globex/supportaccess',
      desk.tokens.marc,
    )
    expect(listed.count).toBe(0)
  })
})
