import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** When a visit is over, nothing of it opens the account, and who tries is known by name. */

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

  it('no client app is made, turned to another issuer or deleted', async () => {
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

  it('the profile says so, for the screens', async () => {
    const response = await desk.visit('GET', `${acme}/profile`, reference)
    const { actions } = (await response.json()) as { actions: string[] }
    expect(actions).toContain('apps:read')
    expect(actions).not.toContain('apps:write')
  })

  it('no role is written that may make client apps', async () => {
    const body = { version: 0, ...draft({ permissions: [{ actions_matching: 'apps:write' }] }) }
    const attempt = desk.visit('PUT', `${acme}/roles/App%20maker`, reference, { body })
    expect(await outcome(attempt)).toEqual([403, 'access.exceeds_own'])
  })
})
