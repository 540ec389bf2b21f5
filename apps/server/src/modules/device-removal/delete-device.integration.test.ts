import type { Device, DeviceChange, DeviceCommand } from '@holdfast/contract'
import { sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { deviceJobs } from '../devices/index.ts'

/** boss may do everything; mia manages devices, but may not remove any; nora manages those of Lisbon. */
let account: AccountWithHandsets
let boss: string
let mia: string
let nora: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('Deactivates', [{ actions_matching: 'devices:(read|deactivate|command)', is_regex: true }])
  await account.addRole('Manages Lisbon', [
    { actions_matching: 'devices:*', conditions: [{ names_matching: 'Lisbon' }] },
  ])
  boss = await account.signIn('boss', 'Account Administrator', 'Device Manager')
  mia = await account.signIn('mia', 'Deactivates')
  nora = await account.signIn('nora', 'Manages Lisbon')
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const of = (device_reference: string, below = '') => `${base}/devices/${encodeURIComponent(device_reference)}${below}`
const remove = (device_reference: string, token = boss, query = '') =>
  account.server.call('DELETE', of(device_reference, query), { token })
const read = (device_reference: string) => account.server.getJson<Device>(of(device_reference), boss)
const opens = (token: string) => account.call(token, 'GET', '/configuration').then(outcomeOf)
const listed = async (query: string) =>
  (await account.server.getJson<{ items: Device[] }>(`${base}/devices?${query}`, boss)).items.map(
    ({ device_reference }) => device_reference,
  )
const historyOf = async (device_reference: string) =>
  (await account.server.getJson<{ items: DeviceChange[] }>(of(device_reference, '/history'), boss)).items

/** Registers calls that the handset has not uploaded. */
const register = async (token: string, device_reference: string, sequences: readonly number[]) => {
  const configuration = await account.call(token, 'GET', '/configuration')
  const { public_key } = ((await configuration.json()) as { public_key: { public_key: string } }).public_key
  const items = await Promise.all(
    sequences.map(async (sequence) => {
      const context = { payload_reference: ulid(), payload_type: 'Call', device_reference }
      const { content, ...sealed } = await sealBytes(new Uint8Array(10), { ...context, public_key })
      return {
        payload_reference: context.payload_reference,
        sequence,
        payload_type: 'Call',
        payload_time: new Date().toISOString(),
        payload_state: 'Recorded',
        ...sealed,
        size: content.length,
        numbers: ['+447700900123'],
        meta: { second_parties: [{ phone_number: '+447700900123' }] },
      }
    }),
  )
  const response = await account.call(token, 'POST', '/payloads', { body: { items } })
  const answer = (await response.json()) as { items: { result: string }[] }
  expect(answer.items.map(({ result }) => result)).toEqual(items.map(() => 'registered'))
  return items.map(({ payload_reference }) => payload_reference)
}

/** Runs what the removal of a device has queued, as a worker would. */
const runQueued = async (device_reference: string, registered_until: string) => {
  const job = deviceJobs.find(({ definition }) => definition.name === 'give_up_lost_recordings')
  const { platform } = account.server.api
  const lost = { client: account.client, device_reference, registered_until, reason: 'device_removed' }
  await job?.handle({ platform, attempt: 1, signal: AbortSignal.timeout(60_000) } as never, lost as never)
}

describe('a removed device', () => {
  it('leaves the lists, loses its access at once, and stays readable with what it recorded', async () => {
    const { access_token } = await account.verified('GONE-1')
    const [recording] = await register(access_token, 'GONE-1', [0, 1])
    await account.server.call('POST', of('GONE-1', '/commands'), { token: boss, body: { command: 'sync_data' } })
    const answer = await remove('GONE-1')
    expect(answer.status).toBe(200)
    const removed = (await answer.json()) as Device
    expect(removed).toMatchObject({ removed_at: expect.any(String), removed_by: 'boss', is_deactivated: true })
    expect(await opens(access_token)).toEqual([401, 'auth.bad_token'])
    expect(await listed('filter[search]=GONE-1')).toEqual([])
    expect(await listed('filter[search]=GONE-1&filter[is_removed]=true')).toEqual(['GONE-1'])
    expect(await read('GONE-1')).toMatchObject({ device_user_reference: 'ana.reis', removed_by: 'boss' })
    expect((await historyOf('GONE-1')).filter(({ changed_by }) => changed_by === 'boss')).toMatchObject([
      { field: 'is_deactivated', to: ['true'] },
      { field: 'device_reference', from: ['GONE-1'], to: [] },
    ])
    const { items } = await account.server.getJson<{ items: DeviceCommand[] }>(of('GONE-1', '/commands'), boss)
    expect(items).toMatchObject([{ state: 'Failed', failure: 'device_removed' }])

    await runQueued('GONE-1', new Date(removed.removed_at ?? '').toISOString())
    const states = await account.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select('payload_state')
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'GONE-1')
        .execute(),
    )
    expect(states.map(({ payload_state }) => payload_state)).toEqual(['NotRecoverable', 'NotRecoverable'])
    const custody = await account.read((tx) =>
      tx.db
        .selectFrom('custody_events')
        .select(['event', 'details'])
        .where('client', '=', tx.client)
        .where('payload_reference', '=', recording ?? '')
        .where('event', '=', 'payload.not_recoverable')
        .execute(),
    )
    expect(custody).toMatchObject([{ details: { reason: 'device_removed' } }])
  })

  it('cannot be removed, deactivated or commanded any more, and does not follow its holder', async () => {
    await account.onboard('eva.lima')
    await account.verified('GONE-2', { body: { device_user_reference: 'eva.lima' } })
    await remove('GONE-2')
    expect(await outcomeOf(await remove('GONE-2'))).toEqual([409, 'device.is_removed'])
    const deactivation = { token: boss, body: { reason: 'Again' } }
    expect(await outcomeOf(await account.server.call('PUT', of('GONE-2', '/deactivation'), deactivation))).toEqual([
      409,
      'device.is_removed',
    ])
    const command = { token: boss, body: { command: 'sync_data' } }
    expect(await outcomeOf(await account.server.call('POST', of('GONE-2', '/commands'), command))).toEqual([
      409,
      'command.device_removed',
    ])
    const { version } = await account.server.getJson<{ version: number }>(`${base}/users/eva.lima`, boss)
    const person = { email: 'eva@example.com', first_name: 'Eva', surname: 'Lima', services: ['calls'] }
    const moved = await account.server.call('PUT', `${base}/users/eva.lima`, {
      token: boss,
      body: { version, group: 'Lisbon', ...person },
    })
    expect(moved.status).toBe(200)
    expect(await read('GONE-2')).toMatchObject({ group: 'London', first_name: 'Ana' })
  })

  it('is new when it authenticates again, with its sequence numbers, for a person who is named', async () => {
    const numbers = [{ phone_number: '+447700900001', slot_index: 0 }]
    const first = await account.verified('GONE-3', { body: { phone_numbers: numbers, imeis: ['356938035643809'] } })
    await register(first.access_token, 'GONE-3', [0, 1, 2])
    await remove('GONE-3')
    const nobody = await account.verify('GONE-3', { body: { device_user_reference: null } })
    expect(await outcomeOf(nobody)).toEqual([409, 'device.unknown_user'])
    expect(await read('GONE-3')).toMatchObject({ removed_by: 'boss' })

    const again = await account.verified('GONE-3', { body: { device_user_reference: 'joe.low' } })
    expect(again).toMatchObject({ install_state: 'NewInstall', enabled_services: ['photos'] })
    expect(await (await account.call(again.access_token, 'GET', '/configuration')).json()).toMatchObject({
      next_sequence: 3,
    })
    expect(await read('GONE-3')).toMatchObject({
      removed_at: null,
      removed_by: null,
      is_deactivated: false,
      device_user_reference: 'joe.low',
      group: 'Lisbon',
      phone_numbers: [],
      imeis: [],
      shared_serial_since: null,
    })
    expect(await listed('filter[search]=GONE-3')).toEqual(['GONE-3'])
    const presence = (await historyOf('GONE-3')).filter(({ field }) => field === 'device_reference')
    expect(presence.map(({ from, to }) => [from, to])).toEqual([
      [[], ['GONE-3']],
      [['GONE-3'], []],
      [[], ['GONE-3']],
    ])
  })

  it('stays blocked if it was blocked, until somebody lifts the block', async () => {
    await account.verified('GONE-4')
    await account.server.call('PUT', of('GONE-4', '/block'), { token: boss, body: { reason: 'Stolen' } })
    await remove('GONE-4')
    expect(await outcomeOf(await account.verify('GONE-4'))).toEqual([403, 'device.blocked'])
    expect((await account.server.call('DELETE', of('GONE-4', '/block'), { token: boss })).status).toBe(200)
    expect((await account.verify('GONE-4')).status).toBe(200)
  })
})

describe('removing', () => {
  it('is for people who may, and of devices that they see', async () => {
    await account.verified('KEPT-1')
    expect(await outcomeOf(await remove('KEPT-1', mia))).toEqual([403, 'auth.forbidden'])
    expect(await outcomeOf(await remove('KEPT-1', nora))).toEqual([404, 'request.not_found'])
    for (const reference of ['NO-SUCH-DEVICE', '..', 'x'.repeat(300), 'R58\u202e', 'a,b']) {
      expect([400, 404]).toContain((await remove(reference)).status)
    }
    expect(await read('KEPT-1')).toMatchObject({ removed_at: null })
  })

  it('changes nothing if the device has changed since it was read', async () => {
    await account.verified('KEPT-2')
    const { updated_at } = await read('KEPT-2')
    await account.verified('KEPT-2')
    const stale = await remove('KEPT-2', boss, `?updated_at=${encodeURIComponent(updated_at)}`)
    expect(await outcomeOf(stale)).toEqual([409, 'edit.conflict'])
    expect((await remove('KEPT-2', boss, '?updated_at=yesterday')).status).toBe(400)
    const { updated_at: current } = await read('KEPT-2')
    expect((await remove('KEPT-2', boss, `?updated_at=${encodeURIComponent(current)}`)).status).toBe(200)
  })
})
