import type { RetentionExplanation, RetentionPolicy, RetentionRun } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { providerClient } from '../../core/accounts/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { beginDailyRuns } from './begin-daily-runs.ts'
import { takeSteps } from './take-steps.ts'

let account: TestAccount<'olga' | 'ruth'>
const client = 'northwind'
const base = `/api/client/v1/${client}`
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('Desk')
    .withDevice('Desk-1', 'Desk')
    .withPerson('olga', 'Compliance Officer')
    .withPerson('ruth', 'Reviewer')
    .open()
})
afterAll(() => account?.close())

const call = async <T>(method: string, path: string, body?: object, token = account.tokens.olga) => {
  const response = await account.server.call(method, `${base}${path}`, { token, ...(body && { body }) })
  return { status: response.status, body: (await response.json()) as T }
}

const platform = () => account.server.api.platform
const context = () => ({ platform: platform(), attempt: 1, signal: AbortSignal.timeout(60_000) })

/** Makes a recording of an age in days. Its reference ends in `number`. */
const record = (number: number, days: number, fields: object = {}) => {
  const payload_time = daysAgo(days).toISOString()
  const made = {
    payload_time,
    registered_at: payload_time,
    processed_at: payload_time,
    payload_state: 'Processed' as const,
  }
  return account.addCall(number, 'Desk', { ...made, size: 1000, ...fields })
}

const statesOf = async (...numbers: number[]): Promise<string[]> => {
  const rows = await account.read(({ db }) =>
    db.selectFrom('payloads').select(['payload_reference', 'payload_state']).where('client', '=', client).execute(),
  )
  return numbers.map(
    (number) =>
      rows.find(({ payload_reference }) => payload_reference.endsWith(String(number)))?.payload_state ?? 'none',
  )
}

const policy = (delete_after_days: number, destroy_after_days: number | null, more: object = {}) => ({
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

/** Puts a policy in force as if it had been saved long ago. */
const inForce = async (body: object) => {
  const saved = await call<RetentionPolicy>('PUT', '/account/retention', body)
  expect(saved.status).toBe(200)
  await account.write(({ db }) =>
    db
      .updateTable('retention_policies')
      .set({ effective_at: daysAgo(1), needs_second_person: false })
      .where('client', '=', client)
      .where('ended_at', 'is', null)
      .execute(),
  )
}

const start = (is_dry_run = false) => call<RetentionRun>('POST', '/account/retention/runs', { is_dry_run })
const latest = async (): Promise<RetentionRun> => {
  const { body } = await call<{ items: RetentionRun[] }>('GET', '/account/retention/runs')
  const [run] = body.items
  if (!run) throw new Error('no run')
  return run
}
const work = async ({ run_id }: RetentionRun): Promise<RetentionRun> => {
  await takeSteps.handle(context(), { client, run_id })
  return latest()
}
/** Begins a run and lets it end or wait. */
const run = async (is_dry_run = false) => work((await start(is_dry_run)).body)
const decide = (body: object) => call<RetentionPolicy>('POST', '/account/retention/decide', body)

const seenAgo = (hours: number) =>
  platform().database.transaction(providerClient, ({ db }) =>
    db
      .insertInto('retention_clocks')
      .values({ client: providerClient, seen_at: new Date(Date.now() - hours * 3_600_000) })
      .onConflict((conflict) =>
        conflict.column('client').doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })),
      )
      .execute(),
  )

it('nothing runs while the policy removes nothing', async () => {
  expect(await start()).toMatchObject({ status: 409, body: { code: 'retention.nothing_to_do' } })
})

describe('a run', () => {
  it('is at first a dry run, which changes nothing and reports what it would do', async () => {
    await record(10, 3)
    await record(11, 40)
    await record(12, 41)
    await record(13, 42, { payload_state: 'Recorded', processed_at: null })
    await record(14, 4000, { registered_at: daysAgo(42).toISOString() })
    await call('PUT', '/matters/Case-1', {
      title: 'Case 1',
      reason: 'Inquiry',
      review_on: '2099-01-01',
      is_closed: false,
    })
    const held = await call('POST', '/matters/Case-1/holds', { payload_references: ['01ARZ3NDEKTSV4RRFFQ69G5F12'] })
    expect(held.status).toBe(200)
    await inForce(policy(30, null))
    const report = { deleted: 1, destroyed: 0, examined: 4, without_time: ['01ARZ3NDEKTSV4RRFFQ69G5F14'] }
    const done = await run()
    expect(done).toMatchObject({ kind: 'dry_run', state: 'Completed', requested_by: 'olga', report })
    expect(done.report.lines).toEqual([{ group: 'Desk', payload_type: 'Call', deleted: 1, destroyed: 0, bytes: 0 }])
    expect(done.report.kept.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
      { reason: 'not_settled', recordings: 1 },
      { reason: 'on_hold', recordings: 1 },
      { reason: 'unconfirmed_clock', recordings: 1 },
    ])
    expect(await statesOf(10, 11, 12, 13, 14)).toEqual(['Processed', 'Processed', 'Processed', 'Recorded', 'Processed'])
  })

  it('then deletes what is due and held by nobody, and it can be restored', async () => {
    expect(await run()).toMatchObject({ kind: 'run', state: 'Completed', report: { deleted: 1 } })
    expect(await statesOf(10, 11, 12, 13, 14)).toEqual(['Processed', 'Deleted', 'Processed', 'Recorded', 'Processed'])
    const deleted = await call<{ deletion: object }>('GET', '/payloads/01ARZ3NDEKTSV4RRFFQ69G5F11')
    expect(deleted.body.deletion).toMatchObject({ deleted_by: 'system', former_state: 'Processed' })
    expect((await call('POST', '/payloads/01ARZ3NDEKTSV4RRFFQ69G5F11/restore')).status).toBe(200)
  })

  it('says of each recording why it is kept', async () => {
    const explained = async (number: number, token = account.tokens.olga) =>
      (
        await call<RetentionExplanation>(
          'GET',
          `/payloads/01ARZ3NDEKTSV4RRFFQ69G5F${number}/retention`,
          undefined,
          token,
        )
      ).body
    expect(await explained(11)).toMatchObject({
      can_be_deleted: true,
      can_be_destroyed: false,
      blocks: [],
      holds: [],
      destroy_at: null,
    })
    expect(await explained(12)).toMatchObject({
      can_be_deleted: false,
      holds: [{ target_type: 'Payload', target: '01ARZ3NDEKTSV4RRFFQ69G5F12', matter_reference: 'Case-1' }],
      rule: { retention_timestamp: 'payload_time', delete_after_days: 30, destroy_after_days: null },
    })
    expect(await explained(14)).toMatchObject({ can_be_deleted: false, blocks: [{ code: 'unconfirmed_clock' }] })
    await inForce(policy(5000, null))
    await call('PUT', '/account/retention', policy(1, null))
    expect(await explained(10)).toMatchObject({ can_be_deleted: false, change: { delete_at: expect.any(String) } })
    expect((await call('GET', '/payloads/01ARZ3NDEKTSV4RRFFQ69G5F99/retention')).status).toBe(404)
  })

  it('ends when the policy has changed since it began', async () => {
    await inForce(policy(30, null))
    const begun = (await start()).body
    expect(await start()).toMatchObject({ status: 409, body: { code: 'retention.running' } })
    await call('PUT', '/account/retention', policy(3000, null))
    expect(await work(begun)).toMatchObject({ state: 'Stopped', stopped_by: 'system', report: { deleted: 0 } })
  })

  it('can be ended by a person', async () => {
    const { run_id } = (await start()).body
    expect((await decide({ decision: 'stop_run', run_id })).status).toBe(200)
    expect(await work(await latest())).toMatchObject({
      run_id,
      state: 'Stopped',
      stopped_by: 'olga',
      report: { examined: 0 },
    })
    expect((await decide({ decision: 'continue_run', run_id })).status).toBe(409)
  })
})

describe('a clock that jumped', () => {
  it('stops a run that is under way, until somebody confirms the time', async () => {
    const begun = (await start()).body
    await seenAgo(2)
    expect(await work(begun)).toMatchObject({ state: 'Stopped', stopped_by: 'system' })
    expect(await start()).toMatchObject({ status: 409, body: { code: 'retention.clock_jumped' } })
    expect((await call<RetentionPolicy>('GET', '/account/retention')).body.clock).not.toBeNull()
    await beginDailyRuns.handle(context(), {})
    expect(await latest()).toMatchObject({ run_id: begun.run_id, state: 'Stopped' })
    expect(await decide({ decision: 'confirm_clock' })).toMatchObject({ status: 200, body: { clock: null } })
    expect((await decide({ decision: 'confirm_clock' })).status).toBe(409)
  })

  it('is no jump if it was set back', async () => {
    await seenAgo(-3)
    await beginDailyRuns.handle(context(), {})
    expect(await work(await latest())).toMatchObject({ state: 'Completed', requested_by: 'system' })
  })
})

it('other data ends after its days, unless it is held', async () => {
  const old = daysAgo(50)
  await account.write(async (tx) => {
    await addRows(
      tx,
      'device_users',
      ['held.person', 'other.person'].map((device_user_reference) => ({ device_user_reference, group: 'Desk' })),
    )
    await addRows(
      tx,
      'gps',
      ['held.person', 'other.person'].map((device_user_reference) => ({
        device_user_reference,
        group: 'Desk',
        device_reference: 'Desk-1',
        timestamp: old,
        gps_reference: device_user_reference.padEnd(26, '0'),
      })),
    )
    const entry = {
      client,
      roles: [],
      user_ip: '203.0.113.9',
      is_client_app: false,
      activity_time: old,
      activity_end_time: old,
      duration: 1,
      action: 'audit:read' as const,
      call: 'GET /activities',
      is_allowed: true,
      parameters: '{}',
      events: '[]',
      status_code: 200,
      request_id: 'r',
    }
    await tx.db
      .insertInto('user_activities')
      .values([
        { ...entry, log_id: earliestId(old), user_id: 'olga' },
        { ...entry, log_id: earliestId(daysAgo(51)), user_id: 'ruth' },
      ])
      .execute()
  })
  for (const path of ['DeviceUser/held.person', 'PortalUser/ruth']) {
    const [target_type, target] = path.split('/')
    expect((await call('PUT', `/account/legal_holds/${path}`, { target_type, target })).status).toBe(200)
  }
  // A hold that was released long ago, and another one on somebody who is still held.
  for (const [target, matter_reference] of [
    ['other.person', 'General'],
    ['held.person', 'Case-1'],
  ]) {
    const path = `/account/legal_holds/DeviceUser/${target}`
    const body = { target_type: 'DeviceUser', target }
    await call('PUT', path, { ...body, matter_reference })
    expect((await call('DELETE', path, { ...body, matter_reference })).status).toBeLessThan(300)
  }
  await account.write(({ db }) =>
    db
      .updateTable('legal_holds')
      .set({ released_at: old })
      .where('client', '=', client)
      .where('is_active', '=', false)
      .execute(),
  )
  const entities = ['GpsData', 'LegalHoldData', 'UserActivityData'].map((entity_type) => ({
    entity_type,
    destroy_after_days: 45,
  }))
  await inForce({ entities, payloads: [] })
  const other = ['GpsData', 'LegalHoldData', 'UserActivityData'].map((entity_type) => ({
    entity_type,
    removed: 1,
    kept: 1,
    reasons: [{ reason: 'on_hold', rows: 1 }],
  }))
  expect((await run()).report.other).toEqual(other)
  const rowsLeft = () =>
    account.read(async ({ db }) => {
      const positions = await db
        .selectFrom('gps')
        .select('device_user_reference as person')
        .where('client', '=', client)
        .execute()
      const before = earliestId(daysAgo(40))
      const entries = await db
        .selectFrom('user_activities')
        .select('user_id as person')
        .where('client', '=', client)
        .where('log_id', '<', before)
        .execute()
      return [...positions, ...entries].map(({ person }) => person)
    })
  expect(await rowsLeft()).toHaveLength(4)
  expect((await run()).report.other).toEqual(other)
  expect(await rowsLeft()).toEqual(['held.person', 'ruth'])
})

it('is closed to people whose roles do not have it', async () => {
  expect((await call('POST', '/account/retention/runs', { is_dry_run: true }, account.tokens.ruth)).status).toBe(403)
  expect((await call('GET', '/account/retention/runs', undefined, account.tokens.ruth)).status).toBe(403)
})
