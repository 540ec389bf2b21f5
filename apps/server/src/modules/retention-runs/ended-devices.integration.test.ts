import type { Device, DeviceUser, RetentionEntityType, UserActivity } from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { addRows, type NewRow } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { migrations } from '../../platform/database/migrations/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { beginRun } from './begin-run.ts'
import { removeOtherData } from './other-data.ts'
import { takeSteps } from './take-steps.ts'

let account: AccountWithHandsets
let boss: string
const client = 'northwind'
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const old = daysAgo(100)

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  await account.write((tx) => addRows(tx, 'matters', [{ matter_reference: 'Case' }]))
})
afterAll(() => account?.close())

const admin = (path: string) => `/api/admin/v1/${client}${path}`
const call = (method: string, path: string, body?: object) =>
  account.server.call(method, admin(path), { token: boss, ...(body && { body }) })

/** Moves the end of devices or people into the past, and forgets that their handsets called. */
const longAgo = (of: { devices?: string[]; people?: string[] }) =>
  account.write(async ({ db }) => {
    await sql`select app.remove_device_activities(${client}, array(select log_id from device_activities where client = ${client}))`.execute(
      db,
    )
    await sql`update devices set is_deactivated = true, deactivation_date = ${old}
      where client = ${client} and device_reference = any(${of.devices ?? []}::text[])`.execute(db)
    await sql`update device_users set is_active = false, offboard_date = ${old}
      where client = ${client} and device_user_reference = any(${of.people ?? []}::text[])`.execute(db)
  })

const end = (entity_type: RetentionEntityType, isDryRun = false) =>
  account.write((tx) => removeOtherData(tx, { entity_type, before: daysAgo(50), after: null, isDryRun }))

/** Every table of the account that has this text somewhere. */
const tablesWith = (text: string): Promise<string[]> =>
  account.read(async ({ db }) => {
    const { rows: tables } = await sql<{
      name: string
    }>`select distinct table_name as name from information_schema.columns
      where table_schema = 'app' and column_name = 'client'`.execute(db)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.id('app', name)} t
        where client = ${client} and t::text ilike ${`%${text}%`} limit 1`.execute(db)
      if (rows.length > 0) found.push(name)
    }
    return found.sort()
  })

/** The entries about devices or people that the trail finds by a subject. */
const eventsAbout = async (subject: string): Promise<(string | null)[]> => {
  const address = admin(`/activities?filter[subjects][0]=${subject}`)
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(address, boss)
  return items.map(({ event }) => event)
}

describe('a device that was deactivated long ago', () => {
  it('loses its data in a run, by dry run first, and keeps references', async () => {
    const phone_numbers = [{ phone_number: '+447700900123', slot_index: 0 }]
    const { access_token } = await account.verified('GONE-1', { body: { phone_numbers, imeis: ['490154203237518'] } })
    const line = { log_class: 'Sync', log_level: 'INFO', log_datetime: old, log_message: 'marker of a log' }
    await account.write((tx) =>
      addRows(tx, 'device_logs', [
        { ...line, log_id: newId(old), device_reference: 'GONE-1', group: 'London' } as NewRow<'device_logs'>,
      ]),
    )
    await longAgo({ devices: ['GONE-1'] })
    const saved = await account.server.call('PUT', `/api/client/v1/${client}/account/retention`, {
      token: boss,
      body: { entities: [{ entity_type: 'DeviceData', destroy_after_days: 90 }], payloads: [] },
    })
    expect(saved.status).toBe(200)
    await account.write(({ db }) =>
      sql`update retention_policies set effective_at = ${daysAgo(1)}, needs_second_person = false
        where client = ${client}`.execute(db),
    )
    const { platform } = account.server.api
    const run = async () => {
      const { run_id } = await account.write((tx) => beginRun(tx, { kind: 'run', requested_by: 'boss' }))
      await takeSteps.handle({ platform, attempt: 1, signal: AbortSignal.timeout(60_000) }, { client, run_id })
    }
    const isListed = async () => (await call('GET', '/devices/GONE-1')).status
    await run()
    expect(await isListed()).toBe(200)
    await run()
    expect(await isListed()).toBe(404)
    for (const marker of ['marker of a log', '490154203237518', '447700900123', 'installation-1', 'Galaxy'])
      expect(await tablesWith(marker)).toEqual([])
    expect(await account.device('GONE-1')).toMatchObject({
      device_user_reference: 'ana.reis',
      group: 'London',
      email: null,
      removed_by: 'system',
      updated_by: 'system',
    })
    expect(await outcomeOf(await account.call(access_token, 'GET', '/configuration'))).toEqual([401, 'auth.bad_token'])
    for (const flag of ['', '?filter[is_removed]=true', '?filter[search]=GONE']) {
      const { items } = await account.server.getJson<{ items: Device[] }>(admin(`/devices${flag}`), boss)
      expect(items.map(({ device_reference }) => device_reference)).not.toContain('GONE-1')
    }
    expect(await eventsAbout('device:GONE-1')).toContain('device.destroyed')
    for (const below of ['/history', '/telemetry', '/commands']) {
      expect((await call('GET', `/devices/GONE-1${below}`)).status, below).toBeLessThan(500)
    }
  })

  it('is new when it authenticates again', async () => {
    const { install_state } = await account.verified('GONE-1', { body: { installation_id: 'another' } })
    expect(install_state).toBe('NewInstall')
    expect(await (await call('GET', '/devices/GONE-1')).json()).toMatchObject({ first_name: 'Ana', removed_at: null })
    expect(await account.device('GONE-1')).toMatchObject({ destroyed_at: null })
  })

  const of = (device_reference: string) => ({ device_reference, group: 'London', device_user_reference: 'ana.reis' })
  it.each<[reason: string, keep: (device: string) => Promise<unknown>]>([
    [
      'recordings',
      (device) => account.write((tx) => addRows(tx, 'payloads', [{ ...of(device), payload_reference: newId() }])),
    ],
    ['activities', (device) => account.verified(device)],
    ['positions', (device) => account.write((tx) => addRows(tx, 'gps', [{ ...of(device), gps_reference: newId() }]))],
    [
      'commands',
      (device) =>
        account.verified(device).then(() => call('POST', `/devices/${device}/commands`, { command: 'sync_data' })),
    ],
    ['on_hold', (device) => hold('DeviceUser', 'joe.low', device)],
    ['on_hold', (device) => hold('Group', 'Lisbon', device)],
  ])('is kept by %s', async (reason, keep) => {
    // It was handed over: a hold on the former holder, or on their group, reaches it.
    const device = `KEPT-${newId()}`
    await account.verified(device, { body: { device_user_reference: 'joe.low' } })
    await account.verified(device)
    await longAgo({ devices: [device] })
    await keep(device)
    await account.write(({ db }) =>
      sql`update devices set is_deactivated = true where client = ${client} and device_reference = ${device}`.execute(
        db,
      ),
    )
    await account.write(({ db }) =>
      sql`update devices set deactivation_date = ${old} where client = ${client} and device_reference = ${device}`.execute(
        db,
      ),
    )
    const done = await end('DeviceData')
    expect(done.removed).toBe(0)
    expect(done.reasons.map((kept) => kept.reason)).toContain(reason)
    expect(await account.device(device)).toMatchObject({ first_name: 'Ana', destroyed_at: null })
    await account.write(({ db }) =>
      sql`update devices set deactivation_date = now() where client = ${client} and device_reference = ${device}`.execute(
        db,
      ),
    )
    await account.write(({ db }) =>
      sql`update legal_holds set is_active = false, released_at = now() where client = ${client}`.execute(db),
    )
  })

  it('stays while it is active, and for its days', async () => {
    await account.verified('USED-1')
    await account.verified('LATELY-1')
    await longAgo({})
    expect(await outcomeOf(await call('PUT', '/devices/LATELY-1/deactivation', { reason: 'Lost' }))).toEqual([
      200,
      null,
    ])
    expect(await end('DeviceData')).toMatchObject({ removed: 0, kept: 0 })
  })
})

const hold = (target_type: 'DeviceUser' | 'Group', target: string, _device = '') =>
  account.write((tx) => addRows(tx, 'legal_holds', [{ matter_reference: 'Case', target_type, target }]))

describe('a device user who was offboarded long ago', () => {
  const person = { first_name: 'Zebulon', surname: 'Quince', email: 'zebulon@example.com' }

  it('loses name, address and personal numbers, also in the history of a device that others have now', async () => {
    await account.onboard('zeb', person)
    await account.verified('PASSED-1', { body: { device_user_reference: 'zeb' } })
    await account.verified('PASSED-1')
    await account.verified('OWN-1', { body: { device_user_reference: 'zeb' } })
    await account.write((tx) =>
      addRows(tx, 'personal_numbers', [
        {
          device_user_reference: 'zeb',
          group: 'London',
          personal_number: '+447700900999',
        } as NewRow<'personal_numbers'>,
      ]),
    )
    await longAgo({ people: ['zeb'] })
    expect(await end('DeviceUserData')).toMatchObject({ removed: 0, reasons: [{ reason: 'devices', rows: 1 }] })
    await longAgo({ devices: ['OWN-1'] })
    expect(await end('DeviceUserData', true)).toMatchObject({ removed: 1 })
    expect((await call('GET', '/users/zeb')).status).toBe(200)
    expect(await end('DeviceUserData')).toMatchObject({ removed: 1, reasons: [] })
    for (const marker of ['Zebulon', 'Quince', '447700900999']) expect(await tablesWith(marker)).toEqual([])
    expect((await call('GET', '/users/zeb')).status).toBe(404)
    expect((await call('GET', '/users/zeb/devices')).status).toBe(404)
    const listed = await account.server.getJson<{ items: DeviceUser[] }>(admin('/users?filter[is_active]=false'), boss)
    expect(listed.items.map(({ device_user_reference }) => device_user_reference)).not.toContain('zeb')
    const history = await (await call('GET', '/devices/PASSED-1/history')).text()
    expect(history).toContain('zeb')
    expect(history).toContain('Ana')
    expect(await eventsAbout('device_user:zeb')).toContain('device_user.destroyed')
  })

  it('can be onboarded anew under the same reference', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const body = { ...person, group: 'London', services: ['calls'] }
      expect((await call(method, '/users/zeb', method === 'PUT' ? body : undefined)).status).toBe(404)
    }
    const added = await call('POST', '/users/zeb', {
      ...person,
      first_name: 'Zoe',
      group: 'Lisbon',
      services: ['calls'],
    })
    expect(added.status).toBe(200)
    expect(await (await call('GET', '/users/zeb')).json()).toMatchObject({
      first_name: 'Zoe',
      group: 'Lisbon',
      is_active: true,
      offboard_date: null,
    })
  })

  it.each<[reason: string, keep: (person: string) => Promise<unknown>]>([
    ['on_hold', (one) => hold('DeviceUser', one)],
    ['on_hold', () => hold('Group', 'London')],
    [
      'on_hold',
      async (one) => {
        await hold('Group', 'London')
        // They have no device whose history has the held group.
        const body = {
          first_name: 'Kay',
          surname: 'Low',
          email: 'kay@example.com',
          group: 'Lisbon',
          services: ['calls'],
        }
        expect((await call('PUT', `/users/${one}`, body)).status).toBe(200)
      },
    ],
    [
      'recordings',
      (one) =>
        account.write((tx) =>
          addRows(tx, 'payloads', [
            { payload_reference: newId(), device_reference: 'ANY', device_user_reference: one, group: 'London' },
          ]),
        ),
    ],
    [
      'positions',
      (one) =>
        account.write((tx) =>
          addRows(tx, 'gps', [
            { gps_reference: newId(), device_reference: 'ANY', device_user_reference: one, group: 'London' },
          ]),
        ),
    ],
    [
      'activities',
      async (one) => {
        await account.verified(`OF-${one}`, { body: { device_user_reference: one } })
        await account.write(({ db }) =>
          sql`update devices set is_deactivated = true where client = ${client} and device_reference = ${`OF-${one}`}`.execute(
            db,
          ),
        )
      },
    ],
  ])('is kept by %s', async (reason, keep) => {
    const one = `kept.${newId().toLowerCase()}`
    await account.onboard(one)
    await keep(one)
    await account.write(({ db }) =>
      sql`update device_users set is_active = false, offboard_date = ${old}
        where client = ${client} and device_user_reference = ${one}`.execute(db),
    )
    const done = await end('DeviceUserData')
    expect(done).toMatchObject({ removed: 0, kept: 1, reasons: [{ reason, rows: 1 }] })
    expect((await call('GET', `/users/${one}`)).status).toBe(200)
    await account.write(async ({ db }) => {
      await sql`update device_users set offboard_date = now() where client = ${client}
        and device_user_reference = ${one}`.execute(db)
      await sql`update legal_holds set is_active = false, released_at = now() where client = ${client}`.execute(db)
    })
  })
})

it('an upgrade takes former groups from the trail', async () => {
  await account.onboard('moved.before')
  const body = { first_name: 'Kay', surname: 'Low', email: 'kay@example.com', group: 'Lisbon', services: ['calls'] }
  expect((await call('PUT', '/users/moved.before', body)).status).toBe(200)
  const formerGroups = async () => {
    const { rows } = await account.read(({ db }) =>
      sql<{ former_groups: string[] }>`select former_groups from device_users
        where client = ${client} and device_user_reference = 'moved.before'`.execute(db),
    )
    return rows[0]?.former_groups
  }
  expect(await formerGroups()).toEqual(['London'])
  const owner = ownerPool(account.server.settings.databaseUrl)
  try {
    await owner.query(`begin; update app.device_users set former_groups = '{}';
      ${migrations['0161-ended-devices']?.find((one) => one.includes('app.user_activities'))}; commit`)
  } finally {
    await owner.end()
  }
  expect(await formerGroups()).toEqual(['London'])
})

it('the role of the application can neither delete devices and people, nor change what happened to them', async () => {
  for (const statement of [
    'update device_changes set before = $$',
    'delete from device_changes',
    'delete from personal_numbers',
  ]) {
    const refused = account.write(({ db }) => sql.raw(statement.replace('$$', `'{}'`)).execute(db))
    await expect(refused).rejects.toThrow('permission denied')
  }
})
