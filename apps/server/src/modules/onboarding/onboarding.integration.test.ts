import type { DeviceConfiguration, DeviceUser } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything with people in both groups; lara with those of London, and hears London alone; rita only reads. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  const inLondon = [{ names_matching: 'London' }]
  await account.addRole('London desk', [
    { actions_matching: 'device_users:*', conditions: inLondon },
    { actions_matching: 'payloads:*', conditions: inLondon },
  ])
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Reviewer')
})
afterAll(() => account?.close())

const person = {
  group: 'London',
  services: ['calls'],
  expected_device_count: 2,
  email: 'noor@example.com',
  first_name: 'Noor',
  surname: 'Aziz',
}

const users = (reference: string) => `/api/admin/v1/northwind/users/${encodeURIComponent(reference)}`
const send = (method: string, reference: string, fields: object = {}, token = boss) =>
  account.server.call(method, users(reference), { token, body: { ...person, ...fields } })
const offboard = (reference: string, { version, token = boss }: { version?: number; token?: string } = {}) =>
  account.server.call('DELETE', `${users(reference)}${version === undefined ? '' : `?version=${version}`}`, { token })
const answered = async (response: Promise<Response>): Promise<DeviceUser> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as DeviceUser
}
const outcome = async (response: Promise<Response>) => outcomeOf(await response)
const configurationOf = async (token: string) =>
  (await (await account.call(token, 'GET', '/configuration')).json()) as DeviceConfiguration

const trailOf = (reference: string) =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['call', 'events', 'group'])
      .where('client', '=', tx.client)
      .orderBy('log_id')
      .execute()
    return rows
      .flatMap(({ events, group }) => events.map((event) => ({ ...event, group })))
      .filter(({ details }) => details.device_user_reference === reference)
  })

describe('a person who is onboarded', () => {
  it('is there with what was said of them, and their device can authenticate', async () => {
    const noor = await answered(send('POST', 'noor.aziz', { version: 0 }))
    expect(noor).toMatchObject({ ...person, is_active: true, is_legacy: false, version: 1, updated_by: 'boss' })
    expect(noor).toMatchObject({ onboard_date: noor.updated_at, offboard_date: null })
    await account.verified('NOOR-1', { body: { device_user_reference: 'noor.aziz' } })
    expect(await account.device('NOOR-1')).toMatchObject({ group: 'London', services: ['calls'], first_name: 'Noor' })
    expect(await trailOf('noor.aziz')).toEqual([
      {
        event: 'device_user.onboarded',
        details: { device_user_reference: 'noor.aziz', before: null, after: { ...person, is_active: true } },
        group: 'London',
      },
    ])
  })

  it('cannot be onboarded twice, also not by somebody who may not see them', async () => {
    await answered(send('POST', 'liv.berg', { group: 'Lisbon' }))
    for (const body of [{ version: 0 }, {}, { version: 1 }]) {
      expect(await outcome(send('POST', 'liv.berg', body))).toEqual([409, 'device_user.exists'])
    }
    await answered(offboard('liv.berg'))
    expect(await outcome(send('POST', 'liv.berg', { version: 0 }))).toEqual([409, 'device_user.exists'])
    expect(await outcome(send('POST', 'liv.berg', {}, lara))).toEqual([409, 'device_user.exists'])
  })

  it.each([
    ['a', {}],
    [',comma', {}],
    ['a'.repeat(61), {}],
    ['turned\u202e', {}],
    ['fine', { first_name: '' }],
    ['fine', { surname: 'x'.repeat(36) }],
    ['fine', { email: 'nobody' }],
    ['fine', { services: [] }],
    ['fine', { services: ['calls', 'calls'] }],
    ['fine', { services: ['telepathy'] }],
    ['fine', { expected_device_count: -1 }],
    ['fine', { expected_device_count: 1.5 }],
    ['fine', { is_active: true }],
  ])('is refused with wrong values: %s %j', async (reference, fields) => {
    expect(await outcome(send('POST', reference, fields))).toEqual([400, 'request.invalid'])
  })

  it('needs the right in a group that the caller may see', async () => {
    expect(await outcome(send('POST', 'new.one', {}, rita))).toEqual([403, 'auth.forbidden'])
    expect(await outcome(send('POST', 'new.one', { group: 'Lisbon' }, lara))).toEqual([409, 'group.unknown'])
    expect(await outcome(send('POST', 'new.one', { group: 'Nowhere' }, lara))).toEqual([409, 'group.unknown'])
    expect((await account.server.call('POST', users('new.one'), { body: person })).status).toBe(401)
    expect((await account.server.call('GET', users('new.one'), { token: boss })).status).toBe(404)
  })
})

describe('a change of a person', () => {
  it('reaches their devices at once, and is on the trail with from and to', async () => {
    await answered(send('POST', 'mia.wong'))
    const { access_token } = await account.verified('MIA-1', { body: { device_user_reference: 'mia.wong' } })
    const changed = await answered(
      send('PUT', 'mia.wong', { version: 1, first_name: 'Mia', services: ['calls', 'sms'], expected_device_count: 1 }),
    )
    expect(changed).toMatchObject({ first_name: 'Mia', version: 2 })
    expect(await account.device('MIA-1')).toMatchObject({ first_name: 'Mia', held_since: null, updated_by: 'boss' })
    expect((await configurationOf(access_token)).services).toEqual(['calls', 'sms'])
    const before = { ...person, is_active: true }
    expect((await trailOf('mia.wong')).at(-1)).toMatchObject({
      event: 'device_user.updated',
      details: {
        before,
        after: { ...before, first_name: 'Mia', services: ['calls', 'sms'], expected_device_count: 1 },
        device_references: ['MIA-1'],
      },
    })
  })

  it('that changes nothing leaves the version, and one of an older version is refused', async () => {
    await answered(send('POST', 'sam.same'))
    expect(await answered(send('PUT', 'sam.same', { version: 1 }))).toMatchObject({ version: 1 })
    expect((await trailOf('sam.same')).at(-1)).toMatchObject({ event: 'record.unchanged' })
    await answered(send('PUT', 'sam.same', { surname: 'Other' }))
    expect(await outcome(send('PUT', 'sam.same', { version: 1 }))).toEqual([409, 'edit.conflict'])
    expect(await outcome(offboard('sam.same', { version: 1 }))).toEqual([409, 'edit.conflict'])
  })

  it('is refused to others, who do not learn whether somebody of another group exists', async () => {
    expect(await outcome(send('PUT', 'joe.low', { group: 'Lisbon' }, lara))).toEqual([404, 'request.not_found'])
    expect(await outcome(send('PUT', 'nobody.here', { group: 'Lisbon' }, lara))).toEqual([404, 'request.not_found'])
    expect(await outcome(offboard('joe.low', { token: lara }))).toEqual([404, 'request.not_found'])
    expect(await outcome(send('PUT', 'joe.low', {}, rita))).toEqual([403, 'auth.forbidden'])
    await account.server.openAccount('globex')
    const stranger = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Device Manager'] })
    expect((await send('PUT', 'joe.low', {}, stranger)).status).toBe(401)
  })
})

describe('a person who moves to another group', () => {
  it('takes their devices along: what is recorded from then on belongs to the new group', async () => {
    await answered(send('POST', 'kim.park'))
    await account.verified('KIM-1', { body: { device_user_reference: 'kim.park' } })
    await answered(send('PUT', 'kim.park', { group: 'Lisbon' }))
    const moved = await account.device('KIM-1')
    expect(moved).toMatchObject({ group: 'Lisbon', device_user_reference: 'kim.park', held_since: expect.any(String) })
    const former = await account.read((tx) =>
      tx.db
        .selectFrom('former_holders')
        .select(['device_user_reference', 'group', 'held_until'])
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'KIM-1')
        .execute(),
    )
    expect(former).toEqual([{ device_user_reference: 'kim.park', group: 'London', held_until: moved?.held_since }])
  })

  it('is not moved by somebody who could then do more with what they record', async () => {
    await account.addRole('Hears Lisbon', [
      { actions_matching: 'device_users:*' },
      { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Lisbon' }] },
    ])
    const liam = await account.signIn('liam', 'Hears Lisbon')
    await answered(send('POST', 'eve.hart'))
    const refused = await send('PUT', 'eve.hart', { group: 'Lisbon' }, liam)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'access.exceeds_own',
      details: { action: 'payloads:read', payload_type: expect.any(String) },
    })
    await answered(offboard('eve.hart'))
    expect(await outcome(send('POST', 'eve.hart', { group: 'Lisbon' }, liam))).toEqual([403, 'access.exceeds_own'])
    // The other way they lose access.
    expect(await outcome(send('POST', 'eve.hart', { group: 'Lisbon' }))).toEqual([409, 'access.opens_to_others'])
    const address = `${users('eve.hart')}?accept_gains=true`
    await answered(account.server.call('POST', address, { token: boss, body: { ...person, group: 'Lisbon' } }))
    expect(await answered(send('PUT', 'eve.hart', { group: 'London' }, liam))).toMatchObject({ group: 'London' })
  })
})

describe('a person who is offboarded', () => {
  it('keeps their past; their devices are told to record nothing, and cannot authenticate again', async () => {
    await answered(send('POST', 'leo.dias'))
    const { access_token } = await account.verified('LEO-1', { body: { device_user_reference: 'leo.dias' } })
    const gone = await answered(offboard('leo.dias', { version: 1 }))
    expect(gone).toMatchObject({ ...person, is_active: false, offboard_date: gone.updated_at, version: 2 })
    expect((await configurationOf(access_token)).services).toEqual([])
    expect(await outcomeOf(await account.verify('LEO-1', { body: { device_user_reference: 'leo.dias' } }))).toEqual([
      409,
      'device.unknown_user',
    ])
    expect(await outcome(offboard('leo.dias'))).toEqual([409, 'device_user.is_offboarded'])
    expect((await trailOf('leo.dias')).at(-1)).toMatchObject({
      event: 'device_user.offboarded',
      details: { before: { is_active: true }, after: { is_active: false } },
      group: 'London',
    })
  })

  it('comes back with a new onboard_date and without an offboard_date', async () => {
    const gone = await answered(account.server.call('GET', users('leo.dias'), { token: boss }))
    expect(await outcome(send('POST', 'leo.dias', { version: 1 }))).toEqual([409, 'edit.conflict'])
    const back = await answered(send('POST', 'leo.dias', { version: gone.version }))
    expect(back).toMatchObject({ is_active: true, offboard_date: null, onboard_date: back.updated_at, version: 3 })
    await account.verified('LEO-1', { body: { device_user_reference: 'leo.dias' } })
    expect((await trailOf('leo.dias')).map(({ event }) => event)).toEqual([
      'device_user.onboarded',
      'device_user.offboarded',
      'device_user.onboarded',
    ])
  })
})
