import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
let manager: string
let londoner: string
const inLondon = ['LON-1', 'LON-2', 'LON-3']
const inLisbon = ['LIS-1', 'LIS-2']

beforeAll(async () => {
  account = await AccountWithHandsets.open()
  await account.onboard('leo.gone', { services: ['gps'] })
  for (const [index, reference] of inLondon.entries()) {
    const phone_numbers = [{ phone_number: `+44770090000${index}`, slot_index: 0 }]
    await account.verified(reference, { body: { phone_numbers } })
  }
  for (const reference of inLisbon) {
    await account.verified(reference, { body: { device_user_reference: 'joe.low' } })
  }
  await account.write(async (tx) => {
    const set = (
      device_reference: string,
      fields: { is_deactivated?: boolean; is_legacy?: boolean; is_blocked?: boolean },
    ) =>
      tx.db
        .updateTable('devices')
        .set(fields)
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .execute()
    const reported = (device_reference: string, device_info: object) =>
      tx.db
        .updateTable('devices')
        .set({ device_info: JSON.stringify(device_info) })
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .execute()
    // The others have app 4.2.0 and Android 15.
    await reported('LON-2', { app_version: '4.1', os_version: '16' })
    await reported('LIS-2', {})
    await set('LON-3', { is_deactivated: true })
    await set('LIS-2', { is_legacy: true })
    await set('LON-2', { is_blocked: true })
    await tx.db
      .updateTable('device_users')
      .set({ is_active: false })
      .where('client', '=', tx.client)
      .where('device_user_reference', '=', 'leo.gone')
      .execute()
  })
  await account.server.addRole('northwind', 'London Desk', [
    {
      actions_matching: 'device*:read',
      is_denied: false,
      is_regex: false,
      conditions: [{ names_matching: 'London', is_denied: false, is_regex: false }],
    },
  ])
  manager = await account.server.signIn('northwind', { user_reference: 'ines', roles: ['Device Manager'] })
  londoner = await account.server.signIn('northwind', { user_reference: 'otto', roles: ['London Desk'] })
})
afterAll(async () => {
  await account.close()
})

const base = '/api/admin/v1/northwind'
const get = (path: string, token = manager) => account.server.call('GET', base + path, { token })
interface PageOf<T> {
  items: T[]
  count: number
  last_key: string | null
}
const list = async <T = { device_reference: string }>(path: string, token = manager): Promise<PageOf<T>> =>
  (await (await get(path, token)).json()) as PageOf<T>
const references = async (path: string, token = manager) =>
  (await list(path, token)).items.map(({ device_reference }) => device_reference)

describe('GET /devices', () => {
  it('lists the devices of the groups that the caller may see, ordered by reference', async () => {
    expect(await references('/devices')).toEqual([...inLisbon, ...inLondon])
    expect(await references('/devices', londoner)).toEqual(inLondon)
  })

  it.each([
    ['filter[groups][0]=Lisbon', inLisbon],
    ['filter[services][0]=sms', inLondon],
    ['filter[services][0]=gps', []],
    ['filter[phone_numbers][0]=%2B447700900001', ['LON-2']],
    ['filter[phone_numbers][0]=447700900001', []],
    ['filter[is_deactivated]=true', ['LON-3']],
    ['filter[is_deactivated]=false', ['LIS-1', 'LIS-2', 'LON-1', 'LON-2']],
    ['filter[is_blocked]=true', ['LON-2']],
    ['filter[is_blocked]=false', ['LIS-1', 'LIS-2', 'LON-1', 'LON-3']],
    ['filter[is_pending]=false', [...inLisbon, ...inLondon]],
    ['filter[is_pending]=true', []],
    ['filter[is_legacy]=true', ['LIS-2']],
    ['filter[active_only]=true', ['LIS-1', 'LIS-2', 'LON-1', 'LON-2']],
    ['filter[device_references][0]=LON-1&filter[device_references][1]=NONE', ['LON-1']],
    ['filter[device_user_references][0]=joe.low', inLisbon],
    ['filter[groups][0]=Lisbon&filter[services][0]=sms', []],
    ['filter[app_versions][0]=4.1', ['LON-2']],
    ['filter[app_versions][0]=4.1&filter[app_versions][1]=4.2.0', ['LIS-1', ...inLondon]],
    ['filter[os_versions][0]=4.1', []],
    ['filter[other_app_versions][0]=4.2.0&filter[os_versions][0]=16', ['LON-2']],
    ['filter[other_os_versions][0]=16', ['LIS-1', 'LON-1', 'LON-3']],
    ['filter[search]=lis-', inLisbon],
    ['filter[search]=ANA.R', inLondon],
    ['filter[search]=LON_1', []],
    ['filter[groups][0]=Lisbon&filter[search]=lon', []],
  ])('with %s lists %j, and its total agrees', async (query, expected) => {
    expect(await references(`/devices?${query}`)).toEqual(expected)
    expect(await list(`/devices?${query}&query_result_type=total`)).toEqual({ total: expected.length })
  })

  it('finds and exports the devices that were added and have not authenticated yet', async () => {
    await account.write((tx) =>
      addRows(tx, 'devices', [{ device_reference: 'NEW-1', group: 'London', last_seen: null }]),
    )
    expect(await references('/devices?filter[is_pending]=true')).toEqual(['NEW-1'])
    const files = new Exports(account.server, account.client)
    const query = { filter: { is_pending: true } }
    const file = await files.file(manager, { list: 'listDevices', format: 'csv', query })
    expect(file.trim().split('\n')).toHaveLength(2)
    expect(file).toContain('NEW-1')
    await account.write((tx) =>
      tx.db.deleteFrom('devices').where('client', '=', tx.client).where('device_reference', '=', 'NEW-1').execute(),
    )
  })

  it('is paged by key, and a key works only for the list that it came from', async () => {
    const seen: string[] = []
    let key: string | null = ''
    while (key !== null) {
      const page: PageOf<{ device_reference: string }> = await list(`/devices?limit=2${key && `&last_key=${key}`}`)
      expect(page.count).toBe(page.items.length)
      seen.push(...page.items.map(({ device_reference }) => device_reference))
      key = page.last_key
    }
    expect(seen).toEqual([...inLisbon, ...inLondon])
    const { last_key } = await list('/devices?limit=1')
    for (const path of ['/users?', '/devices?filter[groups][0]=London&']) {
      expect(await outcomeOf(await get(`${path}last_key=${last_key}`))).toEqual([400, 'list.bad_last_key'])
    }
  })

  it('leaves devices of other groups out of the total', async () => {
    expect(await list('/devices?query_result_type=total', londoner)).toEqual({ total: 3 })
    expect(await references('/devices?filter[groups][0]=Lisbon', londoner)).toEqual([])
  })
})

describe('GET /devices/{device_reference}', () => {
  it('shows what the device reported about itself', async () => {
    expect(await (await get('/devices/LON-1')).json()).toMatchObject({
      device_reference: 'LON-1',
      device_user_reference: 'ana.reis',
      model: 'Galaxy S24',
      os_version: '15',
      app_version: '4.2.0',
      serial_number: 'LON-1',
      fcm_token: null,
      phone_numbers: [{ phone_number: '+447700900000', slot_index: 0 }],
      installation_id: 'installation-1',
    })
  })

  it('answers 404 when the caller may not see the group, as for a device that does not exist', async () => {
    expect((await get('/devices/LON-1', londoner)).status).toBe(200)
    const hidden = await get('/devices/LIS-1', londoner)
    const absent = await get('/devices/NO-SUCH', londoner)
    expect([hidden.status, await hidden.text()]).toEqual([404, await absent.text()])
  })

  it('is refused to handsets, and to tokens of another account', async () => {
    const { access_token } = await account.verified('LON-1')
    expect((await get('/devices/LON-1', access_token)).status).toBe(401)
    await account.server.openAccount('globex')
    const response = await account.server.call('GET', '/api/admin/v1/globex/devices/LON-1', { token: manager })
    expect(response.status).toBe(401)
  })
})

describe('GET /users/{device_user_reference}/devices', () => {
  it('lists the devices of the user, with the same filters as the list of all devices', async () => {
    expect(await references('/users/ana.reis/devices')).toEqual(inLondon)
    expect(await references('/users/ana.reis/devices?filter[active_only]=true')).toEqual(['LON-1', 'LON-2'])
    expect(await list('/users/joe.low/devices?query_result_type=total')).toEqual({ total: 2 })
  })

  it('answers 404 for a user whom the caller may not see', async () => {
    expect(await outcomeOf(await get('/users/joe.low/devices', londoner))).toEqual([404, 'request.not_found'])
    expect(await outcomeOf(await get('/users/no.such.user/devices'))).toEqual([404, 'request.not_found'])
  })
})

describe('device users', () => {
  const users = async (query: string, token = manager) =>
    (await list<{ device_user_reference: string }>(`/users${query}`, token)).items.map(
      ({ device_user_reference }) => device_user_reference,
    )

  it.each([
    ['', ['ana.reis', 'joe.low', 'leo.gone']],
    ['?filter[groups][0]=London', ['ana.reis', 'leo.gone']],
    ['?filter[services][0]=photos', ['joe.low']],
    ['?filter[is_active]=false', ['leo.gone']],
    ['?filter[active_only]=true', ['ana.reis', 'joe.low']],
    ['?filter[is_legacy]=true', []],
    ['?filter[device_user_references][0]=joe.low', ['joe.low']],
    ['?filter[search]=JOE.LOW@ex', ['joe.low']],
    ['?filter[search]=ana%20reis', ['ana.reis', 'joe.low', 'leo.gone']],
    ['?filter[search]=%25', []],
  ])('with %s are %j, and the total agrees', async (query, expected) => {
    expect(await users(query)).toEqual(expected)
    expect(await list(`/users${query || '?'}&query_result_type=total`)).toEqual({ total: expected.length })
  })

  it('are limited to the groups that the caller may see', async () => {
    expect(await users('', londoner)).toEqual(['ana.reis', 'leo.gone'])
    expect(await outcomeOf(await get('/users/joe.low', londoner))).toEqual([404, 'request.not_found'])
    expect(await (await get('/users/ana.reis', londoner)).json()).toMatchObject({
      device_user_reference: 'ana.reis',
      group: 'London',
      services: ['calls', 'sms'],
      expected_device_count: 1,
      is_active: true,
      onboard_date: expect.any(String),
      offboard_date: null,
    })
  })

  it('are not onboarded when a rule of the contract is broken', async () => {
    await expect(account.onboard('x', {})).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(account.onboard('no.services', { services: [] })).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(account.onboard('no.group', { group: 'Nowhere' })).rejects.toMatchObject({ code: 'request.not_found' })
    expect(await users('?filter[device_user_references][0]=no.services')).toEqual([])
  })
})
