import type { DeviceUser, Notification, RoleDraft, RoleDraftDetail } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { refusal } from '../../../test/account-with-roles.ts'

/** People who may not see roles follow what they handed over: tom and tina move people, olga may approve that. */

type Person = 'olga' | 'tom' | 'tina'
let account: TestAccount<Person>
const base = '/api/admin/v1/acme'

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon')
    .withPerson('olga', 'Compliance Officer', 'Account Administrator')
    .withPerson('tom', 'Device Manager')
    .withPerson('tina', 'Device Manager')
    .open()
  await account.write((tx) =>
    addRows(
      tx,
      'device_users',
      ['ana', 'bea', 'cid'].map((device_user_reference) => ({ device_user_reference, group: 'London' })),
    ),
  )
})
afterAll(() => account?.close())

const send = (method: string, path: string, body?: object, who: Person = 'tom') =>
  account.server.call(method, `${base}${path}`, { token: account.tokens[who], ...(body && { body }) })
const get = <T>(path: string, who: Person = 'tom') => account.server.getJson<T>(`${base}${path}`, account.tokens[who])
const handing = async (reference: string, who: Person = 'tom', note = 'New desk') => {
  const { version } = await get<DeviceUser>(`/users/${reference}`)
  return send('POST', `/role_drafts/users/${reference}`, { version, group: 'Lisbon', note }, who)
}
const handOver = async (reference: string, who: Person = 'tom') => {
  const response = await handing(reference, who)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as RoleDraft
}
const pathOf = ({ draft_reference }: RoleDraft) => `/role_drafts/${draft_reference}`
const waiting = async (who: Person) =>
  (await get<{ items: RoleDraft[] }>('/role_drafts?filter[state]=waiting', who)).items

describe('people who may not see roles', () => {
  it('read what they handed over and what became of it, without the names of those who may approve it', async () => {
    const handed = await handOver('ana')
    expect(await waiting('tom')).toEqual([handed])
    expect((await get<RoleDraftDetail>(pathOf(handed), 'olga')).approvers?.people).toMatchObject([
      { user_reference: 'olga' },
    ])
    const shown = await get<RoleDraftDetail>(pathOf(handed))
    expect(shown).toMatchObject({ state: 'waiting', change: { group: 'Lisbon' }, approvers: { total: 1, people: [] } })
    await send('PUT', pathOf(handed), { state: 'rejected', decision_note: 'Not this year' }, 'olga')
    expect(await get<RoleDraftDetail>(pathOf(handed))).toMatchObject({
      state: 'rejected',
      decided_by: 'olga',
      decision_note: 'Not this year',
      approvers: null,
    })
    const { items } = await get<{ items: Notification[] }>('/notifications?limit=100')
    expect(items).toMatchObject([
      { kind: 'role_draft_rejected', reference: handed.draft_reference, name: 'ana', is_hidden: false },
    ])
  })

  it('withdraw it', async () => {
    const handed = await handOver('bea')
    expect((await send('DELETE', pathOf(handed))).status).toBe(204)
    expect(await get<RoleDraftDetail>(pathOf(handed))).toMatchObject({ state: 'withdrawn', decided_by: 'tom' })
    expect(await refusal(send('DELETE', pathOf(handed)))).toMatchObject({ status: 409, code: 'role_draft.is_decided' })
  })

  it('learn nothing of what others handed over, and decide on nothing', async () => {
    const handed = await handOver('bea')
    expect(await waiting('tina')).toEqual([])
    const unknown = { status: 404, code: 'request.not_found' }
    expect(await refusal(send('GET', pathOf(handed), undefined, 'tina'))).toMatchObject(unknown)
    expect(await refusal(send('DELETE', pathOf(handed), undefined, 'tina'))).toMatchObject(unknown)
    expect((await send('PUT', pathOf(handed), { state: 'approved' }, 'tina')).status).toBe(403)
    expect((await send('PUT', pathOf(handed), { state: 'approved' })).status).toBe(403)
    await send('DELETE', pathOf(handed))
  })
})

it('nobody hands the same change over twice while it waits', async () => {
  const handed = await handOver('cid')
  const again = { status: 409, code: 'role_draft.is_waiting' }
  expect(await refusal(handing('cid', 'tom', 'Another reason'))).toMatchObject(again)
  // What others hand over is not told.
  await handOver('cid', 'tina')
  await send('DELETE', pathOf(handed))
  expect((await handing('cid')).status).toBe(200)
})
