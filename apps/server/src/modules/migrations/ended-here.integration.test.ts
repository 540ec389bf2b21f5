import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'

let exports: AccountWithExports
beforeAll(async () => {
  exports = await AccountWithExports.open()
  const users = person('eva.lima')
  await exports.migrate({ 'users.csv': users, 'devices.csv': device() })
})
afterAll(() => exports?.close())

const person = (reference: string, dates = '', title = 'onboard_date') =>
  `device_user_reference,group,services,email,first_name,surname,${title}\n${reference},London,calls,eva@example.com,Eva,Lima,${dates}`
const device = (dates = '', title = 'activated_at') =>
  `device_reference,device_user_reference,model,${title}\nOLD-1,eva.lima,Galaxy S8,${dates}`
const admin = (method: string, path: string, body?: object) =>
  exports.account.server.call(method, `/api/admin/v1/northwind${path}`, {
    token: exports.boss,
    ...(body && { body }),
  })
const inOneMinute = () => new Date(Date.now() + 60_000).toISOString()

it('a device that was deactivated here comes back only by a row that is later', async () => {
  expect((await admin('PUT', '/devices/OLD-1/deactivation', { reason: 'Lost' })).status).toBe(200)
  const { deactivation_date } = (await exports.account.device('OLD-1')) ?? {}
  const load = (text: string) => exports.migrate({ 'devices.csv': text })
  const undated = await load(device())
  expect(undated.codes).toEqual({ DeactivatedDeviceSupersededByNewerRecord: 1 })
  expect(undated.rows[0]?.message).toContain(`activated_at after the stored end, ${deactivation_date}`)
  expect((await load(device('2023-01-01T00:00:00Z'))).codes).toEqual({ NoChangeToDeactivatedDevice: 1 })
  // An earlier end does not move it back, so that a row between the two would count as later.
  const earlier = await load(device('2020-01-01T00:00:00Z', 'deactivation_date').replace('S8', 'S9'))
  expect(earlier.codes).toEqual({ DeactivatedDeviceUpdated: 1 })
  expect(await exports.account.device('OLD-1')).toMatchObject({ deactivation_date, deactivation_reason: 'Lost' })
  expect((await load(device(inOneMinute()))).codes).toEqual({ DeviceUpdatedAndActivated: 1 })
  expect(await exports.account.device('OLD-1')).toMatchObject({
    is_deactivated: false,
    deactivation_date: null,
    deactivated_by: null,
    deactivation_reason: null,
  })
})

it('a person who was offboarded here comes back only by a row that is later', async () => {
  expect((await admin('DELETE', '/users/eva.lima')).status).toBe(200)
  const load = (text: string) => exports.migrate({ 'users.csv': text })
  for (const is_dry_run of [true, false]) {
    const undated = await exports.migrate({ 'users.csv': person('eva.lima') }, { is_dry_run })
    expect(undated.codes).toEqual({ OffboardedUserSupersededByNewerRecord: 1 })
    expect(undated.rows[0]?.message).toMatch(/onboard_date after the stored end, 20\d\d-/)
  }
  expect((await load(person('eva.lima', '2023-01-01T00:00:00Z'))).codes).toEqual({ NoChangeToOffboardedUser: 1 })
  const earlier = await load(person('eva.lima', '2020-01-01T00:00:00Z', 'offboard_date'))
  expect(earlier.codes).toEqual({ NoChangeToOffboardedUser: 1 })
  expect((await load(person('eva.lima', inOneMinute()))).codes).toEqual({ UserUpdatedAndOnboarded: 1 })
})
