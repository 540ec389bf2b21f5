import {
  calls,
  type RetentionPolicy,
  type RetentionPreview,
  type RetentionVersion,
  retentionEntityTypes,
  retentionTemplates,
  type VisitEvent,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { CustomerIssuer } from '../../../test/customer-issuer.ts'
import { findPayloads } from '../payloads/index.ts'
import { retentionOf, settleChange } from './index.ts'

type People = 'olga' | 'anna' | 'ruth'
let account: TestAccount<People>
const path = '/api/client/v1/northwind/account/retention'
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

beforeAll(async () => {
  account = await anAccount()
    .withGroups('Desk')
    .withDevice('Desk-1', 'Desk')
    .withPerson('olga', 'Compliance Officer')
    .withPerson('anna', 'Account Administrator')
    .withPerson('ruth', 'Reviewer')
    .open()
  for (const [number, days] of [3, 40, 400].entries()) {
    const payload_time = daysAgo(days)
    await account.addCall(number + 10, 'Desk', {
      payload_time,
      registered_at: payload_time,
      payload_state: 'Processed',
      size: 1000,
    })
  }
})
afterAll(() => account?.close())

const callsFor = (delete_after_days: number | null, destroy_after_days: number | null, more: object = {}) => ({
  entities: [],
  payloads: [
    {
      payload_type: 'Call',
      retention_timestamp: 'payload_time',
      delete_after_days,
      destroy_after_days,
      required_receipts: [],
      required_transfers: [],
    },
  ],
  ...more,
})

const send = async (method: string, at: string, token: string, body?: object) => {
  const response = await account.server.call(method, `${path}${at}`, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
const put = (body: object, by: People = 'olga') => send('PUT', '', account.tokens[by], body)
const decide = (body: object, by: People = 'olga') => send('POST', '/decide', account.tokens[by], body)
const current = async (): Promise<RetentionPolicy> =>
  (await send('GET', '', account.tokens.olga)).body as RetentionPolicy

/** Makes the last change look as if it had been saved this many days ago. */
const letPass = (days: number) =>
  account.write(({ db, client }) =>
    db
      .updateTable('retention_policies')
      .set({ effective_at: daysAgo(days - 7) })
      .where('client', '=', client)
      .where('ended_at', 'is', null)
      .where('needs_second_person', '=', false)
      .execute(),
  )

/** As if the newest version had been saved ten days before. */
const comesDue = () =>
  account.write(async ({ db, client }) => {
    const newest = await db
      .selectFrom('retention_policies')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('client', '=', client)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('retention_policies')
      .set({ saved_at: daysAgo(10), effective_at: daysAgo(1) })
      .where('client', '=', client)
      .where('version', '=', newest.version)
      .execute()
  })

const dueNow = () =>
  account.read(async (tx) => {
    const references = ['10', '11', '12'].map((number) => `01ARZ3NDEKTSV4RRFFQ69G5F${number}`)
    const facts = await retentionOf(tx, await findPayloads(tx, references), tx.now)
    return references
      .filter((reference) => (facts.get(reference)?.destroy_at ?? tx.now) < tx.now)
      .map((reference) => reference.slice(-2))
  })

describe('the policy', () => {
  it('keeps everything until somebody sets one', async () => {
    expect(await current()).toMatchObject({
      entities: [],
      payloads: [],
      version: 0,
      active_version: 0,
      pending: null,
      updated_at: null,
    })
    expect(await dueNow()).toEqual([])
  })

  it('waits with what frees data, and shows before what that is', async () => {
    const preview = await send('POST', '/preview', account.tokens.olga, callsFor(30, 60))
    expect(preview.body as RetentionPreview).toMatchObject({
      is_longer: false,
      needs_second_person: false,
      freed: {
        recordings: 2,
        bytes: 2000,
        is_estimate: false,
        lines: [{ group: 'Desk', payload_type: 'Call', recordings: 2, bytes: 2000 }],
        samples: [
          { payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F12' },
          { payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5F11' },
        ],
      },
    })
    expect((await current()).pending).toBeNull()
    const saved = await put({ ...callsFor(30, 60), version: 0 })
    expect(saved).toMatchObject({ status: 200, body: { version: 1, active_version: 0, payloads: [] } })
    expect((saved.body as RetentionPolicy).pending).toMatchObject({
      version: 1,
      saved_by: 'olga',
      freed_recordings: 2,
      payloads: callsFor(30, 60).payloads,
    })
    expect(await dueNow()).toEqual([])
    await letPass(8)
    expect(await current()).toMatchObject({ active_version: 1, pending: null, payloads: callsFor(30, 60).payloads })
    expect(await dueNow()).toEqual(['12'])
  })

  it('keeps for longer at once, and for a shorter time only after the delay', async () => {
    expect((await put(callsFor(30, 900))).body).toMatchObject({ active_version: 2, pending: null })
    expect(await dueNow()).toEqual([])
    // Deleted sooner, destroyed later: the later part is in force at once, the sooner part waits.
    const mixed = await put(callsFor(10, 1000))
    expect(mixed.body).toMatchObject({ active_version: 3, payloads: callsFor(30, 1000).payloads })
    expect((mixed.body as RetentionPolicy).pending).toMatchObject({ version: 4, payloads: callsFor(10, 1000).payloads })
    const withdrawn = await decide({ decision: 'withdraw', version: 4 }, 'anna')
    expect(withdrawn).toMatchObject({ status: 200, body: { pending: null, payloads: callsFor(30, 1000).payloads } })
    expect(await decide({ decision: 'withdraw', version: 4 })).toMatchObject({
      status: 409,
      body: { code: 'retention.nothing_pending' },
    })
  })

  it('lists its versions with who saved and ended them', async () => {
    const { items } = (await send('GET', '/versions', account.tokens.olga)).body as { items: RetentionVersion[] }
    expect(items.map(({ version, state, saved_by, ended_by }) => [version, state, saved_by, ended_by])).toEqual([
      [5, 'in_force', 'anna', null],
      [4, 'ended_before', 'olga', 'anna'],
      [3, 'replaced', 'olga', 'anna'],
      [2, 'replaced', 'olga', 'olga'],
      [1, 'replaced', 'olga', 'olga'],
    ])
    expect(items[1]).toMatchObject(callsFor(10, 1000))
    expect((await send('GET', '/versions', account.tokens.ruth)).status).toBe(403)
  })

  it('is not overwritten by somebody who saw another version', async () => {
    const { version } = await current()
    const answers = await Promise.all([
      put({ ...callsFor(30, 1100), version }),
      put({ ...callsFor(30, 1200), version }, 'anna'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await put({ ...callsFor(30, 2000), version })).toMatchObject({
      status: 409,
      body: { code: 'edit.conflict' },
    })
  })

  it('counts again what a change frees when it comes due', async () => {
    const { settings } = await current()
    await put(callsFor(30, 2000, { settings: { ...settings, confirm_above_recordings: 1 } }))
    expect((await put(callsFor(30, 60))).body).toMatchObject({
      pending: { needs_second_person: false, freed_recordings: 1 },
    })
    const payload_time = daysAgo(500)
    await account.addCall(13, 'Desk', { payload_time, registered_at: payload_time, payload_state: 'Processed' })
    await comesDue()
    expect(await dueNow()).toEqual([])
    await account.write(settleChange)
    expect((await current()).pending).toMatchObject({
      needs_second_person: true,
      confirmed_by: null,
      freed_recordings: 2,
    })
    expect(await dueNow()).toEqual([])
    const { version } = (await put(callsFor(30, 450))).body as RetentionPolicy
    await comesDue()
    await account.write(settleChange)
    expect(await current()).toMatchObject({ active_version: version, pending: null, ...callsFor(30, 450) })
  })

  it('adds up what several changes of a day free', async () => {
    // No policy was in force a day ago. The one that is freed one recording, and so does this change. The limit is one.
    await account.write(({ db, client }) =>
      db
        .updateTable('retention_policies')
        .set({ effective_at: daysAgo(0.5) })
        .where('client', '=', client)
        .execute(),
    )
    const saved = await put(callsFor(30, 380))
    const { version } = saved.body as RetentionPolicy
    expect(saved.body).toMatchObject({ pending: { version, needs_second_person: true, freed_recordings: 1 } })
    await decide({ decision: 'withdraw', version })
    const before = { effective_at: daysAgo(2), confirmed_at: daysAgo(2) }
    await account.write(({ db, client }) =>
      db
        .updateTable('retention_policies')
        .set(before)
        .where('client', '=', client)
        .where('ended_at', 'is', null)
        .execute(),
    )
    const later = await put(callsFor(30, 380))
    expect(later.body).toMatchObject({ pending: { needs_second_person: false, freed_recordings: 1 } })
  })

  it('is confirmed and withdrawn in the version that the person saw', async () => {
    const { pending } = await current()
    const seen = (pending?.version ?? 0) - 1
    const conflict = { status: 409, body: { code: 'edit.conflict' } }
    expect(await decide({ decision: 'confirm', version: seen }, 'anna')).toMatchObject(conflict)
    expect(await decide({ decision: 'confirm' }, 'anna')).toMatchObject(conflict)
    expect(await decide({ decision: 'withdraw', version: seen })).toMatchObject(conflict)
    expect((await current()).pending).toEqual(pending)
  })

  it('needs a second person above its limit', async () => {
    const { settings } = await current()
    await put(callsFor(30, 2000, { settings: { ...settings, confirm_above_recordings: 1 } }))
    const saved = await put(callsFor(1, 2))
    const { version, needs_second_person } = (saved.body as RetentionPolicy).pending ?? {}
    expect(needs_second_person).toBe(true)
    await account.write(({ db, client }) =>
      db
        .updateTable('retention_policies')
        .set({ effective_at: daysAgo(1) })
        .where('client', '=', client)
        .where('version', '=', version ?? 0)
        .execute(),
    )
    expect((await current()).pending).toMatchObject({ version, confirmed_by: null })
    expect(await dueNow()).toEqual([])
    expect(await decide({ decision: 'confirm', version })).toMatchObject({
      status: 409,
      body: { code: 'retention.needs_second_person' },
    })
    expect((await decide({ decision: 'confirm', version }, 'anna')).body).toMatchObject({
      active_version: version,
      pending: null,
    })
    expect(await dueNow()).toEqual(['10', '11', '12'])
  })

  it('needs a second person for less protection, and for other data to end sooner', async () => {
    const { settings, version } = await current()
    for (const weaker of [{ delay_days: 1 }, { confirm_above_recordings: 1_000_000 }, { run_share_percent: 100 }]) {
      const body = callsFor(1, 2, { settings: { ...settings, ...weaker } })
      expect((await send('POST', '/preview', account.tokens.olga, body)).body).toMatchObject({
        is_longer: false,
        needs_second_person: true,
      })
    }
    for (const entity_type of ['UserActivityData', 'AlertData', 'SupportAccessData']) {
      const saved = await put(callsFor(1, 2, { entities: [{ entity_type, destroy_after_days: 0 }] }))
      expect(saved.body).toMatchObject({ entities: [], pending: { needs_second_person: true } })
    }
    await comesDue()
    expect((await current()).pending).toMatchObject({ confirmed_by: null })
    expect(await decide({ decision: 'withdraw' })).toMatchObject({ status: 200, body: { pending: null } })
    expect(version).toBeLessThan((await current()).version)
  })

  it('counts what a program saves as nobody’s decision', async () => {
    const customer = await CustomerIssuer.start()
    const audience = 'urn:northwind:archive'
    const app = { app_reference: 'Archive', audience, issuer: customer.issuer, jwks_uri: customer.jwks_uri }
    await account.write((tx) => addRows(tx, 'client_apps', [{ ...app, roles: ['Compliance Officer'] }]))
    const token = await customer.token(audience)
    await put(callsFor(1, 2000))
    const lessOther = callsFor(1, 2000, { entities: [{ entity_type: 'AlertData', destroy_after_days: 1 }] })
    expect(await send('PUT', '', token, lessOther)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
    expect((await send('PUT', '', token, callsFor(1, 1999))).body).toMatchObject({
      pending: { saved_by: 'app/Archive', needs_second_person: false },
    })
    await account.write(({ db, client }) =>
      db
        .updateTable('retention_policies')
        .set({ needs_second_person: true })
        .where('client', '=', client)
        .where('saved_by', '=', 'app/Archive')
        .where('ended_at', 'is', null)
        .execute(),
    )
    const needsSecond = { status: 409, body: { code: 'retention.needs_second_person' } }
    const { version } = await current()
    expect(await decide({ decision: 'confirm', version }, 'anna')).toMatchObject(needsSecond)
    expect((await send('POST', '/decide', token, { decision: 'confirm' })).status).toBe(403)
    expect((await send('POST', '/decide', token, { decision: 'withdraw' })).status).toBe(200)
    await customer.close()
  })

  it('can be locked by two people unless it is empty, and then only grows', async () => {
    const empty = { entities: [], payloads: [], is_locked: true }
    expect(await put(empty)).toMatchObject({ status: 409, body: { code: 'retention.nothing_to_do' } })
    const saved = await put(callsFor(1, 3000, { is_locked: true }))
    const { version } = saved.body as RetentionPolicy
    expect(saved.body).toMatchObject({ ...callsFor(1, 3000), is_locked: false, pending: { needs_second_person: true } })
    expect((await decide({ decision: 'confirm', version })).status).toBe(409)
    expect((await decide({ decision: 'confirm', version }, 'anna')).status).toBe(200)
    await comesDue()
    expect(await current()).toMatchObject({ is_locked: true, pending: null, active_version: version })
    for (const body of [callsFor(1, 2999), callsFor(1, 3001, { is_locked: false })]) {
      expect(await put(body)).toMatchObject({ status: 409, body: { code: 'retention.locked' } })
    }
    expect((await put(callsFor(1, 3001))).body).toMatchObject({ is_locked: true, pending: null })
  })

  it('is on the trail with who changed it', async () => {
    const rows = await account.read(({ db, client }) =>
      db
        .selectFrom('user_activities')
        .select(['user_id', 'events'])
        .where('client', '=', client)
        .orderBy('log_id')
        .execute(),
    )
    const told = rows.flatMap(({ user_id, events }) => events.map(({ event }) => `${user_id} ${event}`))
    expect(told).toEqual(
      expect.arrayContaining(['olga retention.saved', 'anna retention.withdrawn', 'anna retention.confirmed']),
    )
    const saved = rows.flatMap(({ events }) => events).filter(({ event }) => event === 'retention.saved')
    expect(saved.some(({ details }) => details.replaces !== undefined)).toBe(true)
  })

  it('is on the trail with all of its rules', async () => {
    const [rule] = callsFor(1, 3001).payloads
    const payloads = Array.from({ length: 30 }, (_, more) => ({ ...rule, destroy_after_days: 4000 + more }))
    expect((await put({ entities: [], payloads })).status).toBe(200)
    const trail = '/api/admin/v1/northwind/activities'
    const { items } = await account.server.getJson<{ items: { log_id: string }[] }>(
      `${trail}?filter[user_id]=olga&limit=1`,
      account.tokens.anna,
    )
    const entry = await account.server.getJson<{ events: VisitEvent[] }>(
      `${trail}/${items[0]?.log_id}`,
      account.tokens.anna,
    )
    const rules = entry.events[0]?.changes.find(({ field }) => field === 'retention_rules')
    expect(rules?.after).toHaveLength(30)
    expect(rules?.left_off).toBe(0)
  })

  it.each(retentionTemplates)('can be the template $name', async ({ payloads }) => {
    const preview = await send('POST', '/preview', account.tokens.olga, { entities: [], payloads, is_locked: true })
    expect(preview.status).toBe(409)
    expect(preview.body).toMatchObject({ code: 'retention.locked' })
  })
})

it.each<[string, object, number, object]>([
  ['negative days', callsFor(-1, 5), 400, { code: 'request.invalid' }],
  [
    'destruction before deletion',
    callsFor(6, 5),
    400,
    { code: 'retention.destroy_before_delete', errors: [{ path: '/body/payloads/0/destroy_after_days' }] },
  ],
  [
    'days of deletion alone for data that has no deleted state',
    { entities: [{ entity_type: 'GpsData', delete_after_days: 9 }], payloads: [] },
    400,
    { code: 'retention.not_applied', errors: [{ path: '/body/entities/0/destroy_after_days' }] },
  ],
  ['half days', callsFor(1.5, 5), 400, { code: 'request.invalid' }],
  ['an unknown type', { entities: [{ entity_type: 'Anything', destroy_after_days: 1 }], payloads: [] }, 400, {}],
  ['unknown fields', callsFor(1, 5, { whatever: 1 }), 400, {}],
])('refuses %s', async (_, body, status, answer) => {
  expect(await put(body)).toMatchObject({ status, body: answer })
})

it.each(retentionEntityTypes)('acts on %s', async (entity_type) => {
  const answer = await send('POST', '/preview', account.tokens.olga, {
    entities: [{ entity_type, destroy_after_days: 9 }],
    payloads: [],
  })
  const { code } = answer.body as { code?: string }
  expect(code).not.toBe('retention.not_applied')
})

it('is closed to people whose roles do not have it', async () => {
  expect((await send('GET', '', account.tokens.ruth)).status).toBe(403)
  expect((await put(callsFor(1, 2), 'ruth')).status).toBe(403)
  expect((await account.server.call('GET', path)).status).toBe(401)
  expect(calls.getRetention.action).toBe('retention:read')
})
