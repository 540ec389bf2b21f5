import type { Granting } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'acme'
const inEquities = [{ names_matching: 'Equities' }]

const open = () =>
  anAccount(client)
    .withGroups('Equities')
    .withRole('Desk lead', [
      { actions_matching: 'roles:*' },
      { actions_matching: 'payloads:play', conditions: inEquities },
    ])
    .withRole('Lets staff in', [{ actions_matching: 'support_access:decide' }, { actions_matching: 'account:*' }])
    .withRole('Plays for all', [{ actions_matching: 'roles:write' }, { actions_matching: 'payloads:play' }])
    .withRole('Office only', [{ actions_matching: '*' }], ['192.0.2.0/24'])
    .withPerson('adam', 'Account Administrator')
    .withPerson('lena', 'Desk lead')
    .withPerson('rita', 'Reviewer')
    .withPerson('paul', 'Plays for all')
    .withPerson('otto', 'Office only')
    .withPerson('sven', 'Lets staff in')
    .withPerson('gone', 'Compliance Officer')
    .withPerson('olga', 'Compliance Officer')
    .open()

let account: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  account = await open()
  await account.server.setActive(client, 'gone', false)
})
afterAll(() => account?.close())

const pathOf = (edited: string) => `/api/admin/v1/${client}/access/granting?edited=${edited}`
const asked = (edited: string, token: string) => account.server.getJson<Granting>(pathOf(edited), token)

describe('GET /access/granting', () => {
  it('says which actions the caller cannot grant by a role, and who can, starting with those who can grant most', async () => {
    const { actions, roles, granters } = await asked('roles', account.tokens.adam)
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
    expect((await asked('roles', account.tokens.lena)).actions).toContain('payloads:play')
  })

  it.each(['account', 'apps'])('says which roles the caller cannot grant when editing: %s', async (edited) => {
    const { actions, roles, granters } = await asked(edited, account.tokens.adam)
    expect(actions).toEqual([])
    expect(roles).toContain('Reviewer')
    expect(roles).not.toContain('Account Administrator')
    expect(granters.map(({ user_reference }) => user_reference)).toContain('otto')
    expect(granters.map(({ user_reference }) => user_reference)).not.toContain('paul')
  })

  it('says whether the caller can let staff in as the role of a request, and who else can', async () => {
    const ofRole = (role: string) => asked(`support_access&role_reference=${role}`, account.tokens.adam)
    const reviewer = await ofRole('Reviewer')
    expect(reviewer.roles).toEqual(['Reviewer'])
    const granters = reviewer.granters.map(({ user_reference }) => user_reference)
    expect(granters).toContain('olga')
    expect(granters).not.toContain('sven')
    expect(await ofRole('Account%20Administrator')).toEqual({ actions: [], roles: [], granters: [] })
    expect((await asked('support_access', account.tokens.adam)).roles).toContain('Reviewer')
  })

  it('says which roles the caller cannot give to people for a time, and who can', async () => {
    const { actions, roles, granters } = await asked('people', account.tokens.adam)
    expect(actions).toEqual([])
    expect(roles).toContain('Plays for all')
    expect(roles).not.toContain('Account Administrator')
    expect(granters.find(({ user_reference }) => user_reference === 'paul')?.roles).toEqual(['Plays for all'])
    expect(granters.map(({ user_reference }) => user_reference)).not.toContain('sven')
  })

  it('names nobody when the caller can grant everything', async () => {
    const boss = await account.signIn('zoe', 'Compliance Officer', 'Account Administrator')
    const { actions, granters } = await asked('roles', boss)
    expect({ actions, granters }).toEqual({ actions: [], granters: [] })
  })

  it('requires the permission to see roles', async () => {
    expect((await account.server.call('GET', pathOf('roles'), { token: account.tokens.rita })).status).toBe(403)
    expect((await account.server.call('GET', pathOf('passwords'), { token: account.tokens.adam })).status).toBe(400)
  })
})
