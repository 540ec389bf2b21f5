import { limits, serviceNames } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'
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
  expect(await refused?.json()).toMatchObject({ code: 'licence.exhausted', details: { service: 'calls', limit: 2 } })
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
