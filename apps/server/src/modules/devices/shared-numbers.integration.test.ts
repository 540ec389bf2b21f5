import type { Device } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'

/** boss sees all devices; lara those of London alone. Ana's devices are in London, Joe's are not. */
let account: AccountWithHandsets
let boss: string
let lara: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.addRole('Sees London', [
    { actions_matching: 'devices:read', conditions: [{ names_matching: 'London' }] },
  ])
  boss = await account.signIn('boss', 'Device Manager')
  lara = await account.signIn('lara', 'Sees London')
})
afterAll(() => account?.close())

const devices = '/api/admin/v1/northwind/devices'
const verify = (device: string, phone_number: string, device_user_reference: string) =>
  account.verified(device, { body: { device_user_reference, phone_numbers: [{ phone_number, slot_index: 0 }] } })
const sharedOn = async (device: string, token = boss) =>
  (await account.server.getJson<Device>(`${devices}/${device}`, token)).shared_numbers
const sharedInList = async (device: string, token = boss) => {
  const path = `${devices}?filter[device_references][0]=${device}`
  return (await account.server.getJson<{ items: Device[] }>(path, token)).items[0]?.shared_numbers
}

it('a number that two active devices report is told on both, to people who see both', async () => {
  const number = '+447700900301'
  await verify('TWIN-1', number, 'ana.reis')
  expect(await sharedOn('TWIN-1')).toEqual([])
  await verify('TWIN-2', number, 'joe.low')
  expect(await sharedOn('TWIN-1')).toEqual([{ phone_number: number, device_references: ['TWIN-2'] }])
  expect(await sharedInList('TWIN-2')).toEqual([{ phone_number: number, device_references: ['TWIN-1'] }])
  expect(await sharedOn('TWIN-1', lara)).toEqual([])
  expect(await sharedInList('TWIN-1', lara)).toEqual([])
})

it('is told no longer once one of the devices reports another number, or is not active', async () => {
  const number = '+447700900302'
  await verify('TWIN-3', number, 'ana.reis')
  await verify('TWIN-4', number, 'joe.low')
  expect(await sharedOn('TWIN-3')).toHaveLength(1)
  await verify('TWIN-4', '+447700900303', 'joe.low')
  expect(await sharedOn('TWIN-3')).toEqual([])
  await verify('TWIN-4', number, 'joe.low')
  expect(await sharedOn('TWIN-3')).toHaveLength(1)
  const reason = { body: { reason: 'Lost' }, token: boss }
  expect((await account.server.call('PUT', `${devices}/TWIN-4/block`, reason)).ok).toBe(true)
  expect(await sharedOn('TWIN-3')).toEqual([])
})
