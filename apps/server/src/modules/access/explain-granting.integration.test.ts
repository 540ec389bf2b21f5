import type { Granting } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

let server: TestServer
const client = 'acme'
const inEquities = [{ names_matching: 'Equities' }]
const tokens = { adam: '', olga: '', lena: '', rita: '' }

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount(client, ['Equities'])
  await server.addRole(client, 'Desk lead', [
    { actions_matching: 'roles:*' },
    { actions_matching: 'payloads:play', conditions: inEquities },
  ])
  await server.addRole(client, 'Plays for all', [
    { actions_matching: 'roles:write' },
    { actions_matching: 'payloads:play' },
  ])
  await server.addRole(client, 'Office only', [{ actions_matching: '*' }])
  await server.api.platform.database.transaction(client, (tx) =>
    tx.db
      .updateTable('roles')
      .set({ cidr_ranges: ['192.0.2.0/24'] })
      .where('client', '=', client)
      .where('role_reference', '=', 'Office only')
      .execute(),
  )
  const signIn = (user_reference: string, ...roles: string[]) => server.signIn(client, { user_reference, roles })
  tokens.adam = await signIn('adam', 'Account Administrator')
  tokens.lena = await signIn('lena', 'Desk lead')
  tokens.rita = await signIn('rita', 'Reviewer')
  await signIn('paul', 'Plays for all')
  await signIn('otto', 'Office only')
  await signIn('gone', 'Compliance Officer')
  await server.setActive(client, 'gone', false)
  tokens.olga = await signIn('olga', 'Compliance Officer')
})
afterAll(() => server.stop())

const pathOf = (edited: string) => `/api/admin/v1/${client}/access/granting?edited=${edited}`
const asked = (edited: string, token: string) => server.getJson<Granting>(pathOf(edited), token)

describe('GET /access/granting', () => {
  it('says which actions the caller cannot grant by a role, and who can, starting with those who can grant most', async () => {
    const { actions, roles, granters } = await asked('roles', tokens.adam)
    expect(actions).toContain('payloads:play')
    expect(actions).not.toContain('groups:write')
    expect(actions.some((action) => action.startsWith('internal:'))).toBe(false)
    expect(roles).toEqual([])
    expect(granters.map(({ user_reference }) => user_reference)).toEqual(['olga', 'paul'])
    // Otto is not listed: he has everything, but only from the office, so a role that he grants must have that limit
    // too.
    expect(granters.find(({ user_reference }) => user_reference === 'paul')).toEqual({
      user_reference: 'paul',
      display_name: 'paul',
      actions: ['payloads:play'],
      roles: [],
    })
  })

  it('counts an action that the caller has in some groups only as one that they cannot grant', async () => {
    expect((await asked('roles', tokens.lena)).actions).toContain('payloads:play')
  })

  it.each(['account', 'apps'])('says which roles the caller cannot grant when editing: %s', async (edited) => {
    const { actions, roles, granters } = await asked(edited, tokens.adam)
    expect(actions).toEqual([])
    expect(roles).toContain('Reviewer')
    expect(roles).not.toContain('Account Administrator')
    expect(granters.map(({ user_reference }) => user_reference)).toContain('otto')
    expect(granters.map(({ user_reference }) => user_reference)).not.toContain('paul')
  })

  it('names nobody when the caller can grant everything', async () => {
    const boss = await server.signIn(client, {
      user_reference: 'zoe',
      roles: ['Compliance Officer', 'Account Administrator'],
    })
    const { actions, granters } = await asked('roles', boss)
    expect({ actions, granters }).toEqual({ actions: [], granters: [] })
  })

  it('requires the permission to see roles', async () => {
    expect((await server.call('GET', pathOf('roles'), { token: tokens.rita })).status).toBe(403)
    expect((await server.call('GET', pathOf('passwords'), { token: tokens.adam })).status).toBe(400)
  })
})
