import type { PortalUser, Role, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { endRoleAssignment } from './end-role-assignment.ts'

const acme = '/api/admin/v1/acme'
const hourMs = 3_600_000
let account: TestAccount<'ruth' | 'olga'>

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('Equities')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('olga', 'Account Administrator')
    .open()
})
afterAll(() => account?.close())

const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()
const path = (person: string, role: string): string =>
  `${acme}/portal_users/${person}/roles/${encodeURIComponent(role)}`

const outcome = async (response: Response) => {
  const body = await response.text()
  return [response.status, body === '' ? null : (JSON.parse(body) as { code?: string }).code]
}
const give = async (
  person: string,
  role: string,
  { hours = 1, token = account.tokens.ruth, reason = 'Holiday' } = {},
) =>
  outcome(
    await account.server.call('PUT', path(person, role), { token, body: { valid_until: inHours(hours), reason } }),
  )
const end = async (person: string, role: string) =>
  outcome(await account.server.call('DELETE', path(person, role), { token: account.tokens.ruth }))
const done = [204, null]

const profileOf = (token: string) => account.server.getJson<UserProfile>(`${acme}/profile`, token)
/** What a Reviewer may do, and an Auditor may not. */
const listGroups = async (token: string) => (await account.server.call('GET', `${acme}/groups`, { token })).status
const listed = async (filter: string) =>
  (await account.server.getJson<{ items: PortalUser[] }>(`${acme}/portal_users?${filter}`, account.tokens.ruth)).items

/** Moves the end into the past. Putting the clock forward instead would expire the tokens. */
const letEnd = (user_reference: string) =>
  account.write((tx) =>
    tx.db
      .updateTable('role_assignments')
      .set({ valid_until: new Date(tx.now.getTime() - 1) })
      .where('client', '=', 'acme')
      .where('user_reference', '=', user_reference)
      .execute(),
  )
const runJob = (user_reference: string, role_reference: string) =>
  endRoleAssignment.handle(
    { platform: account.server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client: 'acme', user_reference, role_reference, valid_until: '' },
  )

const eventsOf = async (user_reference: string) => {
  const rows = await account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events'])
      .where('client', '=', 'acme')
      .orderBy('log_id')
      .execute(),
  )
  return rows
    .flatMap(({ user_id, events }) => events.map(({ event, details }) => ({ user_id, event, details })))
    .filter(({ event, details }) => event.startsWith('portal_user.role') && details.user_reference === user_reference)
}

describe('a role that somebody is given until a time', () => {
  it('counts from their next call on, beside the roles of their identity, and is shown with its end and reason', async () => {
    const token = await account.signIn('ann', 'Auditor')
    expect(await listGroups(token)).toBe(403)
    expect(await give('ann', 'Reviewer', { reason: 'In place of Amir' })).toEqual(done)
    expect(await listGroups(token)).toBe(200)
    expect((await profileOf(token)).roles).toEqual(['Auditor', 'Reviewer'])
    const [ann] = await listed('filter[role]=Reviewer&filter[search]=ann')
    expect(ann).toMatchObject({
      user_reference: 'ann',
      roles: ['Auditor', 'Reviewer'],
      role_assignments: [{ role_reference: 'Reviewer', reason: 'In place of Amir', given_by: 'ruth' }],
    })
    expect((await account.server.getJson<Role>(`${acme}/roles/Reviewer`, account.tokens.ruth)).member_count).toBe(1)
    expect(await eventsOf('ann')).toMatchObject([
      { user_id: 'ruth', event: 'portal_user.role_given', details: { role: 'Reviewer', before: null } },
    ])
  })

  it('ends by itself at its time, before the job that records the end', async () => {
    const token = await account.signIn('bea', 'Auditor')
    await give('bea', 'Reviewer')
    expect(await listGroups(token)).toBe(200)
    await letEnd('bea')
    expect(await listGroups(token)).toBe(403)
    expect((await profileOf(token)).roles).toEqual(['Auditor'])
    expect(await listed('filter[role]=Reviewer&filter[search]=bea')).toEqual([])
    await runJob('bea', 'Reviewer')
    await runJob('bea', 'Reviewer')
    expect((await eventsOf('bea')).map(({ user_id, event }) => [user_id, event])).toEqual([
      ['ruth', 'portal_user.role_given'],
      ['system', 'portal_user.role_expired'],
    ])
  })

  it('lasts on when it was prolonged before its first end', async () => {
    const token = await account.signIn('cal', 'Auditor')
    await give('cal', 'Reviewer')
    await give('cal', 'Reviewer', { hours: 48 })
    await runJob('cal', 'Reviewer')
    expect(await listGroups(token)).toBe(200)
  })

  it('ends when somebody ends it, or removes the person', async () => {
    const token = await account.signIn('dan', 'Auditor')
    await give('dan', 'Reviewer')
    expect(await end('dan', 'Reviewer')).toEqual(done)
    expect(await listGroups(token)).toBe(403)
    expect(await end('dan', 'Reviewer')).toEqual([404, 'request.not_found'])
    expect(await end('dan', 'Auditor')).toEqual([404, 'request.not_found'])
    await give('dan', 'Reviewer')
    const options = { token: account.tokens.olga }
    await account.server.call('DELETE', `${acme}/portal_users/dan`, options)
    await account.server.call('POST', `${acme}/portal_users/dan/restore`, options)
    expect(await listed('filter[role]=Reviewer&filter[search]=dan')).toEqual([])
  })

  it('keeps its role from being deleted until it ends', async () => {
    await account.signIn('eva', 'Auditor')
    await account.addRole('Held for a time', [{ actions_matching: 'payloads:read' }])
    await give('eva', 'Held for a time')
    const remove = async () =>
      outcome(
        await account.server.call('DELETE', `${acme}/roles/Held%20for%20a%20time`, { token: account.tokens.ruth }),
      )
    expect(await remove()).toEqual([409, 'role.in_use'])
    await letEnd('eva')
    expect(await remove()).toEqual(done)
  })
})

describe('giving a role for a time', () => {
  it('is refused beyond what its author could do themselves', async () => {
    await account.signIn('fay', 'Auditor')
    expect(await give('fay', 'Reviewer', { token: account.tokens.olga })).toEqual([403, 'access.exceeds_own'])
    const refused = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('parameters')
        .where('client', '=', 'acme')
        .where('user_id', '=', 'olga')
        .where('denial_reason', '=', 'access.exceeds_own')
        .execute(),
    )
    expect(refused.at(-1)?.parameters).toMatchObject({
      user_reference: 'fay',
      role_reference: 'Reviewer',
      valid_until: expect.stringMatching(/^20/),
    })
    expect(await give('fay', 'Device Manager', { token: account.tokens.olga })).toEqual(done)
  })

  it.each([-1, 0, 367 * 24])('is refused when it would end in %i hours', async (hours) => {
    await account.signIn('gus', 'Auditor')
    expect(await give('gus', 'Reviewer', { hours })).toEqual([400, 'role_assignment.end_out_of_range'])
  })

  it('needs a reason, somebody who is in the account, and a role that exists', async () => {
    await account.signIn('hal', 'Auditor')
    expect(await give('hal', 'Reviewer', { reason: '  ' })).toEqual([400, 'request.invalid'])
    expect(await give('nobody.here', 'Reviewer')).toEqual([404, 'request.not_found'])
    expect(await give('hal', 'No such role')).toEqual([409, 'role.unknown'])
    await account.server.call('DELETE', `${acme}/portal_users/hal`, { token: account.tokens.olga })
    expect(await give('hal', 'Reviewer')).toEqual([409, 'portal_user.is_removed'])
  })
})
