import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import { removeExpiredSessions } from '../../apps/server/src/modules/session/remove-expired-sessions.ts'
import { personWith, startLoopbackBroker } from '../../apps/server/test/loopback-broker.ts'
import { TestServer } from '../setup/server.ts'

/** Each account has its own people, sign-in and identity provider. */

let server: TestServer
let platform: Platform

beforeAll(async () => {
  server = await TestServer.start()
  platform = server.api.platform
  await server.openAccount('admin')
  await server.openAccount('acme')
  await server.signIn('acme', { user_reference: 'ines.duarte', roles: [] })
})
afterAll(() => server?.stop())

describe('a customer’s own provider', () => {
  test('signs the account’s people in, with the roles that it names', async () => {
    const client = 'globex'
    await server.openAccount(client, ['Audit'])
    await server.addRole(client, 'Auditor of Globex', [{ actions_matching: 'audit:read' }])
    const callback = `${server.origin}/identity/upstream/${client}/callback`
    const customers = await startLoopbackBroker({ redirects: { returnUriOf: () => callback } })
    try {
      const person = { user_reference: 'maria.souza', roles: ['Auditor of Globex'], user_group: 'Audit' }
      await customers.people.save('acme', personWith(person))
      await platform.identity.saveUpstream(client, {
        issuer: customers.issuer,
        client_id: 'portal.acme',
        client_secret: null,
        scopes: 'email profile',
        roles_claim: 'roles',
        user_group_claim: 'user_group',
      })
      const metadata = await server.getJson(`/api/admin/v1/${client}/account/metadata`)
      expect(metadata).toMatchObject({ sign_in: { provider: 'customer', label: '127.0.0.1' } })
      const id_token = await server.signInAgain(client, 'maria.souza')
      expect(await server.getJson(`/api/admin/v1/${client}/profile`, id_token)).toMatchObject({
        user_reference: 'maria.souza',
        roles: ['Auditor of Globex'],
        user_group: 'Audit',
        actions: ['audit:read'],
      })
      await platform.identity.saveUpstream(client, null)
      expect(await platform.identity.upstreamOf(client)).toBeUndefined()
    } finally {
      await customers.close()
    }
  })

  test('has its secret stored encrypted', async () => {
    const client_secret = 'what the customer’s provider gave us'
    const provider = { client_id: 'holdfast', client_secret, scopes: '', roles_claim: null, user_group_claim: null }
    await platform.identity.saveUpstream('admin', { issuer: 'https://login.example.com', ...provider })
    expect(await platform.identity.upstreamOf('admin')).toMatchObject({ client_secret })
    const [row] = await platform.database.read('admin', (tx) =>
      tx.db.selectFrom('identity_providers').selectAll().where('client', '=', 'admin').execute(),
    )
    expect(JSON.stringify(row)).not.toContain(client_secret)
    await platform.identity.saveUpstream('admin', null)
  })
})

describe('stored identities and sessions', () => {
  test('of one account can be read neither by another account nor by the role of the provider’s area', async () => {
    const acrossClients = platform.database.readAcrossClients((db) =>
      db.selectFrom('identity_people').selectAll().execute(),
    )
    await expect(acrossClients).rejects.toMatchObject({ code: '42501' })
    const seen = await platform.database.read('admin', (tx) =>
      tx.db.selectFrom('identity_people').select('user_reference').where('client', '=', 'acme').execute(),
    )
    expect(seen).toEqual([])
  })

  test('are deleted in limited numbers at a time after they expire', async () => {
    await platform.database.transaction('acme', (tx) =>
      tx.db
        .insertInto('identity_records')
        .values(
          [1, 2, 3, 4, 5].map((number) => ({
            client: 'acme',
            model: 'Interaction',
            id: `old-${number}`,
            payload: '{}',
            grant_id: null,
            uid: null,
            expires_at: new Date('2020-01-01'),
            consumed_at: null,
          })),
        )
        .execute(),
    )
    expect(await platform.identity.removeExpired('acme', 3)).toBe(3)
    await removeExpiredSessions.handle({ platform, attempt: 1, signal: new AbortController().signal }, {})
    expect(await platform.identity.removeExpired('acme', 3)).toBe(0)
  })
})
