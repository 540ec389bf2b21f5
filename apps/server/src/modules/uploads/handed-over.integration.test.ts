import type { PayloadRegistration, PortalEvent } from '@holdfast/contract'
import { sealBytes } from '@holdfast/custody'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'
import { addDeviceUser } from '../device-users/index.ts'

/** James, of Equities, hands over his device to Callum, of Rates and FX. */
let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  const groups = ['Equities', 'Rates and FX', 'Commodities'].map((group_reference) => ({ group_reference }))
  await account.write((tx) => addRows(tx, 'groups', groups))
  await account.onboard('james.ashworth', { group: 'Equities', services: ['calls', 'photos'] })
  await account.onboard('callum.iqbal', { group: 'Rates and FX', services: ['calls', 'sms'] })
})
afterAll(async () => {
  await account.close()
})

const moveTo = (device_user_reference: string, group: string) =>
  account.write((tx) =>
    tx.db
      .updateTable('device_users')
      .set({ group })
      .where('client', '=', tx.client)
      .where('device_user_reference', '=', device_user_reference)
      .execute(),
  )

const carriedBy = async (device_reference: string, device_user_reference: string): Promise<string> =>
  (await account.verified(device_reference, { body: { device_user_reference } })).access_token

/** Seals a recording made now, without registering it. */
const record = async (
  token: string,
  device_reference: string,
  sequence: number,
  more: Partial<PayloadRegistration> = {},
): Promise<PayloadRegistration> => {
  const configuration = await (await account.call(token, 'GET', '/configuration')).json()
  const { public_key } = (configuration as { public_key: { public_key: string } }).public_key
  const payload_reference = ulid()
  const { payload_type = 'Call' } = more
  const context = { payload_reference, payload_type, device_reference }
  const { content, ...sealed } = await sealBytes(new Uint8Array(10), { ...context, public_key })
  return {
    payload_reference,
    sequence,
    payload_type,
    payload_time: new Date().toISOString(),
    payload_state: 'Recorded',
    ...sealed,
    size: content.length,
    numbers: ['+447700900123'],
    meta: payload_type === 'Call' ? { second_parties: [{ phone_number: '+447700900123' }] } : {},
    ...more,
  }
}

const register = async (token: string, ...items: PayloadRegistration[]) => {
  const response = await account.call(token, 'POST', '/payloads', { body: { items } })
  return ((await response.json()) as { items: { result: string; code?: string }[] }).items
}

const belongsTo = ({ payload_reference }: PayloadRegistration) =>
  account.read(async (tx) => {
    const row = await tx.db
      .selectFrom('payloads')
      .select(['device_user_reference', 'group', 'is_personal_number'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .executeTakeFirstOrThrow()
    return [row.device_user_reference, row.group, ...(row.is_personal_number ? ['personal'] : [])]
  })

/** The groups that the trail shows for the registrations of a device. */
const trailOf = async (device_reference: string) => {
  const activities = await account.read((tx) =>
    tx.db
      .selectFrom('device_activities')
      .select('group')
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .where('call', 'like', 'POST %/payloads')
      .execute(),
  )
  return activities.map(({ group }) => group)
}

const james = ['james.ashworth', 'Equities']
const callum = ['callum.iqbal', 'Rates and FX']

describe('a device that was handed over', () => {
  it('delivers recordings of its former holder as theirs, also in one batch with new ones', async () => {
    const before = await record(await carriedBy('HANDED-1', 'james.ashworth'), 'HANDED-1', 0)
    const token = await carriedBy('HANDED-1', 'callum.iqbal')
    const after = await record(token, 'HANDED-1', 1)
    expect(await register(token, before, after)).toMatchObject([{ result: 'registered' }, { result: 'registered' }])
    expect(await belongsTo(before)).toEqual(james)
    expect(await belongsTo(after)).toEqual(callum)
    expect(await register(token, before, after)).toMatchObject([{ result: 'known' }, { result: 'known' }])
  })

  it('reports them under the group of the recording: counters, numbers, custody, trail and live events', async () => {
    const told: PortalEvent[] = []
    const { events } = account.server.api.platform
    const leave = events.subscribe(account.client, { onEvent: (event) => told.push(event), onGap: () => {} })
    const before = await record(await carriedBy('HANDED-2', 'james.ashworth'), 'HANDED-2', 0, { payload_type: 'Photo' })
    const token = await carriedBy('HANDED-2', 'callum.iqbal')
    expect(await register(token, before)).toMatchObject([{ result: 'registered' }])
    const { payload_reference } = before
    const { numbers, counters, custody } = await account.read(async (tx) => ({
      numbers: await tx.db
        .selectFrom('payload_numbers')
        .select('group')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .execute(),
      counters: await tx.db
        .selectFrom('payload_counters')
        .select('group')
        .distinct()
        .where('client', '=', tx.client)
        .where('payload_type', '=', 'Photo')
        .execute(),
      custody: await tx.db
        .selectFrom('custody_events')
        .select('details')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .execute(),
    }))
    expect(numbers).toEqual([{ group: 'Equities' }])
    expect(counters).toEqual([{ group: 'Equities' }])
    const [device_user_reference, group] = james
    expect(custody).toMatchObject([{ details: { former_holder: { device_user_reference, group } } }])
    expect(await trailOf('HANDED-2')).toEqual(['Equities'])
    await vi.waitFor(
      () =>
        expect(told.filter(({ reference }) => reference === payload_reference)).toMatchObject([{ group: 'Equities' }]),
      { timeout: waitTimeoutMs },
    )
    leave()
  })

  it('assigns recordings to each of several holders; recordings older than all holders belong to the first', async () => {
    const first = await record(await carriedBy('HANDED-3', 'james.ashworth'), 'HANDED-3', 0)
    const second = await record(await carriedBy('HANDED-3', 'callum.iqbal'), 'HANDED-3', 1)
    const third = await record(await carriedBy('HANDED-3', 'james.ashworth'), 'HANDED-3', 2)
    const token = await carriedBy('HANDED-3', 'ana.reis')
    const oldest = await record(token, 'HANDED-3', 3, { payload_time: '1999-01-01 00:00:00' })
    const clockAhead = await record(token, 'HANDED-3', 4, { payload_time: new Date(Date.now() + 1e9).toISOString() })
    await register(token, first, second, third, oldest, clockAhead)
    expect(await Promise.all([first, second, third, oldest, clockAhead].map(belongsTo))).toEqual([
      james,
      callum,
      james,
      james,
      ['ana.reis', 'London'],
    ])
  })

  it('has a history of holders without gaps, however many take it over at once', async () => {
    await carriedBy('HANDED-6', 'james.ashworth')
    const people = ['callum.iqbal', 'james.ashworth', 'ana.reis']
    await Promise.all(Array.from({ length: 12 }, (_, index) => carriedBy('HANDED-6', people[index % 3] ?? '')))
    const holders = await account.read((tx) =>
      tx.db
        .selectFrom('former_holders')
        .select(['held_since', 'held_until', 'device_user_reference'])
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'HANDED-6')
        .orderBy('held_until')
        .execute(),
    )
    const present = await account.device('HANDED-6')
    expect(holders.length).toBeGreaterThan(3)
    expect([...holders, present].map((holder) => holder?.held_since)).toEqual([
      null,
      ...holders.map(({ held_until }) => held_until),
    ])
  })

  it('applies the services of the former holder to their recordings, and those of the present holder to newer ones', async () => {
    const james = await carriedBy('HANDED-4', 'james.ashworth')
    const before = await record(james, 'HANDED-4', 0, { payload_type: 'Photo' })
    const token = await carriedBy('HANDED-4', 'callum.iqbal')
    const after = await record(token, 'HANDED-4', 1, { payload_type: 'Photo' })
    expect(await register(token, before, after)).toMatchObject([
      { result: 'registered' },
      { result: 'refused', code: 'payload.type_not_allowed' },
    ])
    expect(await trailOf('HANDED-4')).toEqual(['Rates and FX'])
  })

  it('applies the personal numbers of the holder at the time, and nobody else’s', async () => {
    const number = '+447700900777'
    const row = { device_user_reference: 'james.ashworth', group: 'Equities', personal_number: number }
    await account.write((tx) => addRows(tx, 'personal_numbers', [{ ...row, created_at: new Date(0) }]))
    const before = await record(await carriedBy('HANDED-5', 'james.ashworth'), 'HANDED-5', 0, { numbers: [number] })
    const token = await carriedBy('HANDED-5', 'callum.iqbal')
    const after = await record(token, 'HANDED-5', 1, { numbers: [number] })
    await register(token, before, after)
    expect(await belongsTo(before)).toEqual([...james, 'personal'])
    expect(await belongsTo(after)).toEqual(callum)
  })
})

describe('a recording of somebody who kept their device and changed group', () => {
  it('belongs to their group at the time, or to their current group if that one was deleted', async () => {
    await account.onboard('mira.sole', { group: 'Commodities' })
    const token = await carriedBy('MOVED-1', 'mira.sole')
    const [kept, orphaned] = [await record(token, 'MOVED-1', 0), await record(token, 'MOVED-1', 1)]
    await moveTo('mira.sole', 'Lisbon')
    await carriedBy('MOVED-1', 'mira.sole')
    await register(token, kept)
    expect(await belongsTo(kept)).toEqual(['mira.sole', 'Commodities'])

    await account.write((tx) =>
      tx.db.deleteFrom('groups').where('client', '=', tx.client).where('group_reference', '=', 'Commodities').execute(),
    )
    await register(token, orphaned)
    expect(await belongsTo(orphaned)).toEqual(['mira.sole', 'Lisbon'])
  })

  it('does not belong to a group that is deleted while it is being registered', async () => {
    await account.write((tx) => addRows(tx, 'groups', [{ group_reference: 'Closing' }]))
    await account.onboard('noor.aziz', { group: 'Closing' })
    const token = await carriedBy('MOVED-2', 'noor.aziz')
    const before = await record(token, 'MOVED-2', 0)
    await moveTo('noor.aziz', 'Lisbon')
    await carriedBy('MOVED-2', 'noor.aziz')
    const registered = await account.write(async (tx) => {
      await tx.db
        .deleteFrom('groups')
        .where('client', '=', tx.client)
        .where('group_reference', '=', 'Closing')
        .execute()
      const registering = register(token, before)
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx.db)
          expect(rows).toHaveLength(1)
        },
        { timeout: waitTimeoutMs },
      )
      return { registering }
    })
    expect(await registered.registering).toMatchObject([{ result: 'registered' }])
    expect(await belongsTo(before)).toEqual(['noor.aziz', 'Lisbon'])
  })
})

describe('a device with the same serial number', () => {
  it('in another account has holders of its own', async () => {
    const { enrolment_secret: secret } = await account.server.openAccount('globex', ['Desk'])
    const { database } = account.server.api.platform
    const before = await record(await carriedBy('SHARED-1', 'james.ashworth'), 'SHARED-1', 0)
    await carriedBy('SHARED-1', 'callum.iqbal')
    await database.transaction('globex', async (tx) => {
      const person = { device_user_reference: 'ana.reis', group: 'Desk', email: 'a@example.com' }
      await addDeviceUser(tx, { ...person, services: ['calls'], first_name: 'Ana', surname: 'Reis' }, 'test')
    })
    const { access_token } = await account.verified('SHARED-1', {
      client: 'globex',
      secret,
      body: { client: 'globex' },
    })
    const old = await record(access_token, 'SHARED-1', 0, { payload_time: before.payload_time })
    await register(access_token, old)
    const [row] = await database.read('globex', (tx) =>
      tx.db
        .selectFrom('payloads')
        .select(['device_user_reference', 'group'])
        .where('client', '=', tx.client)
        .where('payload_reference', '=', old.payload_reference)
        .execute(),
    )
    expect(row).toEqual({ device_user_reference: 'ana.reis', group: 'Desk' })
  })
})
