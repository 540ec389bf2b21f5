import {
  type Alert,
  type AlertConditionName,
  alertConditionNames,
  defaultRetentionSettings,
  type EnrolmentSecretState,
  limits,
  type RetentionRunState,
  serviceNames,
} from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { raiseFailedJob } from '../../apps/server/src/modules/alert-watches/index.ts'
import { watchAccounts } from '../../apps/server/src/modules/alert-watches/watch-accounts.ts'
import { watchParts } from '../../apps/server/src/modules/alert-watches/watch-parts.ts'
import { endAlertsOf } from '../../apps/server/src/modules/alerts/end-alerts.ts'
import { deactivateSilentDevices } from '../../apps/server/src/modules/devices/deactivate-silent-devices.ts'
import { insertRun } from '../../apps/server/src/modules/retention/index.ts'
import { firstPosition } from '../../apps/server/src/modules/retention-runs/run-parts.ts'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { ownerPool } from '../setup/owner-pool.ts'
import { addRows } from '../setup/rows.ts'
import { SupportDesk } from '../setup/support-desk.ts'

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

let account: AccountWithHandsets
let desk: SupportDesk
let ann: string
let admin: string

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  ann = await account.signIn('ann', 'Account Administrator')
  desk = await SupportDesk.open(account.server, account.client, ann)
  admin = `/api/admin/v1/${account.client}`
})
afterAll(() => account?.close())

const job = (handler: { handle(context: never, payload: never): Promise<void> }) =>
  handler.handle({ platform: account.server.api.platform, signal: AbortSignal.timeout(60_000) } as never, {} as never)
const watch = () => job(watchAccounts)
const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => account.write(work)

/** The conditions that a test here has seen to be Triggered and then Cleared. */
const seen = new Set<AlertConditionName>()

const alertsOf = async (condition: AlertConditionName, token = ann, path = `${admin}/alerts`): Promise<Alert[]> =>
  (await account.server.getJson<{ items: Alert[] }>(`${path}?filter[conditions][0]=${condition}`, token)).items

interface Cycle {
  condition: AlertConditionName
  cause: () => Promise<unknown>
  end: () => Promise<unknown>
  find?: () => Promise<Alert[]>
}

/** Causes an alert, ends it and causes it again: that is another alert. */
const cycle = async ({ condition, cause, end, find = () => alertsOf(condition) }: Cycle): Promise<Alert> => {
  const states = async () => (await find()).map(({ alert_state }) => alert_state)
  expect(await states()).toEqual([])
  await cause()
  const [alert] = await find()
  expect(await states()).toEqual(['Triggered'])
  await cause()
  expect(await states()).toEqual(['Triggered'])
  await end()
  expect(await states()).toEqual(['Cleared'])
  await cause()
  expect((await states()).sort()).toEqual(['Cleared', 'Triggered'])
  await end()
  seen.add(condition)
  if (!alert) throw new Error('no alert')
  return alert
}

/** Ends Transient alerts, as if their time had passed. */
const expire = () => write((tx) => endAlertsOf({ ...tx, now: new Date(tx.now.getTime() + 40 * dayMs) }))

const late = {
  payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5L01',
  device_reference: 'L-1',
  group: 'London',
  payload_state: 'Recorded',
  s3_path: null,
  is_late: true,
  payload_time: daysAgo(8),
} as const

it('recordings that are late', async () => {
  const set = (payload_state: 'Recorded' | 'NotRecoverable') =>
    write((tx) =>
      tx.db
        .updateTable('payloads')
        .set({ payload_state })
        .where('client', '=', tx.client)
        .where('payload_reference', '=', late.payload_reference)
        .execute(),
    )
  await write((tx) => addRows(tx, 'payloads', [late]))
  const alert = await cycle({
    condition: 'payload_late',
    cause: async () => {
      await set('Recorded')
      await watch()
    },
    end: async () => {
      await set('NotRecoverable')
      await watch()
    },
  })
  expect(alert).toMatchObject({ group: 'London', related_entities: [{ page_link: '/dashboard/devices/L-1' }] })
})

it('gaps in the numbers of a device', async () => {
  const gap = { gap_reference: '01ARZ3NDEKTSV4RRFFQ69G5GAP', device_reference: 'G-1', group: 'London' }
  await write((tx) => addRows(tx, 'sequence_gaps', [{ ...gap, seen_since: daysAgo(1) }]))
  const set = (closed_at: Date | null) =>
    write((tx) =>
      tx.db
        .updateTable('sequence_gaps')
        .set({ closed_at })
        .where('client', '=', tx.client)
        .where('gap_reference', '=', gap.gap_reference)
        .execute(),
    )
  await cycle({
    condition: 'sequence_gap',
    cause: async () => {
      await set(null)
      await watch()
    },
    end: async () => {
      await set(new Date())
      await watch()
    },
  })
})

it('people without a device, a week after they were onboarded', async () => {
  const onboarded = (onboard_date: Date) =>
    write((tx) =>
      tx.db
        .updateTable('device_users')
        .set({ onboard_date })
        .where('client', '=', tx.client)
        .where('device_user_reference', '=', 'joe.low')
        .execute(),
    )
  await cycle({
    condition: 'person_without_device',
    cause: async () => {
      await onboarded(daysAgo(8))
      await watch()
    },
    end: async () => {
      await onboarded(daysAgo(1))
      await watch()
    },
  })
})

it('licences that are nearly and all in use, which the provider sees as well', async () => {
  await write((tx) =>
    addRows(
      tx,
      'devices',
      Array.from({ length: 9 }, (_, n) => ({
        device_reference: `V-${n}`,
        group: 'London',
        services: ['videos'],
        activated_at: tx.now,
      })),
    ),
  )
  const allow = async (videos: number) => {
    const all = Object.fromEntries(serviceNames.map((service) => [service, limits.maxLicences]))
    const response = await account.server.call('PUT', `/api/admin/v1/clients/${account.client}/licenses`, {
      token: desk.tokens.nadia,
      body: { ...all, videos },
    })
    expect(response.status).toBe(200)
    await watch()
  }
  const near = await cycle({ condition: 'licences_near_limit', cause: () => allow(10), end: () => allow(100) })
  expect(near).toMatchObject({ alert_subject: '90 % of the licences for videos are in use' })
  await cycle({ condition: 'licences_exhausted', cause: () => allow(9), end: () => allow(100) })
  expect(await alertsOf('licences_exhausted', desk.tokens.nadia, '/api/admin/v1/alerts')).toMatchObject([
    { client: account.client },
    { client: account.client },
  ])
})

it('changes that wait for approval for two days', async () => {
  const set = (state: 'waiting' | 'withdrawn') =>
    write((tx) => tx.db.updateTable('role_drafts').set({ state }).where('client', '=', tx.client).execute())
  await write((tx) =>
    tx.db
      .insertInto('role_drafts')
      .values({
        client: tx.client,
        draft_reference: '01ARZ3NDEKTSV4RRFFQ69G5DRA',
        role_reference: 'Some role',
        base_version: 0,
        note: 'Please',
        state: 'waiting',
        handed_over_at: daysAgo(3),
        handed_over_by: 'ann',
      })
      .execute(),
  )
  await cycle({
    condition: 'approval_overdue',
    cause: async () => {
      await set('waiting')
      await watch()
    },
    end: async () => {
      await set('withdrawn')
      await watch()
    },
  })
})

it('what somebody has to decide on retention', async () => {
  const policy = {
    client: account.client,
    version: 1,
    entities: '[]',
    payloads: '[]',
    settings: JSON.stringify(defaultRetentionSettings),
    is_locked: false,
    saved_at: daysAgo(1),
    saved_by: 'ann',
    needs_second_person: false,
    freed_recordings: 0,
    freed_bytes: 0,
  }
  const endPolicy =
    (ended_at: Date | null) =>
    ({ db }: TenantTransaction) =>
      db
        .insertInto('retention_policies')
        .values({ ...policy, effective_at: daysAgo(-6), ended_at })
        .onConflict((conflict) =>
          conflict.columns(['client', 'version']).doUpdateSet((eb) => ({ ended_at: eb.ref('excluded.ended_at') })),
        )
        .execute()
  await cycle({
    condition: 'retention_change_waits',
    cause: () => write(endPolicy(null)).then(watch),
    end: () => write(endPolicy(daysAgo(0))).then(watch),
  })
  await write(endPolicy(null))
  const jump =
    (jumped_to: Date | null) =>
    ({ db, client, now }: TenantTransaction) =>
      db
        .insertInto('retention_clocks')
        .values({ client, seen_at: now, jumped_from: jumped_to && daysAgo(3), jumped_to })
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet((eb) => ({
            jumped_from: eb.ref('excluded.jumped_from'),
            jumped_to: eb.ref('excluded.jumped_to'),
          })),
        )
        .execute()
  await cycle({
    condition: 'retention_clock_jumped',
    cause: () => write(jump(daysAgo(0))).then(watch),
    end: () => write(jump(null)).then(watch),
  })
  const { run_id } = await write(async (tx) => {
    const begun = {
      kind: 'run' as const,
      policy_version: 1,
      requested_by: 'ann',
      allowed: 100,
      position: firstPosition,
    }
    const run = await insertRun(tx, begun)
    if (!run) throw new Error('no run')
    return run
  })
  const toState =
    (state: RetentionRunState, updated_at: Date) =>
    ({ db, client }: TenantTransaction) =>
      db
        .updateTable('retention_runs')
        .set({ state, updated_at })
        .where('client', '=', client)
        .where('run_id', '=', run_id)
        .execute()
  const completed = () => write(toState('Completed', daysAgo(0))).then(watch)
  await cycle({
    condition: 'retention_run_waits',
    cause: () => write(toState('NeedsWord', daysAgo(0))).then(watch),
    end: completed,
  })
  await cycle({
    condition: 'retention_run_failed',
    cause: () => write(toState('Running', daysAgo(1))).then(watch),
    end: completed,
  })
})

it('matters whose holds are due for review', async () => {
  const client = account.client
  const set = (review_on: string) =>
    write((tx) =>
      tx.db
        .insertInto('matters')
        .values({
          client,
          matter_reference: 'Case 1',
          title: 'Case',
          reason: 'Asked',
          is_closed: false,
          review_on,
          created_at: tx.now,
          created_by: 'ann',
          updated_at: tx.now,
          updated_by: 'ann',
        })
        .onConflict((conflict) => conflict.columns(['client', 'matter_reference']).doUpdateSet({ review_on }))
        .execute(),
    )
  await cycle({
    condition: 'hold_review_due',
    cause: () => set('2020-01-01').then(watch),
    end: () => set('2999-01-01').then(watch),
  })
})

it('objects of destroyed recordings that remain in the store', async () => {
  const client = account.client
  const [batch_id, payload_reference] = ['01ARZ3NDEKTSV4RRFFQ69G5FAB', '01ARZ3NDEKTSV4RRFFQ69G5FAC']
  const destroyed_at = daysAgo(2)
  const set = (objects_gone_at: Date | null) =>
    write(async (tx) => {
      const ofRun = { client, batch_id, run_id: batch_id, destroyed_at }
      await tx.db
        .insertInto('destruction_batches')
        .values({ ...ofRun, destroyed_by: 'system' })
        .onConflict((conflict) => conflict.columns(['client', 'batch_id']).doNothing())
        .execute()
      await tx.db
        .insertInto('destructions')
        .values({
          ...ofRun,
          payload_reference,
          payload_type: 'Call',
          payload_time: destroyed_at,
          registered_at: destroyed_at,
          former_checksums: [],
          downloads: 0,
          object_keys: ['recordings/a'],
          objects_gone_at,
        })
        .onConflict((conflict) => conflict.columns(['client', 'payload_reference']).doUpdateSet({ objects_gone_at }))
        .execute()
    })
  await cycle({
    condition: 'destruction_unfinished',
    cause: () => set(null).then(watch),
    end: () => set(daysAgo(0)).then(watch),
  })
})

it('locks of the object store that differ', async () => {
  const { client } = account
  const set = (difference: string | null) =>
    write((tx) =>
      tx.db
        .insertInto('object_locks')
        .values({ client, object_key: 'recordings/a', payload_reference: '01ARZ3NDEKTSV4RRFFQ69G5FAC', difference })
        .onConflict((conflict) => conflict.columns(['client', 'object_key']).doUpdateSet({ difference }))
        .execute(),
    )
  await cycle({
    condition: 'object_lock_differs',
    cause: () => set('unlocked').then(watch),
    end: () => set(null).then(watch),
  })
})

it('a former enrolment secret that ends soon', async () => {
  const { fingerprint } = await account.server.getJson<EnrolmentSecretState>(`${admin}/enrolment`, ann)
  const response = await account.server.call('POST', `${admin}/enrolment/rotation`, {
    token: ann,
    body: { fingerprint, overlap_days: 7 },
  })
  expect(response.status).toBe(200)
  const set = (valid_until: Date) =>
    write((tx) =>
      tx.db
        .updateTable('account_secrets')
        .set({ valid_until })
        .where('client', '=', tx.client)
        .where('purpose', '=', 'former_enrolment')
        .execute(),
    )
  await cycle({
    condition: 'secret_expiring',
    cause: async () => {
      await set(daysAgo(-3))
      await watch()
    },
    end: async () => {
      await set(daysAgo(-30))
      await watch()
    },
  })
})

it('devices that are silent, deactivated and reset', async () => {
  await account.verified('S-1')
  const set = (last_seen: Date) =>
    write((tx) =>
      tx.db
        .updateTable('devices')
        .set({ last_seen, is_deactivated: false })
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'S-1')
        .execute(),
    )
  await cycle({
    condition: 'device_silent',
    cause: async () => {
      await set(daysAgo(400))
      await job(deactivateSilentDevices)
    },
    end: () => account.verified('S-1'),
  })
  await cycle({
    condition: 'device_deactivated',
    cause: async () => {
      await set(new Date())
      await account.server.call('PUT', `${admin}/devices/S-1/deactivation`, { token: ann, body: { reason: 'Lost' } })
    },
    end: expire,
  })
  let installation = 1
  await cycle({
    condition: 'factory_reset',
    cause: () => account.verified('S-1', { body: { installation_id: `installation-${++installation}` } }),
    end: expire,
  })
  await write(async (tx) => {
    const rows = Array.from({ length: 25 }, (_, n) => ({
      device_reference: `Q-${n}`,
      group: 'London',
      activated_at: daysAgo(500),
      last_seen: daysAgo(400),
    }))
    await addRows(tx, 'devices', rows)
  })
  await job(deactivateSilentDevices)
  expect(await alertsOf('devices_silent')).toMatchObject([{ alert_subject: '25 devices fell silent at once' }])
  expect(await alertsOf('device_silent')).toHaveLength(2)
  seen.add('devices_silent')
})

it('commands that failed', async () => {
  const { access_token } = await account.verified('C-1')
  const fail = async () => {
    const sent = await account.server.call('POST', `${admin}/devices/C-1/commands`, {
      token: ann,
      body: { command: 'sync_data' },
    })
    const { command_reference } = (await sent.json()) as { command_reference: string }
    for (const state of ['Acknowledged', 'Failed']) {
      const path = `/commands/${command_reference}`
      expect((await account.call(access_token, 'PUT', path, { body: { state } })).status).toBe(200)
    }
  }
  const alert = await cycle({ condition: 'command_failed', cause: fail, end: expire })
  expect(alert).toMatchObject({ alert_type: 'AndroidAlert', condition_values: { device: 'C-1', command: 'sync_data' } })
})

it('support access that is asked for and used', async () => {
  let request = ''
  const asked = await cycle({
    condition: 'support_requested',
    cause: async () => {
      if (request === '') request = (await desk.asked()).request_reference
    },
    end: async () => {
      await desk.decided(request, 'approved')
      expect((await desk.visit('POST', `${admin}/support_mode`, request)).status).toBe(204)
      request = ''
    },
  })
  expect(asked.related_entities[0]?.entity_type).toBe('SupportAccess')
  expect(await alertsOf('support_used')).toMatchObject([{ condition_values: { person: 'admin/marc' } }])
  seen.add('support_used')
})

it('statements that could not be stored', async () => {
  const { databaseUrl } = account.server.settings
  const owner = ownerPool(databaseUrl)
  const otto = await account.signIn('otto', 'Compliance Officer')
  const month = new Date(Date.now() - 40 * dayMs).toISOString().slice(0, 7)
  const state = () =>
    account.server.call('POST', `${admin}/completeness/statements`, {
      token: otto,
      body: { month, group: 'London' },
    })
  await owner.query('revoke insert on app.completeness_statements from holdfast_app')
  const alert = await cycle({
    condition: 'statement_failed',
    cause: async () => expect((await state()).status).toBe(500),
    end: expire,
  })
  await owner.query('grant insert on app.completeness_statements to holdfast_app')
  await owner.end()
  expect(alert).toMatchObject({ group: 'London', api_action: 'POST /completeness/statements' })
  expect((await state()).status).toBe(200)
})

it('watched roles that are used, and refusals of addresses', async () => {
  await write(async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ is_alertable: true })
      .where('client', '=', tx.client)
      .where('role_reference', '=', 'Compliance Officer')
      .execute()
    await bumpAccessVersion(tx)
  })
  const otto = await account.signIn('otto', 'Compliance Officer')
  const use = async () => {
    expect((await account.server.call('GET', `${admin}/activities`, { token: otto })).status).toBe(200)
    await watch()
  }
  const used = await cycle({ condition: 'alertable_role_used', cause: use, end: expire })
  expect(used).toMatchObject({ alert_scope: 'sec', condition_values: { person: 'otto', role: 'Compliance Officer' } })
  await write((tx) =>
    tx.db
      .insertInto('user_activities')
      .values({
        client: tx.client,
        log_id: used.alert_reference,
        user_id: 'otto',
        roles: [],
        user_ip: '203.0.113.9',
        is_client_app: false,
        activity_time: tx.now,
        activity_end_time: tx.now,
        duration: 1,
        action: 'audit:read',
        call: 'GET /activities',
        is_allowed: false,
        denial_reason: 'auth.address_not_allowed',
        parameters: '{}',
        events: '[]',
        status_code: 403,
        request_id: 'r',
      })
      .execute(),
  )
  await watch()
  expect(await alertsOf('address_refused')).toMatchObject([{ condition_values: { address: '203.0.113.9' } }])
  seen.add('address_refused')
})

it("jobs that gave up and parts that don't answer are the provider's", async () => {
  const { platform } = account.server.api
  const find = (condition: AlertConditionName) => () => alertsOf(condition, desk.tokens.nadia, '/api/admin/v1/alerts')
  const ofProvider = <T>(work: (tx: TenantTransaction) => Promise<T>) => platform.database.transaction('admin', work)
  await cycle({
    condition: 'job_failed',
    cause: () => raiseFailedJob(platform, 'process_payload'),
    end: () => ofProvider((tx) => endAlertsOf({ ...tx, now: daysAgo(-40) })),
    find: find('job_failed'),
  })
  const down = { ...platform, objects: { check: () => Promise.reject(new Error('no answer')) } }
  const parts = (of: object) =>
    watchParts.handle({ platform: of, signal: AbortSignal.timeout(60_000) } as never, {} as never)
  await cycle({
    condition: 'part_down',
    cause: () => parts(down),
    end: async () => {
      await parts({ ...platform, scanner: { check: async () => undefined } })
      await ofProvider((tx) => endAlertsOf({ ...tx, now: new Date(tx.now.getTime() + 6 * 60_000) }))
    },
    find: async () => (await find('part_down')()).filter(({ condition_values: { part } }) => part === 'object store'),
  })
})

it('every condition is caused by a test', () => {
  const elsewhere: AlertConditionName[] = [
    // payloads/changes/state-alerts.integration.test.ts
    'payload_failed',
    'payload_quarantined',
    'payload_damaged',
    // modules/destruction/destruction.integration.test.ts
    'destruction_replayed',
    // modules/alerts/alerts.integration.test.ts
    'raised_by_hand',
    // modules/webhooks/webhooks.integration.test.ts
    'webhook_failed',
    // modules/transfers/transfer-conditions.integration.test.ts
    'transfer_failed',
    'transfer_late',
    'transfer_receipt_late',
    'transfer_host_key_changed',
    // modules/transfers/transfers.integration.test.ts
    'transfer_differs',
    // modules/transfer-configs
    'transfer_destination_changed',
    'transfer_key_expiring',
    // modules/migrations/bad-exports.integration.test.ts
    'migration_failed',
  ]
  expect([...seen, ...elsewhere].sort()).toEqual([...alertConditionNames].sort())
})
