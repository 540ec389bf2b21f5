import { sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { deviceJobs } from './index.ts'

let account: AccountWithHandsets
beforeAll(async () => {
  account = await AccountWithHandsets.open()
})
afterAll(async () => {
  await account.close()
})

const opens = (token: string) => account.call(token, 'GET', '/configuration').then(outcomeOf)

/** Registers calls that the handset has not uploaded yet. */
const register = async (
  token: string,
  device_reference: string,
  sequences: readonly number[],
  payload_time = '2026-01-05T10:00:00.000Z',
): Promise<void> => {
  const configuration = await account.call(token, 'GET', '/configuration')
  const { public_key } = ((await configuration.json()) as { public_key: { public_key: string } }).public_key
  const items = await Promise.all(
    sequences.map(async (sequence) => {
      const payload_reference = ulid()
      const context = { payload_reference, payload_type: 'Call', device_reference }
      const { content, ...sealed } = await sealBytes(new Uint8Array(10), { ...context, public_key })
      return {
        payload_reference,
        sequence,
        payload_type: 'Call',
        payload_time,
        payload_state: 'Recorded',
        ...sealed,
        size: content.length,
        numbers: ['+447700900123'],
        meta: { second_parties: [{ phone_number: '+447700900123' }] },
      }
    }),
  )
  const response = await account.call(token, 'POST', '/payloads', { body: { items } })
  const { items: outcomes } = (await response.json()) as { items: { result: string }[] }
  expect(outcomes.map(({ result }) => result)).toEqual(items.map(() => 'registered'))
}

const statesOf = (device_reference: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('payloads')
      .select(['payload_state', (eb) => eb.fn.countAll<number>().as('payloads')])
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .groupBy('payload_state')
      .execute(),
  )

/** Runs the queued jobs of the device, as the worker would. */
const runJob = async (lost: { device_reference: string; registered_until: string }) => {
  for (const job of deviceJobs) {
    const { platform } = account.server.api
    const signal = new AbortController().signal
    await job.handle({ platform, attempt: 1, signal }, { client: account.client, ...lost } as never)
  }
}

describe('installation_id', () => {
  it('tells a new installation, the same one and a factory reset apart, and reports when there is none', async () => {
    const verify = (installation_id: string | null) => account.verified('STATE-1', { body: { installation_id } })
    const states = []
    for (const installation_id of [null, 'first', 'first', null, 'first', 'second']) {
      states.push((await verify(installation_id)).install_state)
    }
    expect(states).toEqual([
      'NoInstallationId',
      'NewInstall',
      'NoChange',
      'NoInstallationId',
      'NoChange',
      'FactoryReset',
    ])
  })

  it('is optional: a device without one gets a token that works', async () => {
    const { access_token } = await account.verified('STATE-2', { body: { installation_id: null } })
    expect(await opens(access_token)).toEqual([200, null])
  })

  it('that changed invalidates the tokens of the earlier installation', async () => {
    const before = await account.verified('STATE-3')
    const after = await account.verified('STATE-3', { body: { installation_id: 'installation-2' } })
    expect(await opens(before.access_token)).toEqual([401, 'auth.bad_token'])
    expect(await opens(after.access_token)).toEqual([200, null])
  })
})

describe('a factory reset', () => {
  it('marks recordings that were registered but never uploaded as not recoverable, and continues the sequence numbers', async () => {
    const [reset, other] = [await account.verified('RESET-1'), await account.verified('RESET-2')]
    await register(
      reset.access_token,
      'RESET-1',
      Array.from({ length: 100 }, (_, sequence) => sequence),
    )
    await register(reset.access_token, 'RESET-1', [100])
    await register(other.access_token, 'RESET-2', [0])
    const { access_token } = await account.verified('RESET-1', { body: { installation_id: 'after reset' } })
    const registered_until = new Date().toISOString()
    const configuration = await (await account.call(access_token, 'GET', '/configuration')).json()
    expect(configuration).toMatchObject({ next_sequence: 101 })
    await register(access_token, 'RESET-1', [101])

    await runJob({ device_reference: 'RESET-1', registered_until })
    await runJob({ device_reference: 'RESET-1', registered_until })

    expect(await statesOf('RESET-1')).toEqual(
      expect.arrayContaining([
        { payload_state: 'NotRecoverable', payloads: 101 },
        { payload_state: 'Recorded', payloads: 1 },
      ]),
    )
    expect(await statesOf('RESET-2')).toEqual([{ payload_state: 'Recorded', payloads: 1 }])
    const custody = await account.read((tx) =>
      tx.db
        .selectFrom('custody_events')
        .select((eb) => eb.fn.countAll<number>().as('events'))
        .where('client', '=', tx.client)
        .where('event', '=', 'payload.not_recoverable')
        .executeTakeFirst(),
    )
    expect(custody?.events).toBe(101)
  })
})

describe('a deactivated device', () => {
  const deactivate = (device_reference: string, deactivated_by: string | null) =>
    account.write((tx) =>
      tx.db
        .updateTable('devices')
        .set({ is_deactivated: true, deactivation_date: tx.now, deactivated_by })
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .execute(),
    )

  it('that was deactivated for its silence becomes active again by authenticating', async () => {
    const { access_token } = await account.verified('SILENT-1')
    await deactivate('SILENT-1', null)
    expect(await opens(access_token)).toEqual([403, 'device.deactivated'])
    const again = await account.verified('SILENT-1')
    expect(await opens(again.access_token)).toEqual([200, null])
    expect(await account.device('SILENT-1')).toMatchObject({ is_deactivated: false, deactivation_date: null })
  })

  it('that a person deactivated becomes active again by authenticating, too', async () => {
    await account.verified('MANUAL-1')
    await deactivate('MANUAL-1', 'ines.duarte')
    const again = await account.verified('MANUAL-1')
    expect(await opens(again.access_token)).toEqual([200, null])
    expect(await account.device('MANUAL-1')).toMatchObject({ is_deactivated: false, deactivated_by: null })
  })
})

describe('authenticating again', () => {
  it('clears the legacy flag of the device and keeps when it was activated', async () => {
    await account.verified('LEGACY-1')
    const activated_at = '2025-03-01T08:00:00.000Z'
    await account.write((tx) =>
      tx.db
        .updateTable('devices')
        .set({ is_legacy: true, legacy_phone_number: '+447700900009', activated_at })
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'LEGACY-1')
        .execute(),
    )
    await account.verified('LEGACY-1')
    expect(await account.device('LEGACY-1')).toMatchObject({
      is_legacy: false,
      legacy_phone_number: '+447700900009',
      activated_at,
    })
  })

  it('verifies the numbers that the handset reports, stores them as written, and keeps earlier ones', async () => {
    const [first, second] = ['+447700900001', '07700 900002']
    await account.verified('NUMBERS-1', { body: { phone_numbers: [{ phone_number: first, slot_index: 0 }] } })
    const [known] = (await account.device('NUMBERS-1'))?.phone_numbers ?? []
    await account.verified('NUMBERS-1', {
      body: {
        phone_numbers: [
          { phone_number: second, slot_index: 0 },
          { phone_number: null, slot_index: 1 },
        ],
      },
    })
    const numbers = (await account.device('NUMBERS-1'))?.phone_numbers
    expect(numbers).toEqual([
      { phone_number: second, slot_index: 0, first_verified: expect.any(String), last_verified: expect.any(String) },
      { ...known, slot_index: null },
    ])
    await account.verified('NUMBERS-1', { body: { phone_numbers: [{ phone_number: first, slot_index: 0 }] } })
    const again = (await account.device('NUMBERS-1'))?.phone_numbers[0]
    expect(again).toMatchObject({ phone_number: first, first_verified: known?.first_verified, slot_index: 0 })
    expect(Date.parse(again?.last_verified ?? '')).toBeGreaterThan(Date.parse(known?.last_verified ?? ''))
  })

  const setServices = (device_reference: string, services: string[]) =>
    account.write((tx) =>
      tx.db
        .updateTable('devices')
        .set({ services })
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .execute(),
    )

  it('gives a device the services of its new user, and otherwise leaves its services unchanged', async () => {
    await account.verified('HANDED-1')
    await setServices('HANDED-1', ['calls', 'gps'])
    const same = await account.verified('HANDED-1', { body: { device_user_reference: null } })
    expect(same.enabled_services).toEqual(['calls', 'gps'])
    const handed = await account.verified('HANDED-1', { body: { device_user_reference: 'joe.low' } })
    expect(handed.enabled_services).toEqual(['photos'])
    expect(await account.device('HANDED-1')).toMatchObject({ device_user_reference: 'joe.low', group: 'Lisbon' })
  })

  it('by another user leaves earlier recordings in the group in which they were made', async () => {
    const londons = await account.verified('HANDED-2')
    await register(londons.access_token, 'HANDED-2', [0])
    const lisbons = await account.verified('HANDED-2', { body: { device_user_reference: 'joe.low' } })
    await setServices('HANDED-2', ['calls'])
    await register(lisbons.access_token, 'HANDED-2', [1], new Date().toISOString())
    const groups = await account.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select(['sequence', 'group', 'device_user_reference'])
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'HANDED-2')
        .orderBy('sequence')
        .execute(),
    )
    expect(groups).toEqual([
      { sequence: 0, group: 'London', device_user_reference: 'ana.reis' },
      { sequence: 1, group: 'Lisbon', device_user_reference: 'joe.low' },
    ])
  })

  it('is on the trail of devices with its result', async () => {
    await account.verified('TRAIL-1')
    const activities = await account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select(['device_reference', 'device_user_reference', 'group', 'events', 'is_allowed', 'status_code'])
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'TRAIL-1')
        .execute(),
    )
    const details = { device_reference: 'TRAIL-1', device_user_reference: 'ana.reis', install_state: 'NewInstall' }
    expect(activities).toEqual([
      {
        device_reference: 'TRAIL-1',
        device_user_reference: 'ana.reis',
        group: 'London',
        events: [{ event: 'device.verified', details }],
        is_allowed: true,
        status_code: 200,
      },
    ])
  })
})
