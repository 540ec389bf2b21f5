import { limits, serviceNames } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { countDevicesByService } from '../devices/index.ts'
import { licenceLimits } from '../licence-limits/index.ts'

let account: AccountWithHandsets

const limit = (calls: number) =>
  account.write(async (tx) => {
    await tx.db.deleteFrom('licence_limits').where('client', '=', tx.client).execute()
    const greatest = Object.fromEntries(serviceNames.map((service) => [service, limits.maxLicences]))
    await licenceLimits.insert(tx, tx.client, { ...greatest, calls }, 'test')
  })

const set = (device_reference: string, fields: { is_deactivated?: boolean; removed_at?: Date }) =>
  account.write((tx) =>
    tx.db
      .updateTable('devices')
      .set(fields)
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .execute(),
  )

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.verified('FIRST')
  await limit(2)
})
afterAll(() => account?.close())

it('the last licence goes to one of two new devices that ask at once; the other leaves no device behind', async () => {
  const answers = await Promise.all(['SECOND', 'THIRD'].map((device) => account.verify(device)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  // A handset has no right to know limits.
  expect(await refused?.json()).toEqual({
    error_code: 409,
    code: 'licence.exhausted',
    message: 'Too few licences for calls are free; ask your provider for more, or free some',
    details: { service: 'calls' },
  })
  const devices = await account.read((tx) =>
    tx.db.selectFrom('devices').select('device_reference').where('client', '=', tx.client).execute(),
  )
  expect(devices).toHaveLength(2)
})

it('a device that was active comes back whatever the limits are, so that what it recorded arrives', async () => {
  await limit(0)
  await set('FIRST', { is_deactivated: true })
  expect((await account.verified('FIRST')).install_state).toBe('NoChange')
  expect((await account.verified('FIRST', { body: { installation_id: 'reset' } })).install_state).toBe('FactoryReset')
})

it('a removed device counts as new', async () => {
  await set('FIRST', { is_deactivated: true, removed_at: new Date() })
  expect((await account.verify('FIRST')).status).toBe(409)
  await limit(2)
  expect((await account.verify('FIRST')).status).toBe(200)
})

it('a limit of a service that the person does not have stops nothing', async () => {
  await limit(0)
  expect((await account.verify('OF-JOE', { body: { device_user_reference: 'joe.low' } })).status).toBe(200)
})

describe('a device that is verified for another person', () => {
  const holder = (device_user_reference: string) => ({ body: { device_user_reference } })
  const held = async () => {
    const { device_user_reference, services, is_deactivated } = (await account.device('HANDED')) ?? {}
    return { device_user_reference, services, is_deactivated }
  }
  const used = () => account.read(countDevicesByService)

  beforeAll(async () => {
    await account.verified('HANDED', holder('joe.low'))
    await limit((await used()).get('calls') ?? 0)
  })

  it('stays with the former one while the new one has a service without a free licence', async () => {
    const answer = await account.verify('HANDED', holder('ana.reis'))
    expect(await outcomeOf(answer)).toEqual([409, 'licence.exhausted'])
    expect(await held()).toEqual({ device_user_reference: 'joe.low', services: ['photos'], is_deactivated: false })
    expect((await account.verify('HANDED', holder('joe.low'))).status).toBe(200)
  })

  it('is not asked for licences that it uses already', async () => {
    await account.onboard('eva.sol', { services: ['calls'] })
    await set('HANDED', { is_deactivated: true })
    await limit(100)
    await account.verified('HANDED', holder('ana.reis'))
    await limit((await used()).get('calls') ?? 0)
    expect((await account.verify('HANDED', holder('eva.sol'))).status).toBe(200)
  })

  it('is asked for all of them after it was deactivated, unless the holder is the same', async () => {
    await set('HANDED', { is_deactivated: true })
    await limit((await used()).get('calls') ?? 0)
    expect((await account.verify('HANDED', holder('ana.reis'))).status).toBe(409)
    expect(await held()).toEqual({ device_user_reference: 'eva.sol', services: ['calls'], is_deactivated: true })
    expect((await account.verify('HANDED', holder('eva.sol'))).status).toBe(200)
  })

  it('takes turns with others that need the last licence', async () => {
    const devices = ['LAST-1', 'LAST-2', 'LAST-3', 'LAST-4']
    for (const device of devices) await account.verified(device, holder('joe.low'))
    await limit(((await used()).get('calls') ?? 0) + 1)
    const answers = await Promise.all(devices.map((device) => account.verify(device, holder('ana.reis'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})
