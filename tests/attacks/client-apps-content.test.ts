import type { PayloadAudit } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** A client app gets the recordings that its roles allow, under its own name, and only while the app exists. */

const audience = 'urn:acme:archive'
const app = '/api/admin/v1/acme/account/apps/Archive'

let account: AccountUnderAttack
let issuer: CustomerIssuer
let token: string

beforeAll(async () => {
  account = await AccountUnderAttack.start()
  issuer = await CustomerIssuer.start('EdDSA')
  const { server } = account
  await server.addRole('acme', 'Equities archive', [
    { actions_matching: 'payloads:read', conditions: [{ names_matching: 'Equities' }] },
    { actions_matching: 'payloads:download', conditions: [{ names_matching: 'Equities' }] },
    { actions_matching: 'receipts:write', conditions: [{ names_matching: 'Equities' }] },
  ])
  const oidc_config = { issuer: issuer.issuer, audience, jwks_uri: issuer.jwks_uri }
  await server.setRoles('acme', 'boss', ['Compliance Officer', 'Account Administrator'])
  const response = await server.call('POST', app, {
    token: account.tokens.boss,
    body: { oidc_config, group: 'Equities', roles: ['Equities archive'], cidr_ranges: null },
  })
  expect(response.status).toBe(200)
  token = await issuer.token(audience)
  await server.signIn('acme', { user_reference: 'Archive', roles: ['Equities archive'] })
})
afterAll(async () => {
  await issuer?.close()
  await account?.stop()
})

it('a client app gets the recordings that its roles allow, and no others', async () => {
  const { recordings } = account
  expect(await account.requestPlayback(token, recordings.equities, 'play')).toMatchObject({
    status: 'GroupNotAuthorised',
  })
  for (const hidden of [recordings.rates, recordings.elsewhere]) {
    expect(await account.requestPlayback(token, hidden, 'download')).toMatchObject({ status: 'NoMatchingRecord' })
  }
  const playback = await account.requestPlayback(token, recordings.equities, 'download')
  expect(playback).toMatchObject({ status: 'Ok' })
  const media = await account.fetchMedia(playback)
  expect(Buffer.from(await media.arrayBuffer()).equals(account.content)).toBe(true)
  expect((await account.fetchMedia({ ...playback, cookie: '' })).status).toBe(403)
})

it('the history of a recording names the client app, not a person of the same name', async () => {
  const { records } = await account.server.getJson<PayloadAudit>(
    `/api/client/v1/acme/payloads/${account.recordings.equities}/audit`,
    account.tokens.boss,
  )
  const downloads = records.filter(({ action }) => action === 'payload.downloaded')
  expect(downloads).toEqual([
    expect.objectContaining({ actor_kind: 'client_app', actor: 'app/Archive', portal_user: null }),
  ])
})

it('a client app confirms the receipt of what it may read, under its own name, and of nothing else', async () => {
  const { server, recordings, tokens } = account
  const payload_references = [recordings.rates, recordings.equities, recordings.elsewhere]
  const response = await server.call('POST', '/api/client/v1/acme/receipts', { token, body: { payload_references } })
  expect(await response.json()).toMatchObject({
    items: [
      { result: 'refused', code: 'payload.not_found' },
      { result: 'confirmed', receipt: { user: 'app/Archive', note: null } },
      { result: 'refused', code: 'payload.not_found' },
    ],
  })
  const { receipts } = await server.getJson<PayloadAudit>(
    `/api/client/v1/acme/payloads/${recordings.equities}/audit`,
    tokens.boss,
  )
  expect(receipts).toMatchObject([{ user: 'app/Archive' }])
})

it('a change by a client app is not attributed to a person of the same name', async () => {
  const { server } = account
  await server.addRole('acme', 'Groups', [{ actions_matching: 'groups:*' }])
  const other = { issuer: issuer.issuer, audience: 'urn:acme:groups', jwks_uri: issuer.jwks_uri }
  const made = await server.call('POST', '/api/admin/v1/acme/account/apps/boss', {
    token: account.tokens.boss,
    body: { oidc_config: other, group: null, roles: ['Groups'], cidr_ranges: null },
  })
  expect(made.status).toBe(200)
  const response = await server.call('PUT', '/api/admin/v1/acme/groups/Bonds', {
    token: await issuer.token('urn:acme:groups'),
    body: { version: 0, tags: [] },
  })
  expect(await response.json()).toMatchObject({ group_reference: 'Bonds', updated_by: 'app/boss' })
})

it('playback addresses of a client app stop working when it is deleted', async () => {
  const playback = await account.requestPlayback(token, account.recordings.equities, 'download')
  const response = await account.server.call('DELETE', app, { token: account.tokens.boss })
  expect(response.status).toBe(204)
  expect((await account.fetchMedia(playback)).status).toBe(401)
  const trail = await account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'is_client_app', 'denial_reason'])
      .where('client', '=', 'acme')
      .orderBy('log_id')
      .execute(),
  )
  expect(trail.at(-1)).toEqual({ user_id: 'Archive', is_client_app: true, denial_reason: 'auth.inactive' })
})
