import type { Device, DeviceChange, Found, PhoneNumberPeriod } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'
import { migrations } from '../../platform/database/migrations/index.ts'

/** boss sees all devices; lara those of London alone. */
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

const periods = async (query: string, token = boss) =>
  (
    await account.server.getJson<{ items: PhoneNumberPeriod[] }>(
      `/api/admin/v1/northwind/phone_numbers?${query}`,
      token,
    )
  ).items
const ofNumber = (number: string, token = boss) =>
  periods(`filter[phone_numbers][0]=${encodeURIComponent(number)}`, token)
const brief = (found: readonly PhoneNumberPeriod[]) =>
  found.map(({ device_reference, device_user_reference, slot_index }) => [
    device_reference,
    device_user_reference,
    slot_index,
  ])
const verify = (
  device: string,
  phone_number: string | null,
  own: { slot_index?: number; device_user_reference?: string } = {},
) => {
  const { slot_index = 0, device_user_reference = 'ana.reis' } = own
  return account.verified(device, { body: { device_user_reference, phone_numbers: [{ phone_number, slot_index }] } })
}

describe('a phone number through time', () => {
  it('has one period while it stays where it is, and another for each device, slot and holder', async () => {
    const number = '+447700900101'
    await verify('SIM-1', number)
    const [first] = await ofNumber(number)
    await verify('SIM-1', number)
    const [again, ...none] = await ofNumber(number)
    expect(none).toEqual([])
    expect(again).toMatchObject({ first_verified: first?.first_verified, group: 'London', phone_number: number })
    expect(Date.parse(again?.last_verified ?? '')).toBeGreaterThan(Date.parse(first?.last_verified ?? ''))

    await verify('SIM-1', number, { slot_index: 1 })
    await verify('SIM-2', number)
    await verify('SIM-2', number, { device_user_reference: 'joe.low' })
    await verify('SIM-1', number, { slot_index: 1 })
    expect(brief(await ofNumber(number))).toEqual([
      ['SIM-1', 'ana.reis', 1],
      ['SIM-2', 'joe.low', 0],
      ['SIM-2', 'ana.reis', 0],
      ['SIM-1', 'ana.reis', 1],
      ['SIM-1', 'ana.reis', 0],
    ])
  })

  it('is told to people who see the group of that time', async () => {
    const number = '+447700900102'
    await verify('SIM-3', number)
    await verify('SIM-3', number, { device_user_reference: 'joe.low' })
    expect(brief(await ofNumber(number, lara))).toEqual([['SIM-3', 'ana.reis', 0]])
    expect(await ofNumber(number)).toHaveLength(2)
  })

  it('is not shown after the device was handed over, unless its new holder has it too', async () => {
    const number = '+447700900104'
    const devices = async (query: string) =>
      (await account.server.getJson<{ items: Device[] }>(`/api/admin/v1/northwind/devices?${query}`, boss)).items
    const numbersOf = async () =>
      (await devices('filter[device_references][0]=SIM-6')).flatMap(({ phone_numbers }) =>
        phone_numbers.map(({ phone_number }) => phone_number),
      )
    const found = (query: string) => devices(`filter[${query}]=${encodeURIComponent(number)}`)
    await verify('SIM-6', number)
    await account.verified('SIM-6', { body: { device_user_reference: 'ana.reis', phone_numbers: [] } })
    expect(await numbersOf()).toEqual([number])
    await account.verified('SIM-6', { body: { device_user_reference: 'joe.low', phone_numbers: [] } })
    expect(await numbersOf()).toEqual([])
    expect([await found('phone_numbers][0'), await found('search')]).toEqual([[], []])
    const { items } = await account.server.getJson<{ items: DeviceChange[] }>(
      '/api/admin/v1/northwind/devices/SIM-6/history',
      boss,
    )
    expect(items.find(({ field }) => field === 'phone_number')).toMatchObject({ from: [number], to: [] })
    expect((await account.device('SIM-6'))?.former_phone_numbers).toMatchObject([
      { phone_number: number, held_until: expect.any(String) },
    ])
    await verify('SIM-6', number, { device_user_reference: 'joe.low' })
    expect(await numbersOf()).toEqual([number])
  })

  it('is found by its parts, devices and people, in pages, whatever the number is', async () => {
    for (const number of ['100%', "O'Neill", '..', 'AC/ME', '+44 (0)7700 900103', '\u202e0123']) {
      await verify('SIM-4', number)
      expect([number, brief(await ofNumber(number))]).toEqual([number, [['SIM-4', 'ana.reis', 0]]])
    }
    await verify('SIM-4', null)
    expect(await periods('filter[number]=900103')).toHaveLength(1)
    expect(await periods('filter[number]=%25')).toHaveLength(1)
    expect(await periods('filter[device_references][0]=SIM-4')).toHaveLength(6)
    expect(await periods('filter[device_references][0]=SIM-4&filter[device_user_references][0]=joe.low')).toEqual([])
    type Page = { items: PhoneNumberPeriod[]; last_key: string | null }
    const read: PhoneNumberPeriod[] = []
    for (let key: string | null = ''; key !== null; ) {
      const query: string = `limit=3${key && `&last_key=${encodeURIComponent(key)}`}`
      const page: Page = await account.server.getJson(`/api/admin/v1/northwind/phone_numbers?${query}`, boss)
      read.push(...page.items)
      key = page.last_key
    }
    expect(read).toEqual(await periods('limit=100'))
  })
})

it('what devices knew before the upgrade is one period for each number', async () => {
  await verify('SIM-5', '+447700900105')
  const [before] = await ofNumber('+447700900105')
  await account.write((tx) =>
    tx.db
      .deleteFrom('phone_number_periods')
      .where('client', '=', tx.client)
      .where('device_reference', '=', 'SIM-5')
      .execute(),
  )
  const backfill = migrations['0095-phone-number-periods']?.at(-1)
  const owner = ownerPool(account.server.settings.databaseUrl)
  await owner.query(backfill ?? '')
  await owner.end()
  expect(await ofNumber('+447700900105')).toEqual([before])
})

it('the upgrade separates numbers of former holders', async () => {
  await verify('SIM-10', '+447700900110')
  await account.verified('SIM-10', { body: { device_user_reference: 'joe.low', phone_numbers: [] } })
  const after = await account.device('SIM-10')
  const remembered = after?.former_phone_numbers.map(({ held_until: _, ...number }) => number)
  await account.write((tx) =>
    tx.db
      .updateTable('devices')
      .set({ phone_numbers: JSON.stringify(remembered), former_phone_numbers: '[]' })
      .where('client', '=', tx.client)
      .where('device_reference', '=', 'SIM-10')
      .execute(),
  )
  const others = async () => [await account.device('SIM-1'), await account.device('SIM-4')]
  const before = await others()
  const owner = ownerPool(account.server.settings.databaseUrl)
  await owner.query(migrations['0110-former-phone-numbers']?.at(-1) ?? '')
  await owner.end()
  expect(await account.device('SIM-10')).toEqual(after)
  expect(await others()).toEqual(before)
})

it('a number is found by its digits, once, by whoever sees its device, with the name of who had it last', async () => {
  const number = '+447700900177'
  await account.onboard('kim.lee', { first_name: 'Kim', surname: 'Lee', services: ['calls'] })
  await verify('SIM-7', number)
  await verify('SIM-8', number, { device_user_reference: 'kim.lee' })
  const found = async (text: string, token = boss) => {
    const path = `/api/client/v1/northwind/found?text=${encodeURIComponent(text)}&kinds[0]=own_number`
    const { items } = await account.server.getJson<{ items: Found[] }>(path, token)
    return items.map(({ reference, name }) => [reference, name])
  }
  expect(await found('7700 900-177')).toEqual([[number, 'Kim Lee']])
  expect(await found('- ()')).toEqual([])
  // She sees devices, but not the people who have them.
  expect(await found('177', lara)).toEqual([[number, null]])
  await verify('SIM-9', '+447700900178', { device_user_reference: 'joe.low' })
  expect(await found('900178')).toEqual([['+447700900178', 'Ana Reis']])
  expect(await found('900178', lara)).toEqual([])
})
