import type {
  ListTotal,
  Notification,
  Overview,
  RoleDraft,
  RoleDraftDetail,
  RoleFields,
  UserActivity,
  UserActivityEntry,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { AccountWithRoles, draft, refusal } from '../../../test/account-with-roles.ts'
import { tellApprovers } from './tell-approvers.ts'

const base = '/api/admin/v1/northwind/role_drafts'
type Person = 'olga' | 'adam'
let account: AccountWithRoles
beforeAll(async () => {
  account = await AccountWithRoles.open()
})
afterAll(() => account.close())

const read = { actions_matching: 'payloads:read' }
const play = { actions_matching: 'payloads:play' }

const post = (role_reference: string, version: number, fields: Partial<RoleFields>, who: Person = 'adam') =>
  account.server.call('POST', base, {
    token: account.tokens[who],
    body: { role_reference, version, ...draft(fields), note: 'For the review of March' },
  })
/** Hands a role over that adam may not grant. */
const handedOver = async (
  role_reference: string,
  version = 0,
  fields: Partial<RoleFields> = { permissions: [read, play] },
) => {
  const response = await post(role_reference, version, fields)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as RoleDraft
}
const decide = ({ draft_reference }: RoleDraft, state: 'approved' | 'rejected', who: Person = 'olga') =>
  account.server.call('PUT', `${base}/${draft_reference}`, {
    token: account.tokens[who],
    body: { state, decision_note: 'Agreed by phone' },
  })
const withdraw = ({ draft_reference }: RoleDraft, who: Person = 'adam') =>
  account.server.call('DELETE', `${base}/${draft_reference}`, { token: account.tokens[who] })
const stored = ({ draft_reference }: RoleDraft) =>
  account.server.getJson<RoleDraftDetail>(`${base}/${draft_reference}`, account.tokens.olga)
const existsRole = async (role: string) =>
  (await account.server.call('GET', `/api/admin/v1/northwind/roles/${role}`, { token: account.tokens.olga })).ok

describe('a role that its author may not grant', () => {
  it('changes nothing when it is handed over, and is saved in one step by somebody who may', async () => {
    const handed = await handedOver('Players')
    expect(handed).toMatchObject({ state: 'waiting', handed_over_by: 'adam', note: 'For the review of March' })
    expect(await existsRole('Players')).toBe(false)
    const waiting = await account.server.getJson<{ items: RoleDraft[] }>(
      `${base}?filter[state]=waiting`,
      account.tokens.olga,
    )
    expect(waiting.items).toEqual([handed])
    expect(await (await decide(handed, 'approved')).json()).toMatchObject({ state: 'approved', decided_by: 'olga' })
    expect(await account.get('Players')).toMatchObject({ permissions: [read, play], version: 1, updated_by: 'olga' })
    const changes = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'events'])
        .where('client', '=', 'northwind')
        .where('call', '=', 'PUT /role_drafts/{draft_reference}')
        .execute(),
    )
    expect(changes).toMatchObject([
      {
        user_id: 'olga',
        events: [
          { event: 'role.created', details: { role_reference: 'Players' } },
          { event: 'role_draft.approved', details: { requested_by: 'adam', reason: 'Agreed by phone' } },
        ],
      },
    ])
    expect(await refusal(decide(handed, 'rejected'))).toMatchObject({ status: 409, code: 'role_draft.is_decided' })
  })

  it('is approved by nobody who handed it over, or who could not grant it', async () => {
    const handed = await handedOver('Nobody yet')
    expect(await refusal(decide(handed, 'approved', 'adam'))).toMatchObject({ status: 409, code: 'role_draft.own' })
    const peer = await account.signIn('petra', 'Account Administrator')
    const byPeer = account.server.call('PUT', `${base}/${handed.draft_reference}`, {
      token: peer,
      body: { state: 'approved' },
    })
    expect(await refusal(byPeer)).toMatchObject({ status: 403, code: 'access.exceeds_own' })
    expect(await stored(handed)).toMatchObject({ state: 'waiting', role: { permissions: [read, play] } })
    expect(await existsRole('Nobody%20yet')).toBe(false)
  })

  it('stays as it is when the draft is rejected or withdrawn', async () => {
    await decide(await handedOver('Refused role'), 'rejected')
    const handed = await handedOver('Refused role')
    expect(await refusal(withdraw(handed, 'olga'))).toMatchObject({ status: 403, code: 'role_draft.not_own' })
    expect((await withdraw(handed)).status).toBe(204)
    expect((await stored(handed)).state).toBe('withdrawn')
    expect(await existsRole('Refused%20role')).toBe(false)
  })

  it('is not overwritten when somebody changed it after the draft', async () => {
    await account.saved('Changed since', 0, { permissions: [read] })
    const handed = await handedOver('Changed since', 1)
    await account.saved('Changed since', 1, { permissions: [read], description: 'newer' })
    expect(await refusal(decide(handed, 'approved'))).toMatchObject({ status: 409, code: 'edit.conflict' })
    expect(await account.get('Changed since')).toMatchObject({ description: 'newer', version: 2 })
  })

  it('is decided on once by two people at once', async () => {
    const handed = await handedOver('Decided once')
    const statuses = await Promise.all([decide(handed, 'approved'), decide(handed, 'rejected')])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

/** What was done with a change that was handed over, as entries of the trail with all of their events, newest first. */
const trailOf = async ({ draft_reference }: RoleDraft) => {
  const trail = '/api/admin/v1/northwind/activities'
  const about = `${trail}?filter[subjects][0]=role_draft:${draft_reference}&filter[has_reads]=false&filter[outcomes][0]=done`
  const { olga } = account.tokens
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(about, olga)
  return Promise.all(items.map(({ log_id }) => account.server.getJson<UserActivityEntry>(`${trail}/${log_id}`, olga)))
}

describe('the trail of a change that was handed over', () => {
  it('says what it changes and no more, who asked for what was approved, and leads from one to the other', async () => {
    await account.saved('Traced', 0, { permissions: [read] })
    const handed = await handedOver('Traced', 1, { permissions: [read, play] })
    await decide(handed, 'approved')
    const [approval, handover] = await trailOf(handed)
    const about = { kind: 'role_draft', reference: handed.draft_reference }
    const facts = { draft_reference: handed.draft_reference, kind: 'role' }
    const changes = [{ field: 'permissions', before: [], after: [play], left_off: 0 }]
    expect(handover?.events).toMatchObject([{ event: 'role_draft.handed_over', facts, changes }])
    expect(handover?.subjects).toEqual(expect.arrayContaining([expect.objectContaining(about)]))
    expect(handover?.brief?.approved_for).toBeNull()
    expect(approval?.events).toMatchObject([
      { event: 'role.updated', changes },
      { event: 'role_draft.approved', facts: { ...facts, requested_by: 'adam' } },
    ])
    expect(approval?.subjects).toEqual(expect.arrayContaining([expect.objectContaining(about)]))
    expect(approval?.brief).toMatchObject({ event: 'role.updated', approved_for: 'adam' })
  })
})

describe('a change that its author hands over again', () => {
  const again = (former: RoleDraft, role_reference: string, who: Person = 'adam') =>
    account.server.call('POST', base, {
      token: account.tokens[who],
      body: {
        role_reference,
        version: 0,
        ...draft({ permissions: [play] }),
        note: 'Less',
        replaces: former.draft_reference,
      },
    })

  it('replaces the waiting one, which can no longer be approved', async () => {
    const former = await handedOver('Again')
    const response = await again(former, 'Again')
    expect(response.status).toBe(200)
    const later = (await response.json()) as RoleDraft
    expect(await stored(former)).toMatchObject({ state: 'withdrawn', decided_by: 'adam' })
    expect(await refusal(decide(former, 'approved'))).toMatchObject({ status: 409, code: 'role_draft.is_decided' })
    expect((await decide(later, 'approved')).status).toBe(200)
    expect(await account.get('Again')).toMatchObject({ permissions: [play] })
    const [replacing, first] = await trailOf(former)
    expect(replacing?.events).toMatchObject([
      {
        event: 'role_draft.handed_over',
        facts: { draft_reference: later.draft_reference, replaces: former.draft_reference },
      },
      { event: 'role_draft.withdrawn', facts: { draft_reference: former.draft_reference, kind: 'role' } },
    ])
    expect(first?.events).toMatchObject([{ event: 'role_draft.handed_over' }])
    const approved = await account.server.getJson<{ items: RoleDraft[] }>(
      `${base}?filter[subject]=Again&filter[state]=approved`,
      account.tokens.olga,
    )
    const { updated_at } = (await account.get('Again')) as { updated_at?: string }
    expect(approved.items).toMatchObject([{ handed_over_by: 'adam', decided_at: updated_at }])
  })

  it('is refused to other people and after a decision, and leaves the draft unchanged', async () => {
    const former = await handedOver('Not again')
    expect((await refusal(again(former, 'Not again', 'olga'))).code).toBe('role_draft.not_own')
    expect((await refusal(again(former, 'Reviewer'))).code).toBe('role.system')
    expect((await stored(former)).state).toBe('waiting')
    await decide(former, 'rejected')
    expect((await refusal(again(former, 'Not again'))).code).toBe('role_draft.is_decided')
  })
})

describe('handing over', () => {
  it('is refused for what could not be saved by anybody', async () => {
    expect((await refusal(post('Reviewer', 1, {}))).code).toBe('role.system')
    expect((await refusal(post('Not there', 3, {}))).code).toBe('edit.conflict')
    expect(
      (await refusal(post('Bad regex', 0, { permissions: [{ actions_matching: '(', is_regex: true }] }))).code,
    ).toBe('request.invalid')
  })
})

describe('a change that waits', () => {
  it('says who else may approve it, until it is decided', async () => {
    const handed = await handedOver('Approvers')
    expect((await stored(handed)).approvers).toMatchObject({ total: 1, people: [{ user_reference: 'olga' }] })
    const ofAll = await handedOver('Approvers too', 0, { permissions: [{ actions_matching: '*' }] })
    expect((await stored(ofAll)).approvers).toEqual({ total: 0, people: [] })
    await decide(handed, 'rejected')
    expect((await stored(handed)).approvers).toBeNull()
    await withdraw(ofAll)
  })
})

describe('notifications of a change that was handed over', () => {
  const admin = '/api/admin/v1/northwind'
  const told = async (token: string, { draft_reference }: RoleDraft) => {
    const { items } = await account.server.getJson<{ items: Notification[] }>(`${admin}/notifications?limit=100`, token)
    return items.filter(({ reference }) => reference === draft_reference)
  }

  it('go to whoever may approve it, and to its author once that is decided', async () => {
    const peer = await account.signIn('paul', 'Account Administrator')
    const reader = await account.signIn('rita', 'Auditor')
    const [first, second] = [await handedOver('Told'), await handedOver('Told too')]
    expect(await told(account.tokens.olga, first)).toMatchObject([
      { kind: 'role_draft_handed_over', caused_by: 'adam', name: 'Told', is_hidden: false },
    ])
    for (const token of [account.tokens.adam, peer, reader]) expect(await told(token, first)).toEqual([])
    await decide(first, 'approved')
    await decide(second, 'rejected')
    expect(await told(account.tokens.adam, first)).toMatchObject([
      { kind: 'role_draft_approved', caused_by: 'olga', name: 'Told', is_hidden: false },
    ])
    expect(await told(account.tokens.adam, second)).toMatchObject([{ kind: 'role_draft_rejected' }])
    await account.server.setRoles('northwind', 'olga', [])
    expect(await told(account.tokens.olga, first)).toMatchObject([{ is_hidden: true, name: null }])
    await account.server.setRoles('northwind', 'olga', ['Compliance Officer'])
  })

  it('go once to people who sign in later, or get a role later, and may approve it then', async () => {
    const waiting = await handedOver('Told later')
    const decided = await handedOver('Decided before')
    await decide(decided, 'rejected')
    const tell = (payload: { client?: string }) =>
      tellApprovers.handle(
        { platform: account.server.api.platform, signal: AbortSignal.timeout(60_000) } as never,
        payload,
      )
    const soon = () => tell({ client: 'northwind' })
    const person = { user_reference: 'lena', roles: ['Compliance Officer'] }
    const lena = await account.server.signInAtBroker('northwind', person)
    const gil = await account.signIn('gil', 'Auditor')
    const owner = ownerPool(account.server.settings.databaseUrl)
    const { rows: jobs } = await owner.query('select key from graphile_worker.jobs where task_identifier = $1', [
      'tell_approvers',
    ])
    await owner.end()
    expect(jobs).toEqual([{ key: expect.stringContaining('northwind') }])
    await soon()
    const news = { kind: 'role_draft_handed_over', caused_by: 'adam', name: 'Told later' }
    expect(await told(lena, waiting)).toMatchObject([news])
    expect(await told(lena, decided)).toEqual([])
    expect(await told(gil, waiting)).toEqual([])
    // People who were notified when it was handed over are not notified again.
    expect(await told(account.tokens.olga, waiting)).toHaveLength(1)
    const [{ notification_reference } = { notification_reference: '' }] = await told(lena, waiting)
    const body = { notification_references: [notification_reference] }
    const marked = await account.server.call('POST', `${admin}/notifications/read`, { token: lena, body })
    expect(marked.status).toBe(200)
    await account.server.setRoles('northwind', 'gil', ['Compliance Officer'])
    await tell({})
    await soon()
    expect(await told(gil, waiting)).toMatchObject([news])
    expect(await told(lena, waiting)).toHaveLength(1)
    expect(await told(account.tokens.olga, waiting)).toHaveLength(1)
    await withdraw(waiting)
  })

  it('the overview counts those that the caller may approve, as their list does', async () => {
    const approvable = async (token: string) => {
      const { role_drafts } = await account.server.getJson<Overview>(`${admin}/overview`, token)
      const list = `${base}?filter[is_approvable]=true&query_result_type=total`
      if (role_drafts) expect(await account.server.getJson<ListTotal>(list, token)).toEqual(role_drafts)
      return role_drafts?.total ?? null
    }
    const { olga, adam } = account.tokens
    const [before, ofAdam] = [await approvable(olga), await approvable(adam)]
    const handed = await handedOver('Counted')
    // Another administrator may approve what gives nothing to hear.
    const harmless = await handedOver('Counted too', 0, { permissions: [read] })
    const peer = await account.signIn('pia', 'Account Administrator')
    const ofPeer = await approvable(peer)
    expect([await approvable(olga), await approvable(adam)]).toEqual([(before ?? 0) + 2, ofAdam])
    const listed = await account.server.getJson<{ items: RoleDraft[] }>(`${base}?filter[is_approvable]=true`, peer)
    expect(listed.items).toHaveLength(ofPeer ?? 0)
    expect(listed.items).toContainEqual(harmless)
    expect(listed.items).not.toContainEqual(handed)
    expect(await approvable(await account.signIn('rolf', 'Auditor'))).toBeNull()
    await decide(harmless, 'rejected')
    expect(await approvable(peer)).toBe((ofPeer ?? 0) - 1)
  })
})
