import type { AccountSettings, DeviceUser, MoveImpact, RoleDraft, UserActivity } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { refusal } from '../../../test/account-with-roles.ts'

/**
 * Who gains and loses by a move from London to Lisbon: lisa hears Lisbon, lou hears London, olga hears everybody. maya and mick move
 * people and hear nobody; mick may not see roles. liam moves people and hears Lisbon.
 */
type Person = 'olga' | 'adam' | 'maya' | 'mick' | 'liam' | 'lisa' | 'lou'
let account: TestAccount<Person>
const base = '/api/admin/v1/acme'
const people = { actions_matching: 'device_users:*' }
const hears = (group: string) => [
  { actions_matching: 'payloads:read', conditions: [{ names_matching: group }] },
  { actions_matching: 'payloads:play', conditions: [{ names_matching: group }] },
]

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withRole('Lisbon', hears('Lisbon'))
    .withRole('London', hears('London'))
    .withRole('People', [people])
    .withRole('People and roles', [people, { actions_matching: 'roles:read' }])
    .withPerson('olga', 'Compliance Officer', 'Account Administrator')
    .withPerson('adam', 'Account Administrator', 'Compliance Officer')
    .withPerson('maya', 'People and roles')
    .withPerson('mick', 'People')
    .withPerson('liam', 'People', 'Lisbon')
    .withPerson('lisa', 'Lisbon')
    .withPerson('lou', 'London')
    .open()
  await account.write((tx) =>
    addRows(
      tx,
      'device_users',
      ['ana', 'bea', 'cid', 'dan', 'eve', 'flo'].map((device_user_reference) => ({
        device_user_reference,
        group: 'London',
      })),
    ),
  )
})
afterAll(() => account?.close())

const send = (method: string, path: string, body: object | undefined, who: Person = 'olga') =>
  account.server.call(method, `${base}${path}`, { token: account.tokens[who], ...(body && { body }) })
const saved = async <T>(answer: Promise<Response>): Promise<T> => {
  const response = await answer
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}
const preview = (body: object, who: Person = 'maya') => send('POST', '/device_user_moves/preview', body, who)
const get = (reference: string) => account.server.getJson<DeviceUser>(`${base}/users/${reference}`, account.tokens.olga)
const move = async (reference: string, who: Person, query = '') => {
  const { group: _, ...person } = await get(reference)
  const { services, expected_device_count, email, first_name, surname, version } = person
  const body = { services, expected_device_count, email, first_name, surname, version, group: 'Lisbon' }
  return send('PUT', `/users/${reference}${query}`, body, who)
}
const handOver = async (reference: string, who: Person) =>
  saved<RoleDraft>(
    send(
      'POST',
      `/role_drafts/users/${reference}`,
      { version: (await get(reference)).version, group: 'Lisbon', note: 'New desk' },
      who,
    ),
  )
const decide = ({ draft_reference }: RoleDraft, who: Person, state = 'approved') =>
  send('PUT', `/role_drafts/${draft_reference}`, { state }, who)
const eventsOf = (reference: string) =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events'])
      .where('client', '=', tx.client)
      .orderBy('log_id')
      .execute()
    return rows.flatMap(({ user_id, events }) =>
      events
        .filter(({ details }) => details.device_user_reference === reference)
        .map(({ event, details }) => ({ user_id, event, details })),
    )
  })

describe('before a move', () => {
  it('its author sees who gains and who loses, first those who gain what the author could not give', async () => {
    const impact = await saved<MoveImpact>(preview({ device_user_references: ['ana', 'bea'], group: 'Lisbon' }))
    expect(impact).toMatchObject({ moving: 2, exceeds_own: null, gaining: 2, losing: 1, beyond_own_total: 2 })
    const listed = impact.assignees.map(({ reference, is_beyond_own, gained, lost }) => [
      reference,
      is_beyond_own,
      gained.map(({ action }) => action),
      lost.map(({ action }) => action),
    ])
    const both = ['payloads:read', 'payloads:play']
    expect(listed.toSorted()).toEqual([
      ['liam', true, both, []],
      ['lisa', true, both, []],
      ['lou', false, [], both],
    ])
    expect(impact.assignees.at(-1)?.reference).toBe('lou')
  })

  it('is told what the author would gain, who could therefore not make it', async () => {
    const impact = await saved<MoveImpact>(preview({ device_user_references: ['ana'], group: 'Lisbon' }, 'liam'))
    expect(impact.exceeds_own).toMatchObject({ action: 'payloads:read' })
  })

  it('nobody is named to somebody who may not see roles', async () => {
    const impact = await saved<MoveImpact>(preview({ device_user_references: ['ana'], group: 'Lisbon' }, 'mick'))
    expect(impact).toMatchObject({ gaining: 2, losing: 1 })
    expect(impact.assignees.map(({ reference }) => reference)).toEqual([null, null, null])
  })

  it('nobody gains in the group where they are already', async () => {
    expect(await saved(preview({ device_user_references: ['ana'], group: 'London' }))).toMatchObject({
      moving: 0,
      gaining: 0,
      losing: 0,
    })
  })

  it.each<[string, object, Person, number]>([
    ['without the action', { device_user_references: ['ana'], group: 'Lisbon' }, 'lisa', 403],
    ['of somebody who is not there', { device_user_references: ['ana', 'zoe'], group: 'Lisbon' }, 'maya', 404],
    ['to a group that is not there', { device_user_references: ['ana'], group: 'Nowhere' }, 'maya', 409],
    ['of nobody', { device_user_references: [], group: 'Lisbon' }, 'maya', 400],
    ['of the same person twice', { device_user_references: ['ana', 'ana'], group: 'Lisbon' }, 'maya', 400],
    [
      'of 101 people',
      { device_user_references: Array.from({ length: 101 }, (_, index) => `p${index}`), group: 'Lisbon' },
      'maya',
      400,
    ],
  ])('is refused %s', async (_, body, who, status) => {
    expect((await preview(body, who)).status).toBe(status)
  })
})

describe('a move that gives others what its author could not', () => {
  it('is made when the author accepts that, and is on the trail as a grant', async () => {
    expect(await refusal(move('ana', 'maya'))).toMatchObject({ status: 409, code: 'access.opens_to_others' })
    expect((await get('ana')).group).toBe('London')
    await saved(move('ana', 'maya', '?accept_gains=true'))
    expect((await get('ana')).group).toBe('Lisbon')
    const granted = (await eventsOf('ana')).find(({ event }) => event === 'access.granted')
    expect(granted).toMatchObject({ user_id: 'maya', details: { total: 2, beyond_own_total: 2 } })
    expect(granted?.details).toMatchObject({
      actions: ['payloads:read', 'payloads:play'],
      people: ['liam', 'lisa'],
      apps: [],
    })
    expect(JSON.stringify(granted)).toContain('"group_reference":"Lisbon"')
    // The title of the entry is the change. Who gained access stands beside it.
    const moved = `/activities?limit=1&filter[did][]=device_user.updated&filter[subjects][]=device_user:ana`
    expect(
      (await account.server.getJson<{ items: UserActivity[] }>(`${base}${moved}`, account.tokens.olga)).items,
    ).toMatchObject([
      {
        event: 'device_user.updated',
        brief: {
          changes: [{ field: 'group', before: ['London'], after: ['Lisbon'] }],
          granted: { people: 'liam, lisa', actions: 'payloads:read, payloads:play' },
        },
      },
    ])
  })

  it('needs no word of somebody who hears both groups, and is a grant all the same', async () => {
    await saved(move('bea', 'olga'))
    expect(await eventsOf('bea')).toMatchObject([
      { event: 'access.granted', details: { beyond_own_total: 0 } },
      { event: 'device_user.updated' },
    ])
  })
})

describe('a move that its author may not make', () => {
  it('is handed over, and made when somebody who may approves', async () => {
    expect(await refusal(move('cid', 'liam', '?accept_gains=true'))).toMatchObject({ code: 'access.exceeds_own' })
    const handed = await handOver('cid', 'liam')
    expect(handed).toMatchObject({ kind: 'device_user', subject: 'cid', state: 'waiting' })
    expect((await get('cid')).group).toBe('London')
    expect(await saved(decide(handed, 'olga'))).toMatchObject({ state: 'approved', decided_by: 'olga' })
    expect(await get('cid')).toMatchObject({ group: 'Lisbon', updated_by: 'olga' })
  })

  it('is not made if the person was changed since, or by its author, or when it is rejected', async () => {
    const handed = await handOver('dan', 'liam')
    expect((await decide(handed, 'liam')).status).toBe(403)
    const { services, expected_device_count, email, surname, group, version } = await get('dan')
    const body = { services, expected_device_count, email, first_name: 'Daniel', surname, group, version }
    await saved(send('PUT', '/users/dan', body))
    expect(await refusal(decide(handed, 'olga'))).toMatchObject({ status: 409 })
    expect((await get('dan')).group).toBe('London')
    const again = await handOver('eve', 'liam')
    await saved(decide(again, 'olga', 'rejected'))
    expect((await get('eve')).group).toBe('London')
  })

  it('cannot be handed over by somebody who may not change the person', async () => {
    const body = { version: 1, group: 'Lisbon', note: 'x' }
    expect((await send('POST', '/role_drafts/users/flo', body, 'lisa')).status).toBe(403)
    expect((await send('POST', '/role_drafts/users/nobody', body, 'liam')).status).toBe(404)
    expect(await refusal(send('POST', '/role_drafts/users/flo', { ...body, group: 'Nowhere' }, 'liam'))).toMatchObject({
      code: 'group.unknown',
    })
  })
})

it('where second persons are needed, nobody opens recordings by a move alone', async () => {
  const settings = await account.server.getJson<AccountSettings>(`${base}/account/settings`, account.tokens.olga)
  const { version, is_word_search_on, is_asking_before_pictures } = settings
  const body = { version, is_word_search_on, is_asking_before_pictures, needs_second_person: true }
  await saved(send('PUT', '/account/settings', body))
  expect(await refusal(move('flo', 'olga'))).toMatchObject({ status: 409, code: 'access.needs_second_person' })
  const handed = await handOver('flo', 'maya')
  await saved(decide(handed, 'olga'))
  expect((await get('flo')).group).toBe('Lisbon')
})
