import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../setup/database.ts'

const denied = { code: '42501' }

let database: TestDatabase
let app: Client
let provider: Client
beforeAll(async () => {
  database = await testDatabase()
  app = new Client({ connectionString: database.appUrl })
  provider = new Client({ connectionString: database.providerUrl })
  await Promise.all([app.connect(), provider.connect()])
  await app.query(`set app.client = 'acme'`)
})
afterAll(async () => {
  await Promise.all([app?.end(), provider?.end()])
  await database?.drop()
})

/** A row for each table, with every required column. */
const rows: Record<string, string> = {
  user_activities: `(client, log_id, user_id, roles, user_ip, is_client_app, activity_time, activity_end_time, duration,
      action, call, is_allowed, parameters, events, status_code, request_id)
    values ('acme', 'log', 'ann', '{}', '', false, now(), now(), 0, 'public', 'GET /', true, '{}', '[]', 200, 'request')`,
  device_activities: `(client, log_id, device_ip, device_reference, activity_time, activity_end_time, duration, action,
      call, is_allowed, parameters, events, status_code, request_id)
    values ('acme', 'log', '', 'device', now(), now(), 0, 'public', 'GET /', true, '{}', '[]', 200, 'request')`,
  custody_events: `(client, event_id, payload_reference, event, occurred_at, actor_kind, actor, details)
    values ('acme', 'log', 'payload', 'payload.registered', now(), 'device', 'device', '{}')`,
  activity_device_users: `(client, device_user_reference, log_id) values ('acme', 'ann', 'log')`,
  access_history: `(client, kind, reference, changed_at) values ('acme', 'role', 'Reviewers', '2026-01-01')`,
}

const keys: Record<string, string> = {
  user_activities: 'log_id',
  device_activities: 'log_id',
  custody_events: 'event_id',
  activity_device_users: 'device_user_reference, log_id',
  access_history: 'kind, reference, changed_at',
}

describe.each(Object.keys(rows))('%s, as the role that serves calls', (table) => {
  it('can be inserted and read', async () => {
    await app.query(`insert into app.${table} ${rows[table]}`)
    expect((await app.query(`select client from app.${table}`)).rows).toEqual([{ client: 'acme' }])
  })

  it.each([
    ['change', `update app.${table} set client = client`],
    [
      'replace',
      `insert into app.${table} ${rows[table]} on conflict (client, ${keys[table]}) do update set client = 'acme'`,
    ],
    ['delete', `delete from app.${table}`],
    ['truncate', `truncate app.${table}`],
    ['lock', `select client from app.${table} for update`],
    ['drop', `drop table app.${table}`],
  ])('cannot be changed: %s', async (_what, statement) => {
    await expect(app.query(statement)).rejects.toMatchObject(denied)
  })

  it('can only be read by the role of the provider’s area', async () => {
    await expect(provider.query(`delete from app.${table}`)).rejects.toMatchObject(denied)
    await expect(provider.query(`insert into app.${table} ${rows[table]}`)).rejects.toMatchObject(denied)
  })
})

it('a personal number can be removed and moved, but neither deleted nor rewritten', async () => {
  await app.query(`update app.personal_numbers set "group" = 'x', is_active = false, deleted_at = now(), deleted_by = 'ann',
    deleted_reason = 'gone'`)
  for (const column of ['personal_number', 'device_user_reference', 'reason', 'created_at', 'created_by']) {
    await expect(app.query(`update app.personal_numbers set ${column} = ${column}`)).rejects.toMatchObject(denied)
  }
  await expect(app.query('delete from app.personal_numbers')).rejects.toMatchObject(denied)
})

it('both roles can read whether the installation is quiet, and nothing else of it', async () => {
  for (const role of [app, provider]) {
    expect((await role.query('select quiet_since from app.installation')).rows).toEqual([])
    for (const statement of [
      'select installation_id from app.installation',
      'select master_key from app.installation',
      'update app.installation set quiet_since = null',
      'delete from app.installation',
    ]) {
      await expect(role.query(statement)).rejects.toMatchObject(denied)
    }
  }
})
