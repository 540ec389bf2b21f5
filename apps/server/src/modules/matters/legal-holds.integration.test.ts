import type {
  AccountSettings,
  CallResponse,
  calls,
  HoldOutcomes,
  LegalHold,
  Matter,
  PlacedLegalHold,
  VisitEvent,
} from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { endDueReleases, holdsOn, holdsOnTargets, lockHolds, releaseHolds } from '../legal-holds/index.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

/** olga and omar are officers, boss administers the account, lena reads London alone, rita may see holds. */
let account: TestAccount<'olga' | 'omar' | 'boss' | 'lena' | 'rita' | 'dora'>
let hank = ''
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London officer', [
      { actions_matching: '*', conditions: [{ names_matching: 'London' }] },
      { actions_matching: 'legal_holds:*' },
    ])
    .withRole('Deletes', [{ actions_matching: 'payloads:*' }])
    .withPerson('olga', 'Compliance Officer')
    .withPerson('omar', 'Compliance Officer')
    .withPerson('boss', 'Account Administrator')
    .withPerson('lena', 'London officer')
    .withPerson('rita', 'Reviewer')
    .withPerson('dora', 'Deletes')
    .open()
  await account.server.openAccount('globex')
  hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Compliance Officer'] })
  await account.write((tx) =>
    addRows(
      tx,
      'device_users',
      ['ana.reis', 'joe.low', 'eve.long'].map((device_user_reference) => ({ device_user_reference, group: 'London' })),
    ),
  )
})
afterAll(() => account?.close())

let number = 10
const call = (device_user_reference: string, group = 'London', fields = {}) =>
  account.addCall(number++, group, { group, device_user_reference, ...fields })

type Person = keyof typeof account.tokens

const send = async <T>(who: Person, method: string, path: string, body?: object) => {
  const response = await account.server.call(method, `${base}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  return { status: response.status, body: (await response.json()) as T & { code?: string } }
}
type Type = 'DeviceUser' | 'PortalUser'
const at = (type: Type, target: string) => `/account/legal_holds/${type}/${target}`
const place = (who: Person, target: string, fields: object = {}, type: Type = 'DeviceUser') =>
  send<PlacedLegalHold>(who, 'PUT', at(type, target), { target_type: type, target, ...fields })
const release = (who: Person, target: string, fields: object = {}, type: Type = 'DeviceUser') =>
  send<{ items: LegalHold[] }>(who, 'DELETE', at(type, target), { target_type: type, target, ...fields })
const remove = async (who: Person, ...payload_references: string[]) => {
  const body = { payload_references, reason: 'By mistake' }
  const answer = await send<CallResponse<typeof calls.deletePayloads>>(who, 'POST', '/payloads/delete', body)
  return answer.body.items.map(({ result, code, matter_references }) => [code ?? result, ...(matter_references ?? [])])
}
const open = (matter: string, fields: object = {}) =>
  send<Matter>('olga', 'PUT', `/matters/${matter}`, {
    title: matter,
    reason: 'A court asked',
    review_on: null,
    is_closed: false,
    ...fields,
  })
const matterHolds = (who: Person, method: 'POST' | 'DELETE', matter: string, body: object) =>
  send<HoldOutcomes>(who, method, `/matters/${matter}/holds`, body)
const results = ({ body }: { body: HoldOutcomes }) => body.items.map(({ code, result }) => code ?? result)
const heldBy = (payload_reference: string) =>
  account.read(async (tx) => {
    const row = await tx.db
      .selectFrom('payloads')
      .select(['payload_reference', 'device_user_reference', 'group'])
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirstOrThrow()
    const holds = (await holdsOn(tx, [row])).get(payload_reference) ?? []
    return holds.map(({ matter_reference, target_type }) => `${matter_reference} ${target_type}`)
  })
const trail = () =>
  account.read(async (tx) => {
    const row = await tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return row.events
  })

/** The events of the entries that the trail lists. */
const listed = async (query: string) => {
  const { items } = await account.server.getJson<{ items: { log_id: string }[] }>(
    `/api/admin/v1/${client}/activities?${query}`,
    account.tokens.boss,
  )
  const path = `/api/admin/v1/${client}/activities/${items[0]?.log_id}`
  return (await account.server.getJson<{ events: VisitEvent[] }>(path, account.tokens.boss)).events
}

describe('a hold on a device user', () => {
  it('keeps what they recorded and what comes in later, and ends with the last of its matters', async () => {
    await open('Trial')
    const early = await call('ana.reis')
    const placed = await place('olga', 'ana.reis')
    expect([placed.status, placed.body]).toMatchObject([
      200,
      { target: 'ana.reis', matter_reference: 'General', is_active: true, created_by: 'olga' },
    ])
    expect(placed.body.coverage).toEqual({ recordings: 1, destroyed: 0, is_capped: false })
    expect(await trail()).toMatchObject([
      { event: 'legal_hold.placed', details: { matter_reference: 'General', targets: ['ana.reis'] } },
    ])
    expect((await place('omar', 'ana.reis')).body.hold_id).toBe(placed.body.hold_id)
    expect(await trail()).toMatchObject([{ event: 'record.unchanged' }])
    await place('omar', 'ana.reis', { matter_reference: 'Trial' })
    const late = await call('ana.reis')
    const other = await call('joe.low')
    expect(await remove('olga', early, late, other)).toEqual([
      ['payload.on_hold', 'General', 'Trial'],
      ['payload.on_hold', 'General', 'Trial'],
      ['deleted'],
    ])
    expect(await remove('dora', early)).toEqual([['payload.on_hold']])
    expect((await release('olga', 'ana.reis', { matter_reference: 'Trial' })).body.items).toMatchObject([
      { matter_reference: 'Trial', is_active: false, released_by: 'olga' },
    ])
    expect(await remove('olga', early)).toEqual([['payload.on_hold', 'General']])
    expect((await release('olga', 'ana.reis')).body.items).toHaveLength(1)
    expect(await remove('olga', early, late)).toEqual([['deleted'], ['deleted']])
    expect((await release('olga', 'ana.reis')).body.code).toBe('legal_hold.already_released')
  })

  it('is refused for somebody unknown, in a closed matter, and with another target than the path', async () => {
    await open('Over', { is_closed: true })
    expect((await place('olga', 'nobody.known')).body.code).toBe('request.not_found')
    expect((await place('olga', 'olga', {}, 'PortalUser')).status).toBe(200)
    expect((await place('olga', 'nobody.known', {}, 'PortalUser')).body.code).toBe('request.not_found')
    expect((await place('olga', 'joe.low', { matter_reference: 'Over' })).body.code).toBe('matter.closed')
    expect((await place('olga', 'joe.low', { matter_reference: 'None' })).body.code).toBe('request.not_found')
    expect((await release('olga', 'joe.low')).body.code).toBe('legal_hold.not_found')
    const other = await send('olga', 'PUT', at('DeviceUser', 'joe.low'), {
      target_type: 'DeviceUser',
      target: 'ana.reis',
    })
    expect([other.status, other.body]).toMatchObject([400, { errors: [{ path: '/body/target' }] }])
    expect((await release('olga', 'olga', {}, 'PortalUser')).body.code).toBe('legal_hold.on_oneself')
    expect((await release('omar', 'olga', {}, 'PortalUser')).status).toBe(200)
  })

  it('of a matter is on the trail with what it is on, and is found by it', async () => {
    await open('Seen')
    await open('Seen', { reason: 'Another court asked', version: 1 })
    expect(await listed('filter[did][]=matter.saved&limit=1')).toMatchObject([
      {
        reference: 'Seen',
        changes: [{ field: 'matter_reason', before: ['A court asked'], after: ['Another court asked'] }],
      },
    ])
    await place('olga', 'joe.low', { matter_reference: 'Seen' })
    await place('olga', 'rita', { matter_reference: 'Seen' }, 'PortalUser')
    const recording = await call('ana.reis')
    await matterHolds('olga', 'POST', 'Seen', { groups: ['London'], payload_references: [recording] })
    await matterHolds('olga', 'DELETE', 'Seen', { is_everything: true })
    const placed = 'filter[did][]=legal_hold.placed&limit=1&filter[subjects][]='
    const released = placed.replace('placed', 'released')
    for (const [about, target_type, target] of [
      ['device_user:joe.low', 'DeviceUser', 'joe.low'],
      ['portal_user:rita', 'PortalUser', 'rita'],
      ['group:London', 'Group', 'London'],
      [`payload:${recording}`, 'Payload', recording],
    ]) {
      const facts = { matter_reference: 'Seen', target_type, targets: target, total: 1 }
      for (const which of [placed, released])
        expect(await listed(`${which}${about}`)).toContainEqual(expect.objectContaining({ reference: 'Seen', facts }))
    }
  })

  it('has no matter whose reference cannot be told from another one', async () => {
    for (const reference of [' Case', 'Case ', 'Ca\u200bse', 'Ca\u202ese', 'Ca\u3164se', '\u00a0', 'Ca\u2028se'])
      expect([reference, (await open(encodeURIComponent(reference))).status]).toEqual([reference, 400])
    expect((await open(encodeURIComponent('Caso de São Paulo, 2026/1'))).status).toBe(200)
  })

  it('is neither placed nor released by people without the right', async () => {
    expect((await place('rita', 'joe.low')).status).toBe(403)
    expect((await release('rita', 'joe.low')).status).toBe(403)
    expect((await open('Mine')).status).toBe(200)
    expect((await send('dora', 'GET', '/account/legal_holds')).status).toBe(403)
    expect((await send('dora', 'GET', '/matters')).status).toBe(403)
    const foreign = await account.server.call('GET', `${base}/matters`, { token: hank })
    expect(foreign.status).toBe(401)
  })

  it('placed by two people at once is one hold', async () => {
    const both = await Promise.all([place('olga', 'eve.long'), place('omar', 'eve.long')])
    expect(new Set(both.map(({ body }) => body.hold_id)).size).toBe(1)
    const ended = await Promise.all([release('olga', 'eve.long'), release('omar', 'eve.long')])
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('waits for a deletion under way, and binds the next one', async () => {
    const recording = await call('joe.low')
    const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const batch = account.write(async (tx) => {
      await lockHolds(tx, 'share')
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    let answered = false
    const placing = place('olga', 'joe.low').then(() => {
      answered = true
    })
    // While the hold waits for the first batch, a second batch can go ahead.
    await remove('olga', await call('ana.reis'))
    expect(answered).toBe(false)
    gate.resolve()
    await Promise.all([batch, placing])
    expect(await remove('olga', recording)).toEqual([['payload.on_hold', 'General']])
    await release('olga', 'joe.low')
  })
})

describe('a hold on a portal user', () => {
  it('reaches recordings that they commented on or reviewed', async () => {
    const [commented, reviewed, neither] = [await call('joe.low'), await call('joe.low'), await call('joe.low')]
    await send('rita', 'POST', `/payloads/${commented}/comments`, { message: 'Heard' })
    await send('rita', 'POST', '/reviews', { payload_references: [reviewed], disposition: 'No concern' })
    await place('olga', 'rita', {}, 'PortalUser')
    expect(await remove('olga', commented, reviewed, neither)).toMatchObject([
      ['payload.on_hold', 'General'],
      ['payload.on_hold', 'General'],
      ['deleted'],
    ])
    await release('olga', 'rita', {}, 'PortalUser')
  })
})

describe('a matter', () => {
  beforeEach(() => open('Case'))

  it('is opened, changed and closed, once its holds are released', async () => {
    const path = '/matters?filter[matter_references][]=Case'
    const seenBy = async (who: 'olga' | 'rita') => (await send<{ items: Matter[] }>(who, 'GET', path)).body.items[0]
    expect(await seenBy('olga')).toMatchObject({ title: 'Case', version: 1, holds: { payloads: 0 } })
    expect(await seenBy('rita')).toMatchObject({ title: 'Case', reason: null, holds: null, owner: null })
    await matterHolds('olga', 'POST', 'Case', { groups: ['London'] })
    expect((await open('Case', { is_closed: true })).body.code).toBe('matter.has_holds')
    expect((await open('Case', { version: 0 })).body.code).toBe('edit.conflict')
    await matterHolds('olga', 'DELETE', 'Case', { is_everything: true })
    expect((await open('Case', { is_closed: true, version: 1 })).body).toMatchObject({ is_closed: true, version: 2 })
    expect((await matterHolds('olga', 'POST', 'Case', { groups: ['London'] })).body.code).toBe('matter.closed')
    expect((await open('Case', { is_closed: false })).body.is_closed).toBe(false)
  })

  it('holds groups, chosen recordings and what a filter finds', async () => {
    const [one, hidden, gone] = [
      await call('joe.low'),
      await call('joe.low', 'Lisbon'),
      await call('joe.low', 'London', { payload_state: 'Destroyed' }),
    ]
    const payload_references = [one, hidden, gone, '01ARZ3NDEKTSV4RRFFQ69G5FZZ']
    const chosen = await matterHolds('lena', 'POST', 'Case', { groups: ['London', 'Nowhere'], payload_references })
    expect(results(chosen)).toEqual([
      'placed',
      'group.unknown',
      'placed',
      'payload.not_found',
      'gone',
      'payload.not_found',
    ])
    expect(chosen.body.items[0]?.coverage).toMatchObject({ recordings: expect.any(Number), is_capped: false })
    expect(await heldBy(one)).toEqual(['Case Group', 'Case Payload'])
    expect(await heldBy(hidden)).toEqual([])
    const all = await matterHolds('lena', 'POST', 'Case', { filter: { groups: ['London', 'Lisbon'] } })
    expect(all.body.last_key).toBe(null)
    expect(results(all)).toContain('placed')
    expect(await heldBy(hidden)).toEqual([])
    expect(
      results(await matterHolds('olga', 'DELETE', 'Case', { groups: ['London', 'Lisbon'], payload_references: [one] })),
    ).toEqual(['released', 'released', 'legal_hold.not_found'])
    expect(await heldBy(one)).toEqual([])
    const released = await matterHolds('olga', 'DELETE', 'Case', { is_everything: true })
    expect(new Set(results(released))).toEqual(new Set(['released']))
  })

  it('keeps a group that it holds from being deleted', async () => {
    await account.write((tx) => addRows(tx, 'groups', [{ group_reference: 'Empty' }]))
    await matterHolds('olga', 'POST', 'Case', { groups: ['Empty'] })
    const answer = await account.server.call('DELETE', `/api/admin/v1/${client}/groups/Empty`, {
      token: account.tokens.boss,
    })
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'group.in_use' }])
    await matterHolds('olga', 'DELETE', 'Case', { is_everything: true })
  })
})

describe('with a second person', () => {
  const settingsPath = `/api/admin/v1/${client}/account/settings`
  const settings = () => account.server.getJson<AccountSettings>(settingsPath, account.tokens.boss)
  const choose = async (chosen: Partial<AccountSettings>) => {
    const { is_word_search_on, is_asking_before_pictures, version } = await settings()
    const body = { is_word_search_on, is_asking_before_pictures, version, ...chosen }
    const answer = await account.server.call('PUT', settingsPath, { token: account.tokens.boss, body })
    expect(answer.status).toBe(200)
  }
  const days = (count: number) => count * 24 * 60 * 60 * 1000
  const end = (after: number) =>
    account.write((tx) => endDueReleases({ ...tx, now: new Date(tx.now.getTime() + after) }))

  it('one asks, another confirms, and it ends after the cooling-off', async () => {
    await choose({ hold_release_needs_second_person: true, hold_release_days: 3 })
    const recording = await call('joe.low')
    await place('olga', 'joe.low')
    const asked = await release('olga', 'joe.low', { reason: 'The case was settled' })
    expect(asked.body.items).toMatchObject([
      { is_active: true, release_asked_by: 'olga', release_at: null, release_reason: 'The case was settled' },
    ])
    expect(await trail()).toMatchObject([
      { event: 'legal_hold.release_asked', details: { reason: 'The case was settled' } },
    ])
    expect((await release('olga', 'joe.low')).body.code).toBe('legal_hold.needs_second_person')
    expect((await release('omar', 'joe.low')).body.items).toMatchObject([
      { is_active: true, release_confirmed_by: 'omar', release_at: expect.any(String) },
    ])
    expect(await end(days(2.9))).toBe(0)
    expect(await remove('olga', recording)).toEqual([['payload.on_hold', 'General']])
    expect(await end(days(3.1))).toBe(1)
    expect(await trail()).toMatchObject([{ event: 'legal_hold.released', details: { targets: ['joe.low'] } }])
    expect(await remove('olga', recording)).toEqual([['deleted']])
  })

  it('a client app neither asks nor confirms', async () => {
    await place('olga', 'eve.long')
    const byApp = () =>
      account.write(async (tx) => {
        const rows = await holdsOnTargets(tx, { target_type: 'DeviceUser', targets: ['eve.long'] })
        const { steps, refusals } = await releaseHolds(
          { ...tx, audit: () => undefined },
          rows.filter(({ is_active }) => is_active),
          { rule: { needsSecondPerson: true, days: 0 }, by: { reference: 'archiver', isPerson: false } },
        )
        return [...steps.values(), ...refusals.values()]
      })
    expect(await byApp()).toEqual(['legal_hold.needs_second_person'])
    await release('olga', 'eve.long')
    expect(await byApp()).toEqual(['legal_hold.needs_second_person'])
  })

  it('placing it again takes the release back', async () => {
    await place('olga', 'joe.low')
    await release('olga', 'joe.low')
    await release('omar', 'joe.low')
    expect((await place('boss', 'joe.low')).body).toMatchObject({ release_asked_by: null, release_at: null })
    expect(await end(days(30))).toBe(0)
  })

  it('a looser rule applies only after the time of the former one', async () => {
    await choose({ hold_release_needs_second_person: false })
    expect(await settings()).toMatchObject({
      hold_release_needs_second_person: false,
      hold_release_strict_until: expect.any(String),
    })
    expect((await release('boss', 'joe.low')).body.items).toMatchObject([{ is_active: true, release_asked_by: 'boss' }])
  })
})
