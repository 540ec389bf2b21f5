import type { Granting, Notification, PortalUser, RolePreview } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SupportDesk } from '../../../../../tests/setup/support-desk.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { draft } from '../../../test/account-with-roles.ts'

/** Somebody who has a role for a time can grant what it gives only until its end. */

type Person = 'ruth' | 'tom' | 'kim'
let account: TestAccount<Person>
const acme = '/api/admin/v1/acme'

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London')
    .withRole('Role writers', [{ actions_matching: 'roles:*' }])
    .withRole('Players', [{ actions_matching: 'payloads:play' }])
    .withRole('Everything for a time', [{ actions_matching: '*' }])
    .withPerson('ruth', 'Compliance Officer', 'Account Administrator')
    .withPerson('tom', 'Role writers')
    .withPerson('kim', 'Auditor')
    .open()
})
afterAll(() => account?.close())

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const send = async (who: Person, method: string, path: string, body?: object) => {
  const response = await account.server.call(method, `${acme}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  const text = await response.text()
  return [response.status, text === '' ? null : ((JSON.parse(text) as { code?: string }).code ?? null)]
}
const done = [204, null]
const endsSooner = [403, 'access.ends_sooner']
const give = (who: Person, to: string, role: string, hours: number, reason = 'Holiday') =>
  send(who, 'PUT', `/portal_users/${to}/roles/${encodeURIComponent(role)}`, { valid_until: inHours(hours), reason })
const assignmentsOf = async (person: string) => {
  const path = `${acme}/portal_users?filter[search]=${person}`
  const { items } = await account.server.getJson<{ items: PortalUser[] }>(path, account.tokens.ruth)
  return items[0]?.role_assignments
}
const temporary = 'Everything for a time'

/** Tom may do everything for eight hours. */
beforeEach(async () => {
  for (const person of ['tom', 'kim']) {
    await account.write((tx) =>
      tx.db.deleteFrom('role_assignments').where('client', '=', 'acme').where('user_reference', '=', person).execute(),
    )
  }
  // Written directly, because nobody in this account could grant everything.
  await account.write((tx) =>
    tx.db
      .insertInto('role_assignments')
      .values({
        client: 'acme',
        user_reference: 'tom',
        role_reference: temporary,
        valid_until: inHours(8),
        reason: 'Holiday',
        given_at: tx.now,
        given_by: 'ruth',
      })
      .execute(),
  )
})

describe('with a role for a time', () => {
  it('one gives others what it gives until its end, and no longer', async () => {
    expect(await give('tom', 'kim', 'Players', 9)).toEqual(endsSooner)
    expect(await give('tom', 'kim', 'Players', 7)).toEqual(done)
    expect(await give('tom', 'kim', 'Players', 9)).toEqual(endsSooner)
    // What Tom may do for good can be given for longer.
    expect(await give('tom', 'kim', 'Role writers', 100)).toEqual(done)
  })

  it('one does not change its end', async () => {
    expect(await give('tom', 'tom', temporary, 48)).toEqual(endsSooner)
    expect(await give('tom', 'tom', temporary, 1)).toEqual(endsSooner)
    expect(await assignmentsOf('tom')).toMatchObject([{ given_by: 'ruth', end_changed_by: null }])
    expect(await send('tom', 'DELETE', `/portal_users/tom/roles/${encodeURIComponent(temporary)}`)).toEqual(done)
  })

  it('one does not make what it gives permanent', async () => {
    const permissions = [{ actions_matching: 'payloads:play' }]
    expect(await send('tom', 'PUT', '/roles/New', { version: 0, ...draft(), permissions })).toEqual(endsSooner)
    const body = { ...draft(), permissions, test_cases: [] }
    const preview = await account.server.call('POST', `${acme}/roles/New/preview`, { token: account.tokens.tom, body })
    expect(((await preview.json()) as RolePreview).exceeds_own).toMatchObject({ ends_sooner: true })
    const app = {
      roles: ['Players'],
      group: null,
      cidr_ranges: null,
      oidc_config: { issuer: 'https://id.example', audience: 'urn:robot', jwks_uri: 'https://id.example/keys' },
    }
    expect(await send('tom', 'POST', '/account/apps/robot', app)).toEqual(endsSooner)
    const defaults = { version: 1, user_group: null, role: 'Players', cidr_ranges: null }
    expect(await send('tom', 'PUT', '/account/defaults', defaults)).toEqual(endsSooner)
    const path = `${acme}/access/granting?edited=roles`
    const granting = await account.server.getJson<Granting>(path, account.tokens.tom)
    expect(granting.actions).toContain('payloads:play')
    expect(granting.actions).not.toContain('roles:write')
  })

  it('one opens nothing by tags that would stay open afterwards', async () => {
    await account.addRole('Of Lisbon', [
      { actions_matching: 'payloads:read', conditions: [{ keys_matching: 'city', values_matching: 'Lisbon' }] },
    ])
    expect(
      await send('ruth', 'PUT', '/tags/city', {
        version: 0,
        tag_values: null,
        is_required: false,
        default_value: null,
      }),
    ).toEqual([200, null])
    await account.signIn('tom', 'Role writers', 'Of Lisbon')
    const tags = [{ tag_key: 'city', tag_value: 'Lisbon' }]
    expect(await send('tom', 'PUT', '/groups/London', { version: 1, tags })).toEqual([403, 'access.exceeds_own'])
    await account.signIn('tom', 'Role writers')
    await account.signIn('lisa', 'Of Lisbon')
    // Neither can he accept that it stays open for others: he could read it himself for eight hours only.
    for (const query of ['', '?accept_gains=true'])
      expect(await send('tom', 'PUT', `/groups/London${query}`, { version: 1, tags })).toEqual(endsSooner)
  })
})

describe('what opens to others', () => {
  it('is accepted by nobody who may change tags for a time only', async () => {
    await account.addRole('Tags groups', [{ actions_matching: 'groups:*' }])
    await account.addRole('Of Porto', [
      { actions_matching: 'payloads:play', conditions: [{ names_matching: 'Lon*' }, { keys_matching: 'port' }] },
    ])
    await send('ruth', 'PUT', '/tags/port', { version: 0, tag_values: null, is_required: false, default_value: null })
    await account.signIn('pia', 'Of Porto')
    const body = { version: 1, tags: [{ tag_key: 'port', tag_value: 'yes' }] }
    const path = '/groups/London?accept_gains=true'
    expect(await give('ruth', 'kim', 'Tags groups', 5)).toEqual(done)
    expect(await send('kim', 'PUT', path, body)).toEqual(endsSooner)
    await account.signIn('kim', 'Tags groups')
    expect(await send('kim', 'PUT', '/groups/London', body)).toEqual([409, 'access.opens_to_others'])
    expect(await send('kim', 'PUT', path, body)).toEqual([200, null])
  })
})

describe('a changed end', () => {
  it('keeps who gave the role, and tells them', async () => {
    expect(await give('ruth', 'kim', 'Players', 5, 'In place of Amir')).toEqual(done)
    expect(await give('tom', 'kim', 'Players', 7, 'Amir is still away')).toEqual(done)
    expect(await assignmentsOf('kim')).toMatchObject([
      {
        role_reference: 'Players',
        reason: 'In place of Amir',
        given_by: 'ruth',
        end_changed_by: 'tom',
        end_change_reason: 'Amir is still away',
      },
    ])
    const { items } = await account.server.getJson<{ items: Notification[] }>(
      `${acme}/notifications`,
      account.tokens.ruth,
    )
    expect(items).toMatchObject([{ kind: 'role_end_changed', caused_by: 'tom', name: 'Players' }])
  })

  it('starts anew once the role had ended', async () => {
    await give('ruth', 'kim', 'Players', 5)
    await account.write((tx) =>
      tx.db
        .updateTable('role_assignments')
        .set({ valid_until: new Date(tx.now.getTime() - 1) })
        .where('client', '=', 'acme')
        .where('user_reference', '=', 'kim')
        .execute(),
    )
    expect(await give('tom', 'kim', 'Players', 3)).toEqual(done)
    expect(await assignmentsOf('kim')).toMatchObject([{ given_by: 'tom', end_changed_by: null }])
  })
})

it('staff on a visit add nothing to a role that would outlast the visit', async () => {
  const desk = await SupportDesk.open(account.server, 'acme', account.tokens.ruth)
  const visit = await desk.approved('Account Administrator')
  const put = async (path: string, body: object) => {
    const response = await desk.visit('PUT', `${acme}${path}`, visit, { body })
    return [response.status, ((await response.json()) as { code?: string }).code ?? null]
  }
  const permissions = [{ actions_matching: 'devices:read' }]
  expect(await put('/roles/Left', { version: 0, ...draft({ permissions }) })).toEqual(endsSooner)
  const denials = permissions.map((one) => ({ ...one, is_denied: true }))
  expect(await put('/roles/Left', { version: 0, ...draft({ permissions: denials }) })).toEqual([200, null])
  const defaults = { version: 1, user_group: null, role: 'Players', cidr_ranges: null }
  expect((await put('/account/defaults', defaults))[0]).toBe(403)
})
