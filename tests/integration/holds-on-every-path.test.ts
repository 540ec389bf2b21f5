import {
  type HeldTargetType,
  heldTargetTypes,
  type RetentionEntityType,
  retentionEntityTypes,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { destroyPayloads, removeTombstones } from '../../apps/server/src/modules/destruction/index.ts'
import { insertPolicy, noRules, nothingFreed } from '../../apps/server/src/modules/retention/stored-policies.ts'
import { beginRun } from '../../apps/server/src/modules/retention-runs/begin-run.ts'
import { deleteByRetention } from '../../apps/server/src/modules/retention-runs/delete-by-retention.ts'
import { removeOtherData } from '../../apps/server/src/modules/retention-runs/other-data.ts'
import { takeSteps } from '../../apps/server/src/modules/retention-runs/take-steps.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { addRows } from '../setup/rows.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

const client = 'northwind'
const dayMs = 86_400_000
const old = new Date(Date.now() - 100 * dayMs)
let account: TestAccount<'olga'>
beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('Desk')
    .withDevice('Desk-1', 'Desk')
    .withPerson('olga', 'Account Administrator', 'Compliance Officer')
    .open()
  const days = { retention_timestamp: 'payload_time' as const, delete_after_days: 10, destroy_after_days: 20 }
  const payloads = [{ payload_type: 'Call' as const, ...days, required_receipts: [], required_transfers: [] }]
  await account.write(async (tx) => {
    await addRows(tx, 'matters', [{ matter_reference: 'Case' }])
    await addRows(tx, 'retention_runs', [{}])
    const policy = { ...noRules, payloads, ...nothingFreed, version: 1, saved_by: 'olga', effective_at: tx.now }
    await insertPolicy(tx, policy)
  })
})
afterAll(() => account?.close())

/** A row with what a test gives; the other columns that have to be set have any value. */
const insertAny = (table: string, row: Record<string, unknown>) =>
  account.write(async ({ db }) => {
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'app' and table_name = ${table} and is_nullable = 'NO' and column_default is null`.execute(
      db,
    )
    const any: Record<string, unknown> = { 'timestamp with time zone': old, boolean: false, jsonb: '{}', ARRAY: [] }
    const filled = columns.map(({ name, type }) => [name, any[type] ?? (/int|double|numeric/.test(type) ? 0 : 'any')])
    const values = { ...Object.fromEntries(filled), client, ...row }
    await db
      .insertInto(table as 'gps')
      .values(values as never)
      .execute()
  })

const hold = (target_type: HeldTargetType, target: string) =>
  account.write((tx) => addRows(tx, 'legal_holds', [{ matter_reference: 'Case', target_type, target }]))

const call = (method: string, path: string, body?: object) =>
  account.server.call(method, `/api/${path}`, { token: account.tokens.olga, ...(body && { body }) })
const ok = async (response: Promise<Response>) => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
}

interface Recording {
  reference: string
  group: string
  person: string
  device: string
  reviewer: string
}

/**
 * A recording with a group, a person, a device and a reviewer of its own.
 * @param is_legacy whether it was imported from a legacy platform
 */
const record = async (is_legacy: boolean): Promise<Recording> => {
  const reference = ulid()
  const [group, person, device, reviewer] = ['G', 'p', 'D', 'r'].map((name) => `${name}-${reference}`) as [
    string,
    string,
    string,
    string,
  ]
  await account.write(async (tx) => {
    await addRows(tx, 'groups', [{ group_reference: group }])
    await addRows(tx, 'device_users', [{ device_user_reference: person, group }])
    await addRows(tx, 'devices', [{ device_reference: device, device_user_reference: person, group }])
    await addRows(tx, 'portal_users', [
      { user_reference: reviewer, name: reviewer, email: `${reviewer}@example.com` } as never,
    ])
    const times = { payload_time: old, registered_at: old }
    const made = { ...times, device_reference: device, device_user_reference: person, group, s3_path: null, is_legacy }
    await addRows(tx, 'payloads', [{ payload_reference: reference, ...made }])
    await bumpAccessVersion(tx)
  })
  await insertAny('comments', { comment_id: ulid(), payload_reference: reference, raised_by: reviewer })
  return { reference, group, person, device, reviewer }
}

const targetOf = ({ reference, group, person, reviewer }: Recording): Record<HeldTargetType, string> => ({
  DeviceUser: person,
  Group: group,
  Payload: reference,
  PortalUser: reviewer,
})

const stateOf = async ({ reference }: Recording): Promise<string> => {
  const row = await account.read(({ db }) =>
    db
      .selectFrom('payloads')
      .select('payload_state')
      .where('client', '=', client)
      .where('payload_reference', '=', reference)
      .executeTakeFirst(),
  )
  return row?.payload_state ?? 'none'
}
const setState = (payload_state: 'Deleted' | 'Destroyed', all: readonly Recording[]) =>
  account.write(({ db }) =>
    db
      .updateTable('payloads')
      .set({ payload_state, state_before_deletion: payload_state === 'Deleted' ? 'Processed' : null })
      .where('client', '=', client)
      .where(
        'payload_reference',
        'in',
        all.map(({ reference }) => reference),
      )
      .execute(),
  )

const references = (all: readonly Recording[]) => all.map(({ reference }) => reference)
const platform = () => account.server.api.platform
const run = { run_id: newId(), policy_version: 1, requested_by: 'olga' }

interface Path {
  /** Before the hold is placed. */
  before?: (all: Recording[]) => Promise<unknown>
  take: (all: Recording[]) => Promise<unknown>
  /** The state of a recording without a hold afterwards. */
  free: string
  /** The state of a held recording afterwards. */
  held: string
}

const paths: Readonly<Record<string, Path>> = {
  'deletion by a person': {
    take: (all) =>
      ok(call('POST', `client/v1/${client}/payloads/delete`, { payload_references: references(all), reason: 'Asked' })),
    free: 'Deleted',
    held: 'Processed',
  },
  'deletion by retention': {
    take: (all) => deleteByRetention(platform(), client, references(all), run),
    free: 'Deleted',
    held: 'Processed',
  },
  destruction: {
    take: (all) => destroyPayloads(platform(), client, references(all), { run_id: run.run_id, by: 'olga' }),
    free: 'Destroyed',
    held: 'Processed',
  },
  'destruction after deletion': {
    before: (all) => setState('Deleted', all),
    take: (all) => destroyPayloads(platform(), client, references(all), { run_id: run.run_id, by: 'olga' }),
    free: 'Destroyed',
    held: 'Deleted',
  },
  'a whole run': {
    take: async () => {
      const { run_id } = await account.write((tx) => beginRun(tx, { kind: 'run', requested_by: 'olga' }))
      await takeSteps.handle(
        { platform: platform(), attempt: 1, signal: AbortSignal.timeout(60_000) },
        { client, run_id },
      )
    },
    free: 'Destroyed',
    held: 'Processed',
  },
  'removal of what is known about a destroyed recording': {
    before: (all) => destroyPayloads(platform(), client, references(all), { run_id: run.run_id, by: 'olga' }),
    take: (all) => account.write((tx) => removeTombstones(tx, references(all))),
    free: 'none',
    held: 'Destroyed',
  },
  restoring: {
    before: (all) => setState('Deleted', all),
    take: (all) => ok(call('POST', `client/v1/${client}/payloads/restore`, { payload_references: references(all) })),
    free: 'Processed',
    held: 'Processed',
  },
  'the database role of the application': {
    take: (all) =>
      account
        .write(({ db }) =>
          sql`delete from payloads where client = ${client} and payload_reference = any(${references(all)}::text[])`.execute(
            db,
          ),
        )
        .then(
          () => Promise.reject(new Error('deleted')),
          (error: unknown) => expect(String(error)).toContain('permission denied'),
        ),
    free: 'Processed',
    held: 'Processed',
  },
  'removal of their device': {
    take: async (all) => {
      for (const { device } of all) await ok(call('DELETE', `admin/v1/${client}/devices/${device}`))
    },
    free: 'Processed',
    held: 'Processed',
  },
  'off-boarding of their person': {
    take: async (all) => {
      for (const { person } of all) await ok(call('DELETE', `admin/v1/${client}/users/${person}`))
    },
    free: 'Processed',
    held: 'Processed',
  },
  'removal of their reviewer': {
    take: async (all) => {
      for (const { reviewer } of all) await ok(call('DELETE', `admin/v1/${client}/portal_users/${reviewer}`))
    },
    free: 'Processed',
    held: 'Processed',
  },
  'deletion of their group': {
    take: async (all) => {
      for (const { group } of all) expect((await call('DELETE', `admin/v1/${client}/groups/${group}`)).ok).toBe(false)
    },
    free: 'Processed',
    held: 'Processed',
  },
}

describe.each(Object.entries(paths))('%s', (_, { before, take, free, held }) => {
  it.each(heldTargetTypes)('spares recordings that are held by their %s, legacy ones too', async (target_type) => {
    const kept = [await record(false), await record(true)]
    const others = [await record(false), await record(true)]
    const all = [...kept, ...others]
    await before?.(all)
    for (const each of kept) await hold(target_type, targetOf(each)[target_type])
    await take(all)
    const states = async (some: readonly Recording[]) => Promise.all(some.map(stateOf))
    expect([await states(kept), await states(others)]).toEqual([
      [held, held],
      [free, free],
    ])
  })
})

/** They have tests of their own: `PayloadData` above, devices and their users beside modules/retention-runs. */
const testedElsewhere = ['DeviceData', 'DeviceUserData', 'PayloadData'] as const

/** A row of each type, and how a hold can reach it. */
const otherData: Readonly<
  Record<
    Exclude<RetentionEntityType, (typeof testedElsewhere)[number]>,
    { table: string; key: string; ended?: object; by: Partial<Record<HeldTargetType, string>> }
  >
> = {
  AlertData: {
    table: 'alerts',
    key: 'alert_reference',
    ended: { alert_state: 'Cleared', cleared_at: old },
    by: { Group: 'group' },
  },
  DeviceActivityData: {
    table: 'device_activities',
    key: 'log_id',
    by: { Group: 'group', DeviceUser: 'device_user_reference' },
  },
  DeviceCommandData: {
    table: 'device_commands',
    key: 'command_reference',
    ended: { state: 'Completed', device_reference: 'Desk-1' },
    by: { Group: 'group', PortalUser: 'raised_by' },
  },
  GpsData: { table: 'gps', key: 'gps_reference', by: { Group: 'group', DeviceUser: 'device_user_reference' } },
  LegacyMigrationData: {
    table: 'legacy_migrations',
    key: 'migration_id',
    ended: {
      folder: 'export',
      source: 'legacy',
      is_dry_run: false,
      time_zone: 'UTC',
      migration_state: 'Migrated',
      finished_at: old,
    },
    by: { PortalUser: 'updated_by' },
  },
  LegalHoldData: {
    table: 'legal_holds',
    key: 'hold_id',
    ended: { is_active: false, released_at: old, matter_reference: 'Case' },
    by: { Group: 'target', DeviceUser: 'target', PortalUser: 'target', Payload: 'target' },
  },
  SupportAccessData: {
    table: 'support_access',
    key: 'request_reference',
    ended: { approval_state: 'rejected' },
    by: { PortalUser: 'approved_by' },
  },
  // No hold reaches a transfer itself: it stays while one of its recordings is there.
  TransferableData: { table: 'transfers', key: 'transfer_id', by: {} },
  UserActivityData: { table: 'user_activities', key: 'log_id', by: { PortalUser: 'user_id' } },
}

const ways = Object.entries(otherData).flatMap(([entity_type, { by }]) =>
  Object.keys(by).map((target_type) => [entity_type, target_type] as [keyof typeof otherData, HeldTargetType]),
)

it.each(ways)('retention of %s spares what is held by its %s', async (entity_type, target_type) => {
  const { table, key, ended = {}, by } = otherData[entity_type]
  const column = by[target_type] ?? ''
  const [kept, other] = [newId(old), newId(old)]
  for (const reference of [kept, other]) {
    const type = entity_type === 'LegalHoldData' ? { target_type } : {}
    await insertAny(table, { [key]: reference, [column]: `of-${reference}`, ...ended, ...type })
  }
  await hold(target_type, `of-${kept}`)
  const page = { entity_type, before: new Date(Date.now() - 50 * dayMs), after: null, isDryRun: false }
  await account.write((tx) => removeOtherData(tx, page))
  const { rows } = await account.read(({ db }) =>
    sql<{ key: string }>`select ${sql.ref(key)} as key from ${sql.table(table)}
      where client = ${client} and ${sql.ref(key)} = any(${[kept, other]}::text[])`.execute(db),
  )
  expect(rows).toEqual([{ key: kept }])
})

it('every entity type is here', () => {
  expect([...Object.keys(otherData), ...testedElsewhere].sort()).toEqual([...retentionEntityTypes].sort())
})
