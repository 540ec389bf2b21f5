import type { Device } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss manages all devices; rita only sees them. */
let account: AccountWithHandsets
let boss: string
let rita: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('Sees devices', [{ actions_matching: 'devices:read' }])
  boss = await account.signIn('boss', 'Device Manager')
  rita = await account.signIn('rita', 'Sees devices')
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const read = (device_reference: string) => account.server.getJson<Device>(`${base}/devices/${device_reference}`, boss)
const dismiss = (device_reference: string, token = boss) =>
  account.server.call('DELETE', `${base}/devices/${device_reference}/shared_serial`, { token })
const alternate = async (device_reference: string, installations: readonly string[]) => {
  for (const installation_id of installations) await account.verified(device_reference, { body: { installation_id } })
}
const marked = async () =>
  (await account.server.getJson<{ items: Device[] }>(`${base}/devices?filter[is_serial_shared]=true`, boss)).items.map(
    ({ device_reference }) => device_reference,
  )

describe('two handsets with one serial number', () => {
  it('are noticed at the third change of installation within a day, and again after it was dismissed', async () => {
    await alternate('TWINS-1', ['a', 'b', 'a'])
    expect(await read('TWINS-1')).toMatchObject({ shared_serial_since: null, shared_serial_reason: null })
    expect(await outcomeOf(await dismiss('TWINS-1'))).toEqual([409, 'device.serial_not_shared'])
    await alternate('TWINS-1', ['b'])
    const { shared_serial_since } = await read('TWINS-1')
    expect(await read('TWINS-1')).toMatchObject({
      shared_serial_since: expect.any(String),
      shared_serial_reason: 'installations',
    })
    await alternate('TWINS-1', ['a'])
    expect(await read('TWINS-1'), 'since the first time').toMatchObject({ shared_serial_since })
    expect(await marked()).toEqual(['TWINS-1'])

    expect(await outcomeOf(await dismiss('TWINS-1', rita))).toEqual([403, 'auth.forbidden'])
    expect((await dismiss('TWINS-1')).status).toBe(200)
    expect(await marked()).toEqual([])
    await alternate('TWINS-1', ['b', 'a'])
    expect(await marked()).toEqual([])
    await alternate('TWINS-1', ['b'])
    expect(await marked()).toEqual(['TWINS-1'])
  })

  it('are noticed by IMEIs that differ, but not by a second one or by none', async () => {
    const verified = (imeis: readonly string[]) => account.verified('TWINS-2', { body: { imeis } })
    await verified([])
    await verified(['356938035643809'])
    await verified(['356938035643809', '356938035643817'])
    await verified([])
    await verified(['356938035643817'])
    expect(await read('TWINS-2')).toMatchObject({ shared_serial_since: null })
    await verified(['490154203237518'])
    expect(await read('TWINS-2')).toMatchObject({ shared_serial_reason: 'imeis' })
    const entries = await account.read((tx) =>
      tx.db
        .selectFrom('device_activities')
        .select('events')
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'TWINS-2')
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(JSON.stringify(entries)).toContain('device.serial_shared')
  })

  it.each([['35693803564380'], ['3569380356438091'], ['']])('IMEIs of other lengths are refused: %j', async (imei) => {
    const response = await account.verify('TWINS-3', { body: { imeis: [imei] } })
    expect(await outcomeOf(response)).toEqual([400, 'request.invalid'])
    expect(await account.device('TWINS-3')).toBeUndefined()
  })
})
