import type { DeviceUser, MoveImpact, Notification, Overview, RoleDraft, RoleDraftDetail } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

/**
 * A move to Lisbon lets lisa play what the person records. tom moves people. olivia may change people and see roles, but plays nothing;
 * helen plays everything, but may not change people.
 */
type Person = 'olivia' | 'helen' | 'tom' | 'lisa'
let account: TestAccount<Person>
const base = '/api/admin/v1/acme'
const inLisbon = { conditions: [{ names_matching: 'Lisbon' }] }

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withRole('Lisbon', [
      { actions_matching: 'payloads:read', ...inLisbon },
      { actions_matching: 'payloads:play', ...inLisbon },
    ])
    .withPerson('olivia', 'Account Administrator')
    .withPerson('helen', 'Compliance Officer')
    .withPerson('tom', 'Device Manager')
    .withPerson('lisa', 'Lisbon')
    .open()
  await account.write((tx) =>
    addRows(
      tx,
      'device_users',
      ['ana', 'bea'].map((device_user_reference) => ({ device_user_reference, group: 'London' })),
    ),
  )
})
afterAll(() => account?.close())

const get = <T>(path: string, who: Person) => account.server.getJson<T>(`${base}${path}`, account.tokens[who])
const post = async <T>(path: string, body: object) => {
  const response = await account.server.call('POST', `${base}${path}`, { token: account.tokens.tom, body })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}
const handOver = async (reference: string) => {
  const { version } = await get<DeviceUser>(`/users/${reference}`, 'tom')
  return post<RoleDraft>(`/role_drafts/users/${reference}`, { version, group: 'Lisbon', note: 'New desk' })
}
const approve = ({ draft_reference }: RoleDraft, who: Person) =>
  account.server.call('PUT', `${base}/role_drafts/${draft_reference}`, {
    token: account.tokens[who],
    body: { state: 'approved' },
  })
const previewed = () =>
  post<MoveImpact>('/device_user_moves/preview', { device_user_references: ['ana'], group: 'Lisbon' })
const approversOf = async ({ draft_reference }: RoleDraft) =>
  (await get<RoleDraftDetail>(`/role_drafts/${draft_reference}`, 'olivia')).approvers
const counted = async (who: Person) => (await get<Overview>('/overview', who)).role_drafts?.total
const toldOf = async ({ draft_reference }: RoleDraft, who: Person) => {
  const { items } = await get<{ items: Notification[] }>('/notifications?limit=100', who)
  return items.filter(({ reference }) => reference === draft_reference).map(({ kind }) => kind)
}

describe('a move that nobody may approve', () => {
  it('is neither counted for nor told to people who could not grant it or may not move people', async () => {
    expect(await previewed()).toMatchObject({ gaining: 1, has_approver: false })
    const handed = await handOver('ana')
    expect(await approversOf(handed)).toEqual({ total: 0, people: [] })
    for (const who of ['olivia', 'helen'] as const) {
      expect(await counted(who)).toBe(0)
      expect(await toldOf(handed, who)).toEqual([])
    }
    expect((await approve(handed, 'olivia')).status).toBe(409)
  })

  it('can be approved once somebody has the roles for it, who is told of later ones', async () => {
    await account.server.setRoles('acme', 'helen', ['Compliance Officer', 'Account Administrator'])
    expect(await previewed()).toMatchObject({ has_approver: true })
    const handed = await handOver('bea')
    expect(await approversOf(handed)).toMatchObject({ total: 1, people: [{ user_reference: 'helen' }] })
    expect([await counted('helen'), await counted('olivia')]).toEqual([2, 0])
    expect([await toldOf(handed, 'helen'), await toldOf(handed, 'olivia')]).toEqual([['role_draft_handed_over'], []])
    expect((await approve(handed, 'helen')).status).toBe(200)
    expect(await counted('helen')).toBe(1)
  })
})

it('a move of somebody who was changed since is not counted', async () => {
  const { group: _, ...person } = await get<DeviceUser>('/users/ana', 'tom')
  const { services, expected_device_count, email, surname, version } = person
  const body = { services, expected_device_count, email, surname, version, first_name: 'Anabel', group: 'London' }
  const saved = await account.server.call('PUT', `${base}/users/ana`, { token: account.tokens.tom, body })
  expect(saved.status).toBe(200)
  expect(await counted('helen')).toBe(0)
})
