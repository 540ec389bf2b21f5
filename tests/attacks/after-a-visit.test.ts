import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** After a visit, nothing from it gives access to the account, and attempts are recorded with the person's name. */

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
/** The playback address, with the cookie of the browser that asked for it. */
const readPlayback = async (response: Response): Promise<Pick<Playback, 's3_url' | 'cookie'>> => {
  const { s3_url } = (await response.json()) as { s3_url: string | null }
  const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
  return { s3_url, cookie: cookie.join('; ') }
}
const forbidden = [403, 'auth.forbidden']

describe('in support mode, as Account Administrator', () => {
  const apps = `${acme}/account/apps`
  const appOf = (issuer: string) => ({
    oidc_config: { issuer, audience: `${issuer}/acme`, jwks_uri: `${issuer}/jwks` },
    group: null,
    roles: ['Auditor'],
    cidr_ranges: null,
  })
  let reference: string
  beforeAll(async () => {
    reference = await desk.approved('Account Administrator')
  })

  it('a client app cannot be created, given another issuer or deleted', async () => {
    const body = appOf('https://archive.example')
    const made = await account.server.call('POST', `${apps}/archiver`, { token: desk.tokens.boss, body })
    const { version } = (await made.json()) as { version: number }
    for (const [method, app, options] of [
      ['POST', 'back-door', { body: appOf('https://marc.example') }],
      ['PUT', 'archiver', { body: { ...appOf('https://marc.example'), version } }],
      ['DELETE', 'archiver', {}],
    ] as const) {
      const attempt = desk.visit(method, `${apps}/${app}`, reference, options)
      expect([method, await outcome(attempt)]).toEqual([method, forbidden])
    }
    const response = await desk.visit('GET', `${apps}/archiver`, reference)
    expect(await response.json()).toMatchObject({ oidc_config: body.oidc_config })
  })

  it('account settings cannot be changed, so staff cannot shut the customer out', async () => {
    const body = { version: 1, user_group: null, role: null, cidr_ranges: ['203.0.113.0/24'] }
    for (const [method, path, options] of [
      ['PUT', '/account/defaults', { body }],
      ['PUT', '/account/defaults', { body: { ...body, confirmation: 'acme' } }],
      ['POST', '/account/defaults/preview', { body: { cidr_ranges: body.cidr_ranges } }],
      ['POST', '/account/defaults/confirmation', { body: { version: 1 } }],
    ] as const) {
      const attempt = desk.visit(method, acme + path, reference, options)
      expect([path, await outcome(attempt)]).toEqual([path, forbidden])
    }
    const response = await desk.visit('GET', `${acme}/account/defaults`, reference)
    expect(await response.json()).toMatchObject({ version: 1, cidr_ranges: null })
  })

  it('the profile lists only the actions that remain, for the screens', async () => {
    const response = await desk.visit('GET', `${acme}/profile`, reference)
    const { actions } = (await response.json()) as { actions: string[] }
    expect(actions).toEqual(expect.arrayContaining(['apps:read', 'account:read']))
    expect(actions).not.toContain('apps:write')
    expect(actions).not.toContain('account:write')
  })

  it.each(['apps:write', 'account:write'])('a role with %s cannot be saved', async (action) => {
    const body = { version: 0, ...draft({ permissions: [{ actions_matching: action }] }) }
    const attempt = desk.visit('PUT', `${acme}/roles/Maker`, reference, { body })
    expect(await outcome(attempt)).toEqual([403, 'access.exceeds_own'])
  })
})

describe('an attempt to play a recording with an address that is no longer valid', () => {
  const mediaCall = 'GET /media/{ticket}'
  const refused = (denial_reason: string) => ({ call: mediaCall, is_allowed: false, denial_reason })
  const lastPlayback = async (client: string) =>
    (await desk.trail(client)).filter(({ call }) => call === mediaCall).at(-1)

  it("is on both trails and in the list of the visit under the visitor's name, after the visit ended", async () => {
    const support_reference = await desk.approved('Compliance Officer')
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const playback = await readPlayback(await desk.visit('GET', path, support_reference))
    await desk.decided(support_reference, 'revoked')
    expect((await account.fetchMedia(playback)).status).toBe(401)
    const attempt = { ...refused('auth.bad_support_prefix'), support_reference }
    expect(await lastPlayback('acme')).toMatchObject({ user_id: 'admin/marc', ...attempt })
    expect(await lastPlayback('admin')).toMatchObject({ user_id: 'marc', ...attempt })
    const visit = `${acme}/supportaccess/${support_reference}/visit`
    const { items } = await account.server.getJson<{ items: object[] }>(visit, desk.tokens.boss)
    expect(items.at(-1)).toMatchObject({
      user_id: 'admin/marc',
      action: mediaCall,
      is_allowed: false,
      status_code: 401,
    })
  })

  it('is on the trail under the name of a removed person', async () => {
    const playback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    await account.server.setActive('acme', 'amir', false)
    expect((await account.fetchMedia(playback)).status).toBe(401)
    expect(await lastPlayback('acme')).toMatchObject({ user_id: 'amir', ...refused('auth.inactive') })
  })

  it('is anonymous without the cookie of the browser', async () => {
    const playback = await account.requestPlayback(account.tokens.boss, account.recordings.equities)
    expect((await account.fetchMedia({ ...playback, cookie: '' })).status).toBe(403)
    expect(await lastPlayback('acme')).toMatchObject({ user_id: 'anonymous', ...refused('playback.expired') })
  })

  it("is on the trail under the person's name when the address has expired", async () => {
    // This test comes last: its clock is an hour ahead, so its entry stays the newest on the trail.
    const playback = await account.requestPlayback(account.tokens.boss, account.recordings.equities)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
    expect((await account.fetchMedia(playback)).status).toBe(403)
    vi.useRealTimers()
    expect(await lastPlayback('acme')).toMatchObject({ user_id: 'boss', ...refused('playback.expired') })
  })
})
