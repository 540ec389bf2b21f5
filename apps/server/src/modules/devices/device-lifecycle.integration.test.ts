import type { Dashboard, Device, DeviceChange } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { lockActiveDeviceUser } from '../device-users/index.ts'
import { addPendingDevice } from './add-device.ts'
import { deactivateSilentDevices } from './deactivate-silent-devices.ts'

/** boss may do everything; lara sees devices of London alone, and may not change them; nora manages those of Lisbon. */
let account: AccountWithHandsets
let boss: string
let lara: string
let nora: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('Sees London', [
    { actions_matching: 'devices:read', conditions: [{ names_matching: 'London' }] },
  ])
  await account.addRole('Manages Lisbon', [
    { actions_matching: 'devices:*', conditions: [{ names_matching: 'Lisbon' }] },
  ])
  boss = await account.signIn('boss', 'Account Administrator')
  lara = await account.signIn('lara', 'Sees London')
  nora = await account.signIn('nora', 'Manages Lisbon')
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const of = (device_reference: string, below = '') => `${base}/devices/${encodeURIComponent(device_reference)}${below}`
const opens = (token: string) => account.call(token, 'GET', '/configuration').then(outcomeOf)
const deactivate = (device_reference: string, token = boss, reason = 'Returned to the store') =>
  account.server.call('PUT', of(device_reference, '/deactivation'), { token, body: { reason } })
const historyOf = async (device_reference: string, token = boss) =>
  (await account.server.getJson<{ items: DeviceChange[] }>(of(device_reference, '/history'), token)).items
const told = async (device_reference: string, token = boss) =>
  (await historyOf(device_reference, token)).map(({ field, from, to, changed_by }) => [field, from, to, changed_by])
const setSeen = (device_reference: string, daysAgo: number) =>
  account.write((tx) =>
    tx.db
      .updateTable('devices')
      .set({ last_seen: new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000) })
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .execute(),
  )
const runJob = () => {
  const { platform } = account.server.api
  return deactivateSilentDevices.handle({ platform, signal: AbortSignal.timeout(60_000) } as never, {})
}

describe('a device that was added before it authenticates', () => {
  const add = (device_reference: string, device_user_reference: string, token = boss) =>
    account.server.call('PUT', of(device_reference), { token, body: { device_user_reference } })
  const pending = async () => (await account.server.getJson<Dashboard>(`${base}/dashboard`, boss)).devices.pending

  it('is pending until it authenticates, without naming its person', async () => {
    const before = await pending()
    expect((await add('PENDING-1', 'joe.low', nora)).status).toBe(200)
    expect(await pending()).toBe(before + 1)
    const device = await account.server.getJson<Device>(of('PENDING-1'), nora)
    expect(device).toMatchObject({
      device_user_reference: 'joe.low',
      group: 'Lisbon',
      activated_at: null,
      last_seen: null,
    })
    expect(await told('PENDING-1')).toContainEqual(['device_reference', [], ['PENDING-1'], 'nora'])
    const { install_state } = await account.verified('PENDING-1', { body: { device_user_reference: null } })
    expect(install_state).toBe('NewInstall')
    expect(await pending()).toBe(before)
    expect(await account.device('PENDING-1')).toMatchObject({ group: 'Lisbon', activated_at: expect.any(String) })
  })

  it('can be given to another person until then', async () => {
    await add('PENDING-2', 'joe.low')
    expect(await (await add('PENDING-2', 'ana.reis')).json()).toMatchObject({
      device_user_reference: 'ana.reis',
      group: 'London',
      services: ['calls', 'sms'],
    })
    await account.verified('PENDING-2')
    expect(await outcomeOf(await add('PENDING-2', 'joe.low'))).toEqual([409, 'device.exists'])
  })

  it('is for those who may add devices, for active people whom they see', async () => {
    await add('PENDING-3', 'ana.reis')
    for (const [device, person, token, outcome] of [
      ['PENDING-4', 'ana.reis', lara, [403, 'auth.forbidden']],
      ['PENDING-4', 'ana.reis', nora, [409, 'device_user.unknown']],
      ['PENDING-4', 'no.such.user', boss, [409, 'device_user.unknown']],
      ['PENDING-3', 'joe.low', nora, [409, 'device.exists']],
      ['a:b', 'ana.reis', boss, [400, 'request.invalid']],
    ] as const) {
      expect(await outcomeOf(await add(device, person, token))).toEqual(outcome)
    }
    expect(await account.device('PENDING-4')).toBeUndefined()
  })

  it('can be a legacy device until it authenticates', async () => {
    await account.write(async (tx) => {
      const user = await lockActiveDeviceUser(tx, 'ana.reis')
      if (!user) throw new Error('no user')
      const legacy = { updated_by: 'test', is_legacy: true, legacy_phone_number: '+447700900777' }
      await addPendingDevice(tx, 'LEGACY-1', user, legacy)
    })
    expect(await account.device('LEGACY-1')).toMatchObject({ is_legacy: true, legacy_phone_number: '+447700900777' })
    await account.verified('LEGACY-1')
    expect(await account.device('LEGACY-1')).toMatchObject({ is_legacy: false })
    expect(await told('LEGACY-1')).toContainEqual(['is_legacy', ['true'], ['false'], 'LEGACY-1'])
  })
})

describe('deactivation by hand', () => {
  it('ends the token at once, and lasts until the device authenticates', async () => {
    const { access_token } = await account.verified('HAND-1')
    const answer = await deactivate('HAND-1')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      is_deactivated: true,
      deactivated_by: 'boss',
      deactivation_reason: 'Returned to the store',
      deactivation_date: expect.any(String),
    })
    expect(await opens(access_token)).toEqual([403, 'device.deactivated'])
    expect(await outcomeOf(await deactivate('HAND-1'))).toEqual([409, 'device.is_deactivated'])

    await account.verified('HAND-1')
    expect(await opens(access_token)).toEqual([200, null])
    expect(await account.server.getJson<Device>(of('HAND-1'), boss)).toMatchObject({
      is_deactivated: false,
      deactivated_by: null,
      deactivation_reason: null,
      install_state: 'NoChange',
    })
    expect((await historyOf('HAND-1')).slice(0, 2)).toMatchObject([
      { field: 'is_deactivated', from: ['true'], to: ['false'], changed_by: 'HAND-1', reason: null },
      { field: 'is_deactivated', from: ['false'], to: ['true'], changed_by: 'boss', reason: 'Returned to the store' },
    ])
  })

  it('does not lift a block, nor does authentication', async () => {
    await account.verified('HAND-2')
    await account.server.call('PUT', of('HAND-2', '/block'), { token: boss, body: { reason: 'Stolen' } })
    expect((await deactivate('HAND-2')).status).toBe(200)
    expect(await outcomeOf(await account.verify('HAND-2'))).toEqual([403, 'device.blocked'])
    expect(await account.device('HAND-2')).toMatchObject({ is_blocked: true, is_deactivated: true })
  })

  it('is for people who may, in groups that they see, with a reason', async () => {
    await account.verified('HAND-3')
    expect(await outcomeOf(await deactivate('HAND-3', lara))).toEqual([403, 'auth.forbidden'])
    expect(await outcomeOf(await deactivate('HAND-3', nora))).toEqual([404, 'request.not_found'])
    for (const reason of ['', ' ', '\u200b', 'x'.repeat(1001)]) {
      expect([reason, (await deactivate('HAND-3', boss, reason)).status]).toEqual([reason, 400])
    }
    for (const reference of ['NO-SUCH-DEVICE', '..', 'x'.repeat(300), 'R58\u202e']) {
      expect([400, 404]).toContain((await deactivate(reference)).status)
    }
    expect(await account.device('HAND-3')).toMatchObject({ is_deactivated: false })
  })
})

describe('deactivation by silence', () => {
  it('happens to active devices that were silent for longer than the account allows, and is on the trail', async () => {
    for (const device of ['SILENT-1', 'SILENT-2', 'SILENT-3', 'SILENT-4']) await account.verified(device)
    await account.server.call('PUT', of('SILENT-4', '/block'), { token: boss, body: { reason: 'Stolen' } })
    await setSeen('SILENT-1', 31)
    await setSeen('SILENT-2', 29)
    await setSeen('SILENT-4', 90)
    await runJob()
    await runJob()
    const states = async () =>
      Promise.all(
        ['SILENT-1', 'SILENT-2', 'SILENT-3', 'SILENT-4'].map(
          async (one) => (await account.device(one))?.is_deactivated,
        ),
      )
    expect(await states()).toEqual([true, false, false, false])
    expect(await account.server.getJson<Device>(of('SILENT-1'), boss)).toMatchObject({
      deactivated_by: null,
      deactivation_reason: null,
      updated_by: 'system',
    })
    expect((await historyOf('SILENT-1'))[0]).toMatchObject({
      field: 'is_deactivated',
      to: ['true'],
      changed_by: 'system',
      reason: 'silent for 30 days',
    })
    const entries = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'events'])
        .where('client', '=', tx.client)
        .where('call', '=', 'JOB deactivate_silent_devices')
        .execute(),
    )
    expect(entries).toEqual([
      {
        user_id: 'system',
        events: [
          {
            event: 'device.deactivated',
            details: { rows: 1, device_references: ['SILENT-1'], reason: 'silent for 30 days' },
          },
        ],
      },
    ])

    const address = `${base}/account/device_configuration`
    const put = (deactivate_after_days: unknown) =>
      account.server.call('PUT', address, { token: boss, body: { gps_interval_ms: 60_000, deactivate_after_days } })
    for (const days of [0, 1.5, 3651, 'soon', null]) expect([days, (await put(days)).status]).toEqual([days, 400])
    expect(await (await put(20)).json()).toMatchObject({ deactivate_after_days: 20, gps_interval_ms: 60_000 })
    await runJob()
    expect(await states()).toEqual([true, true, false, false])
    // A portal that does not know of the setting leaves it as it is.
    const older = await account.server.call('PUT', address, { token: boss, body: { gps_interval_ms: 30_000 } })
    expect(await older.json()).toMatchObject({ deactivate_after_days: 20, gps_interval_ms: 30_000 })
  })

  it('comes in batches, and leaves nobody out', async () => {
    const references = Array.from({ length: 205 }, (_, number) => `MANY-${String(number).padStart(3, '0')}`)
    await account.write(async (tx) => {
      const first = await tx.db
        .selectFrom('devices')
        .selectAll()
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'SILENT-3')
        .executeTakeFirstOrThrow()
      const { phone_numbers, former_phone_numbers, device_info, ...columns } = first
      await tx.db
        .insertInto('devices')
        .values(
          references.map((device_reference) => ({
            ...columns,
            phone_numbers: JSON.stringify(phone_numbers),
            former_phone_numbers: JSON.stringify(former_phone_numbers),
            device_info: JSON.stringify(device_info),
            device_reference,
            last_seen: '2020-01-01T00:00:00.000Z',
          })),
        )
        .execute()
    })
    await runJob()
    const left = await account.read((tx) =>
      tx.db
        .selectFrom('devices')
        .select('device_reference')
        .where('client', '=', tx.client)
        .where('device_reference', 'in', references)
        .where('is_deactivated', '=', false)
        .execute(),
    )
    expect(left).toEqual([])
  })
})

describe('the history of a device', () => {
  it('begins with what the device was when it was added, and has each change since', async () => {
    const number = (phone_number: string, slot_index = 0) => ({ phone_number, slot_index })
    await account.verified('STORY-1', {
      body: { phone_numbers: [number('+447700900001')], imeis: ['356938035643809'] },
    })
    expect(await told('STORY-1')).toEqual([
      ['phone_number', [], ['+447700900001'], 'STORY-1'],
      ['installation_id', [], ['installation-1'], 'STORY-1'],
      ['app_version', [], ['4.2.0'], 'STORY-1'],
      ['os_version', [], ['15'], 'STORY-1'],
      ['model', [], ['Galaxy S24'], 'STORY-1'],
      ['imeis', [], ['356938035643809'], 'STORY-1'],
      ['surname', [], ['Reis'], 'STORY-1'],
      ['first_name', [], ['Ana'], 'STORY-1'],
      ['email', [], ['ana.reis@example.com'], 'STORY-1'],
      ['services', [], ['calls', 'sms'], 'STORY-1'],
      ['group', [], ['London'], 'STORY-1'],
      ['device_user_reference', [], ['ana.reis'], 'STORY-1'],
      ['device_reference', [], ['STORY-1'], 'STORY-1'],
    ])
    const before = (await told('STORY-1')).length
    await account.verified('STORY-1', { body: { phone_numbers: [number('+447700900001')] } })
    expect(await told('STORY-1'), 'nothing changed').toHaveLength(before)

    await account.verified('STORY-1', {
      body: {
        phone_numbers: [number('+447700900002'), number('+447700900003', 1)],
        installation_id: 'installation-2',
        device_info: { model: 'Galaxy S24', os_version: '16', app_version: '4.2.0', serial_number: 'STORY-1' },
      },
    })
    expect((await historyOf('STORY-1')).slice(0, 4)).toMatchObject([
      { field: 'phone_number', slot_index: 1, from: [], to: ['+447700900003'] },
      { field: 'phone_number', slot_index: 0, from: ['+447700900001'], to: ['+447700900002'] },
      { field: 'installation_id', from: ['installation-1'], to: ['installation-2'] },
      { field: 'os_version', from: ['15'], to: ['16'] },
    ])
  })

  it('tells readers of a group what happened there, and not who had the device elsewhere', async () => {
    await account.verified('STORY-2')
    await account.server.call('PUT', of('STORY-2', '/block'), { token: boss, body: { reason: 'Lost' } })
    await account.server.call('DELETE', of('STORY-2', '/block'), { token: boss })
    await account.verified('STORY-2', { body: { device_user_reference: 'joe.low' } })
    expect(await outcomeOf(await account.server.call('GET', of('STORY-2', '/history'), { token: lara }))).toEqual([
      404,
      'request.not_found',
    ])
    const seen = await historyOf('STORY-2', nora)
    expect(seen.map(({ field }) => field)).not.toContain('is_blocked')
    expect(seen.find(({ field }) => field === 'device_user_reference')).toMatchObject({
      from: [],
      to: ['joe.low'],
      is_from_hidden: true,
    })
    expect(JSON.stringify(seen)).not.toContain('London')
    const all = await historyOf('STORY-2')
    expect(all.map(({ field }) => field)).toContain('is_blocked')
    expect(all.find(({ field }) => field === 'group')).toMatchObject({ from: ['London'], to: ['Lisbon'] })
  })

  it('has what people change of the holder, and comes in pages', async () => {
    await account.onboard('eva.lima', { services: ['calls'] })
    await account.verified('STORY-3', { body: { device_user_reference: 'eva.lima' } })
    const user = await account.server.getJson<{ version: number }>(`${base}/users/eva.lima`, boss)
    const moved = await account.server.call('PUT', `${base}/users/eva.lima`, {
      token: boss,
      body: {
        version: user.version,
        group: 'Lisbon',
        services: ['calls', 'sms'],
        email: 'eva@example.com',
        first_name: 'Eva',
        surname: 'Lima',
      },
    })
    expect(moved.status).toBe(200)
    const changes = (await historyOf('STORY-3')).filter(({ changed_by }) => changed_by === 'boss')
    expect(changes.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['surname', ['Reis'], ['Lima']],
      ['first_name', ['Ana'], ['Eva']],
      ['email', ['eva.lima@example.com'], ['eva@example.com']],
      ['services', ['calls'], ['calls', 'sms']],
      ['group', ['London'], ['Lisbon']],
    ])
    type Page = { items: DeviceChange[]; last_key: string | null }
    const read: string[] = []
    for (let key: string | null = ''; key !== null; ) {
      const page: Page = await account.server.getJson(
        of('STORY-3', `/history?limit=4${key && `&last_key=${encodeURIComponent(key)}`}`),
        boss,
      )
      read.push(...page.items.map(({ change_id }) => change_id))
      key = page.last_key
    }
    expect(read).toEqual((await historyOf('STORY-3')).map(({ change_id }) => change_id))
    expect(
      (await account.server.call('GET', of('STORY-3', '/history?filter[colour]=red'), { token: boss })).status,
    ).toBe(400)
  })

  it('takes whatever slot a handset names', async () => {
    const slot_index = Number.MAX_SAFE_INTEGER
    await account.verified('STORY-5', { body: { phone_numbers: [{ phone_number: '+447700900009', slot_index }] } })
    expect((await historyOf('STORY-5'))[0]).toMatchObject({ field: 'phone_number', slot_index })
  })

  it('cannot be changed by the server', async () => {
    await account.verified('STORY-4')
    await expect(
      account.write((tx) => tx.db.deleteFrom('device_changes').where('client', '=', tx.client).execute()),
    ).rejects.toThrow(/permission denied/)
  })
})
