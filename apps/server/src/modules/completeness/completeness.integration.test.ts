import type {
  CompletenessDay,
  CompletenessFigures,
  DeviceTelemetry,
  DeviceUser,
  SequenceGap,
  SequenceGapDetail,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { abortedCall, registered } from '../../../test/aborted-calls.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything; lara explains in London alone; rita reads in Lisbon alone. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
let london: string
let lisbon: string
let gap: SequenceGap
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  await account.addRole('London desk', [
    { actions_matching: 'completeness:*', conditions: [{ names_matching: 'London' }] },
    { actions_matching: 'completeness:read', conditions: [{ names_matching: 'Lisbon' }] },
  ])
  await account.addRole('Lisbon reader', [
    { actions_matching: 'completeness:*', conditions: [{ names_matching: 'Lisbon' }] },
  ])
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Lisbon reader')
  await account.onboard('leo.lis', { group: 'Lisbon' })
  london = (await account.verified('LON-1')).access_token
  lisbon = (await account.verified('LIS-1', { body: { device_user_reference: 'leo.lis' } })).access_token
  await registered(account, london, [call(0, 3), call(3, 2), call(4, 2)])
  await registered(account, lisbon, [call(2, 2)])
  gap = await gapOf('LON-1')
})
afterAll(() => account?.close())

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number, minutes = 0): string =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs + minutes * 60_000).toISOString()
const dayOf = (time: string): string => time.slice(0, 10)
/** A call of so many days ago, in the order of the numbers. */
const call = (sequence: number, days: number) => abortedCall(sequence, daysAgo(days, 60 + sequence))

const address = '/api/admin/v1/northwind/completeness'
const get = (path: string, token = boss) => account.server.call('GET', `${address}${path}`, { token })
const answered = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
const listed = async (query = '', token?: string) =>
  (await answered<{ items: SequenceGap[] }>(get(`/gaps?${query}`, token))).items
const gapOf = async (device_reference: string): Promise<SequenceGap> => {
  const [found] = await listed(`filter[device_references][0]=${device_reference}`)
  if (!found) throw new Error(`no gap of ${device_reference}`)
  return found
}
const total = async (query: string, token?: string) =>
  (await answered<{ total: number }>(get(`/gaps?query_result_type=total&${query}`, token))).total
const detail = (gap_reference: string, token?: string) =>
  answered<SequenceGapDetail>(get(`/gaps/${gap_reference}`, token))
const figures = (query = '', token?: string) => answered<CompletenessFigures>(get(`?${query}`, token))
const days = async (query: string, token?: string) =>
  (await answered<{ days: CompletenessDay[] }>(get(`/days?${query}`, token))).days
const explain = (method: 'PUT' | 'DELETE', body: object, token = boss, reference = gap.gap_reference) =>
  account.server.call(method, `${address}/gaps/${reference}/explanation`, { token, body })

const report = async (token: string, fields: Partial<DeviceTelemetry>) => {
  const body = { reported_at: daysAgo(2, 30), ...fields }
  const response = await account.call(token, 'POST', '/telemetry', { body })
  expect(response.status).toBe(204)
}

const lastEvent = () =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['events', 'group'])
      .where('client', '=', tx.client)
      .orderBy('log_id', 'desc')
      .limit(1)
      .execute()
    return rows.flatMap(({ events, group }) => events.map(({ event, details }) => ({ event, details, group })))[0]
  })

describe('gaps', () => {
  it('name the device, the person and the group, and between which recordings they are', async () => {
    expect(await gapOf('LON-1')).toMatchObject({
      device_user_reference: 'ana.reis',
      group: 'London',
      first_missing: 1,
      last_missing: 2,
      missing: 2,
      before_time: call(0, 3).payload_time,
      after_time: call(3, 2).payload_time,
      state: 'open',
      explanation: null,
      closed_at: null,
    })
    expect(await gapOf('LIS-1')).toMatchObject({
      group: 'Lisbon',
      first_missing: 0,
      last_missing: 1,
      before_time: null,
    })
  })

  it('of other groups do not exist, nor are they counted', async () => {
    expect((await listed('', rita)).map(({ device_reference }) => device_reference)).toEqual(['LIS-1'])
    expect(await listed('filter[groups][0]=London', rita)).toEqual([])
    expect([await total('', rita), await total('')]).toEqual([1, 2])
    expect(await figures('', rita)).toMatchObject({ gaps: { total: 1 }, missing: 2 })
    expect(await figures('filter=', lara).catch(String)).toContain('request.invalid')
    expect(await figures('groups[0]=London', rita)).toMatchObject({ gaps: { total: 0 }, missing: 0 })
    expect(await outcomeOf(await get(`/gaps/${gap.gap_reference}`, rita))).toEqual([404, 'request.not_found'])
    for (const scope of ['device_reference=LON-1', 'device_user_reference=ana.reis', 'group=London']) {
      expect(await outcomeOf(await get(`/days?${scope}`, rita))).toEqual([404, 'request.not_found'])
    }
    expect(await outcomeOf(await explain('PUT', { reason: 'other', text: 'x' }, rita))).toEqual([
      404,
      'request.not_found',
    ])
    const seen = await days('weeks=1', rita)
    expect(seen.reduce((sum, day) => sum + day.arrived + day.missing, 0)).toBe(3)
  })

  it('begin where a handset began to count, whatever was imported for it before', async () => {
    const imported = { payload_reference: 'LEG-1', device_reference: 'IMPORTED-1', group: 'Lisbon', is_legacy: true }
    const { access_token } = await account.verified('IMPORTED-1')
    await account.write((tx) => addRows(tx, 'payloads', [{ ...imported, sequence: -1, payload_time: daysAgo(9) }]))
    await registered(account, access_token, [call(2, 1)])
    const { gap_reference, ...all } = await gapOf('IMPORTED-1')
    expect(all).toMatchObject({ first_missing: 0, last_missing: 1, before_time: null, is_before_hidden: false })
    expect(await detail(gap_reference)).toMatchObject({ before: null, has_changed_hands: false })
    await registered(account, access_token, [call(0, 1), call(1, 1)])
  })

  it('hide times from groups that the reader may not see', async () => {
    await account.onboard('max.low', { group: 'Lisbon', services: ['calls'] })
    const before = await account.verified('HANDED-1')
    await registered(account, before.access_token, [call(0, 1)])
    const after = await account.verified('HANDED-1', { body: { device_user_reference: 'max.low' } })
    await registered(account, after.access_token, [abortedCall(2, new Date().toISOString())])
    const { gap_reference, ...all } = await gapOf('HANDED-1')
    expect(all).toMatchObject({ group: 'Lisbon', before_time: call(0, 1).payload_time, is_before_hidden: false })
    const [seen] = await listed('filter[device_references][0]=HANDED-1', rita)
    expect(seen).toMatchObject({ gap_reference, before_time: null, is_before_hidden: true })
    expect(await detail(gap_reference, rita)).toMatchObject({
      gap: { before_time: null, is_before_hidden: true },
      before: null,
      after: { sequence: 2 },
      has_changed_hands: true,
    })
    expect(JSON.stringify(await detail(gap_reference, rita))).not.toContain(call(0, 1).payload_time)
    expect((await detail(gap_reference)).before).toMatchObject({ sequence: 0, payload_time: call(0, 1).payload_time })
    await registered(account, after.access_token, [abortedCall(1, new Date().toISOString())])
  })

  it('are found by state, reason, person and day', async () => {
    const day = dayOf(call(3, 2).payload_time)
    expect(
      await total(`filter[device_user_references][0]=ana.reis&filter[date_from]=${day}&filter[date_to]=${day}`),
    ).toBe(1)
    expect(await total(`filter[date_to]=${dayOf(daysAgo(3))}`)).toBe(0)
    expect(await total('filter[states][0]=explained')).toBe(0)
  })
})

describe('an explanation', () => {
  it('is recorded with who gave it, and can be withdrawn with a reason', async () => {
    const saved = await answered<SequenceGap>(
      explain('PUT', { version: gap.version, reason: 'switched_off', text: 'On leave' }, lara),
    )
    expect(saved).toMatchObject({
      state: 'explained',
      explanation: { reason: 'switched_off', text: 'On leave', explained_by: 'lara', explained_at: expect.any(String) },
      updated_by: 'lara',
    })
    expect(await lastEvent()).toEqual({
      event: 'completeness.explained',
      details: {
        gap_reference: gap.gap_reference,
        device_reference: 'LON-1',
        first_missing: 1,
        last_missing: 2,
        before: { gap_reason: null, explanation: null },
        after: { gap_reason: 'switched_off', explanation: 'On leave' },
      },
      group: 'London',
    })
    expect(await figures()).toMatchObject({ gaps: { total: 1 }, explained: { total: 1 } })
    expect(await total('filter[reasons][0]=switched_off')).toBe(1)
    expect(await outcomeOf(await explain('PUT', { version: gap.version, reason: 'other', text: 'x' }))).toEqual([
      409,
      'edit.conflict',
    ])
    const withdrawn = await answered<SequenceGap>(explain('DELETE', { version: saved.version, text: 'He was at work' }))
    expect(withdrawn).toMatchObject({ state: 'open', explanation: null })
    expect(await lastEvent()).toMatchObject({
      event: 'completeness.explanation_withdrawn',
      details: { reason: 'He was at work', before: { gap_reason: 'switched_off' } },
    })
    expect(await outcomeOf(await explain('DELETE', { text: 'Again' }))).toEqual([409, 'completeness.not_explained'])
  })

  it('needs the action in the group of the gap, a reason of the list, and words', async () => {
    const other = (await gapOf('LIS-1')).gap_reference
    expect(await outcomeOf(await explain('PUT', { reason: 'other', text: 'x' }, lara, other))).toEqual([
      403,
      'auth.forbidden',
    ])
    for (const body of [
      { reason: 'other', text: '  ' },
      { reason: 'lost', text: 'x' },
      { reason: 'other', text: 'x'.repeat(1001) },
      { reason: 'other', text: 'x', state: 'closed' },
    ]) {
      expect(await outcomeOf(await explain('PUT', body))).toEqual([400, 'request.invalid'])
    }
    expect(await gapOf('LON-1')).toMatchObject({ state: 'open' })
  })

  it('is refused once everything has arrived', async () => {
    const { access_token } = await account.verified('LATE-1')
    await registered(account, access_token, [call(1, 1)])
    const { gap_reference } = await gapOf('LATE-1')
    await registered(account, access_token, [call(0, 1)])
    expect(await gapOf('LATE-1')).toMatchObject({ state: 'closed', closed_at: expect.any(String) })
    expect(await outcomeOf(await explain('PUT', { reason: 'other', text: 'x' }, boss, gap_reference))).toEqual([
      409,
      'completeness.gap_closed',
    ])
    expect(await total('filter[states][0]=closed&filter[device_references][0]=LATE-1')).toBe(1)
  })
})

describe('a gap with what is known around it', () => {
  it('names its neighbours to those who may find them', async () => {
    const { before, after, has_changed_hands } = await detail(gap.gap_reference)
    expect([before, after, has_changed_hands]).toMatchObject([
      { sequence: 0, recording: { payload_type: 'AbortedCall' } },
      { sequence: 3, recording: { payload_type: 'AbortedCall' } },
      false,
    ])
    const seen = await detail(gap.gap_reference, lara)
    expect([seen.before?.recording, seen.after?.recording]).toEqual([null, null])
  })

  it.each([
    ['storage_full', { storage_free: 0 }, 'storage_full', ['0']],
    ['permission_denied', { permissions_denied: ['RECORD_AUDIO'] }, 'permission_withdrawn', ['RECORD_AUDIO']],
    ['no_sim', { sims: [] }, 'no_sim', []],
    ['battery_empty', { battery_level_percent: 1 }, 'switched_off', ['1']],
    ['services_off', { services_enabled: [] }, 'other', []],
    ['recordings_waiting', { payloads_pending: 2 }, 'waiting_to_upload', ['2']],
  ])('suggests a reason from a report: %s', async (kind, reported, reason, values) => {
    const device_reference = `REPORTS-${kind}`
    const { access_token } = await account.verified(device_reference)
    await registered(account, access_token, [abortedCall(0, daysAgo(2, 0)), abortedCall(2, daysAgo(2, 60))])
    await report(access_token, reported)
    const { suggestion, evidence } = await detail((await gapOf(device_reference)).gap_reference)
    expect(suggestion).toBe(reason)
    expect(evidence).toEqual([{ kind, reason, values, time: daysAgo(2, 30), until: null, source: 'telemetry' }])
  })

  it('suggests a factory reset, and that a device which reports otherwise was off', async () => {
    const reset = await account.verified('RESET-1')
    await registered(account, reset.access_token, [abortedCall(0, daysAgo(0, -60))])
    const again = await account.verified('RESET-1', { body: { installation_id: 'installation-2' } })
    expect(again.install_state).toBe('FactoryReset')
    await registered(account, again.access_token, [abortedCall(5, new Date().toISOString())])
    expect(await detail((await gapOf('RESET-1')).gap_reference)).toMatchObject({
      suggestion: 'factory_reset',
      evidence: [{ kind: 'factory_reset', source: 'device' }],
    })
    const { access_token } = await account.verified('OFF-1')
    await registered(account, access_token, [abortedCall(0, daysAgo(4)), abortedCall(2, daysAgo(2))])
    await report(access_token, { reported_at: daysAgo(4, 10), battery_level_percent: 80 })
    expect(await detail((await gapOf('OFF-1')).gap_reference)).toMatchObject({
      suggestion: 'switched_off',
      evidence: [{ kind: 'no_report', time: daysAgo(4, 10), until: daysAgo(2) }],
    })
  })

  it('suggests nothing where nothing is known, and nothing of a group that the reader may not see', async () => {
    const { access_token } = await account.verified('QUIET-1')
    await registered(account, access_token, [abortedCall(0, daysAgo(2)), abortedCall(2, daysAgo(1))])
    const { gap_reference } = await gapOf('QUIET-1')
    expect(await detail(gap_reference)).toMatchObject({ suggestion: null, evidence: [] })
    await account.write((tx) =>
      tx.db
        .updateTable('sequence_gaps')
        .set({ group: 'Lisbon' })
        .where('client', '=', tx.client)
        .where('gap_reference', '=', gap_reference)
        .execute(),
    )
    await report(access_token, { storage_free: 0, reported_at: daysAgo(2, 5) })
    expect((await detail(gap_reference)).suggestion).toBe('storage_full')
    expect(await detail(gap_reference, rita)).toMatchObject({ suggestion: null, evidence: [] })
  })
})

describe('days', () => {
  it('count what arrived and what is missing, of a device, a person and a group alike', async () => {
    await account.onboard('kim.day')
    const { access_token } = await account.verified('DAY-1', { body: { device_user_reference: 'kim.day' } })
    await registered(account, access_token, [call(0, 3), call(1, 2), call(4, 2)])
    const expected = [
      { date: dayOf(daysAgo(3)), arrived: 1, missing: 0, gaps: 0 },
      { date: dayOf(daysAgo(2)), arrived: 2, missing: 2, gaps: 1 },
    ]
    for (const scope of ['device_reference=DAY-1', 'device_user_reference=kim.day']) {
      const counted = await days(`weeks=1&${scope}`)
      expect(counted).toHaveLength(7)
      expect(counted.filter(({ arrived }) => arrived > 0)).toMatchObject(expected)
    }
    const all = await days('weeks=1')
    const ofLondon = await days('weeks=1&group=London')
    const ofLisbon = await days('weeks=1&group=Lisbon')
    for (const [index, day] of all.entries()) {
      expect(day.arrived).toBe((ofLondon[index]?.arrived ?? 0) + (ofLisbon[index]?.arrived ?? 0))
      const query = `filter[states][0]=open&filter[day]=${day.date}`
      expect(await total(query)).toBe(day.gaps)
    }
  })

  it('refuse several scopes, and more weeks than can be counted', async () => {
    expect(await outcomeOf(await get('/days?group=London&device_reference=LON-1'))).toEqual([
      400,
      'completeness.one_scope',
    ])
    expect(await outcomeOf(await get('/days?weeks=27'))).toEqual([400, 'request.invalid'])
    expect(await outcomeOf(await get('/days?until=2026-02-30'))).toEqual([400, 'request.invalid'])
    expect(await outcomeOf(await get('/days?until=9999-12-31&device_reference=LON-1'))).toEqual([200, null])
  })

  it('tell since when a device has been silent', async () => {
    await account.verified('SILENT-1')
    await account.write((tx) =>
      tx.db
        .updateTable('devices')
        .set({ last_seen: daysAgo(10), activated_at: daysAgo(20) })
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'SILENT-1')
        .execute(),
    )
    const silent = (await days('weeks=2&device_reference=SILENT-1')).map((day) => day.silent)
    expect(silent).toEqual([0, 0, 0, 0, ...Array.from({ length: 10 }, () => 1)])
    expect((await figures()).silent_devices).toEqual({ total: 1 })
  })
})

it('people with fewer devices than expected are listed and counted', async () => {
  await account.onboard('no.device')
  const users = await answered<{ items: DeviceUser[] }>(
    account.server.call('GET', '/api/admin/v1/northwind/users?filter[has_fewer_devices]=true', { token: boss }),
  )
  const references = users.items.map(({ device_user_reference }) => device_user_reference)
  expect(references).toContain('no.device')
  expect(references).not.toContain('ana.reis')
  expect((await figures()).people_with_fewer_devices).toEqual({ total: references.length })
})
