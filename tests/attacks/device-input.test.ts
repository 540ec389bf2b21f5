import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../apps/server/test/account-with-handsets.ts'

/** Odd values in what handsets send: each is kept as it came or refused with its field, and changes nothing else. */
let account: AccountWithHandsets
let token: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  token = (await account.verified('INPUT-1')).access_token
})
afterAll(() => account?.close())

const invalid = [400, 'request.invalid']
const dayMs = 24 * 60 * 60 * 1000

describe('a device reference', () => {
  const info = { model: 'm', os_version: '1', app_version: '1' }
  const verify = async (serial_number: string) =>
    outcomeOf(await account.verify(serial_number, { body: { device_info: { ...info, serial_number } } }))
  const devices = async () =>
    (
      await account.read((tx) =>
        tx.db.selectFrom('devices').select('device_reference').where('client', '=', tx.client).execute(),
      )
    ).length

  it.each([
    ['one character too long', 'x'.repeat(256)],
    ['300 characters', 'x'.repeat(300)],
    ['a comma', 'A,B'],
    ['a plus', 'A+B'],
    ['a hash', 'A#B'],
    ['a slash', '../../etc'],
    ['a colon', 'A:B'],
    ['a space in front', ' A'],
    ['U+0000', 'A\u0000'],
    ['a line break', 'A\nB'],
    ['U+0085', 'A\u0085'],
    ['what turns the direction of writing', 'A\u202eB'],
    ['one dot, which an address cannot hold', '.'],
    ['two dots', '..'],
  ])('with %s makes no device', async (_what, serial_number) => {
    const before = await devices()
    expect(await verify(serial_number)).toEqual(invalid)
    expect(await devices()).toBe(before)
  })

  it.each([
    ['255 characters', 'y'.repeat(255)],
    ['spaces and other scripts', 'Gerät 7 דגם'],
    ['what a path could mean', '%2e%2e%2f'],
  ])('of %s is one device, with its name in every address', async (_what, serial_number) => {
    expect(await verify(serial_number)).toEqual([200, null])
    const person = await account.signIn('dora', 'Device Manager')
    const address = `/api/admin/v1/northwind/devices/${encodeURIComponent(serial_number)}`
    expect(await account.server.getJson(address, person)).toMatchObject({ device_reference: serial_number })
  })
})

describe('an IMEI', () => {
  it.each([
    ['', 400],
    ['1'.repeat(14), 400],
    ['1'.repeat(15), 200],
    ['1'.repeat(16), 400],
    ['1'.repeat(300), 400],
  ])('%j is answered %i', async (imei, status) => {
    const response = await account.verify('INPUT-IMEI', { body: { imeis: [imei] } })
    expect(response.status).toBe(status)
  })
})

describe('phone numbers', () => {
  it.each([
    ['', 400],
    ['+', 200],
    ['5'.repeat(255), 200],
    ['5'.repeat(256), 400],
    ['BANK', 200],
    ['+44 7700\u0000', 400],
  ])('of a SIM: %j is answered %i', async (phone_number, status) => {
    const body = { phone_numbers: [{ phone_number, slot_index: 0 }] }
    expect((await account.verify('INPUT-SIM', { body })).status).toBe(status)
  })
})

describe("a handset's clock that is a day off", () => {
  const call = (number: number, payload_time: string) => ({
    payload_reference: `01ARZ3NDEKTSV4RRFFQ69G6F${String(number).padStart(2, '0')}`,
    sequence: number,
    payload_type: 'AbortedCall',
    payload_time,
    payload_state: 'NotRecorded',
    numbers: [],
    meta: { second_parties: [] },
  })

  it.each([-1, 1])('by %i: recordings, lines and positions are kept with the time that it gave', async (days) => {
    const time = new Date(Date.now() + days * dayMs).toISOString()
    const item = { ...call(10 + days, time), meta: { second_parties: [{ phone_number: null }] } }
    const registered = await account.call(token, 'POST', '/payloads', { body: { items: [item] } })
    expect(await registered.json()).toMatchObject({ items: [{ result: 'registered' }] })
    const line = {
      log_id: `clock-${days}`.padEnd(32, '0'),
      log_class: 'Clock',
      log_level: 'WARN',
      log_datetime: time,
      local_timezone: 'Europe/London',
      payload_reference: null,
      log_message: 'The clock was set',
    }
    expect(await (await account.call(token, 'POST', '/logs', { body: { logs: [line] } })).json()).toEqual({
      received: 1,
    })
    const stored = await account.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select('payload_time')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', item.payload_reference)
        .executeTakeFirst(),
    )
    expect(new Date(stored?.payload_time ?? 0).toISOString()).toBe(time)
  })

  it.each([-1, 1])('by %i: its code is stale, and the Date of the answer helps', async (days) => {
    const { ulid } = await import('ulid')
    const refused = await account.verify('INPUT-1', { ulid: ulid(Date.now() + days * dayMs) })
    const served = Date.parse(refused.headers.get('date') ?? '')
    expect(await outcomeOf(refused)).toEqual([401, 'verify.stale'])
    expect((await account.verify('INPUT-1', { ulid: ulid(served) })).status).toBe(200)
  })
})

describe('telemetry', () => {
  const send = (report: object, change: (text: string) => string = (text) => text) =>
    fetch(`${account.server.origin}/api/device/v1/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: change(JSON.stringify(report)),
    })
  const application = (number: number) => ({
    package_name: `com.app${number}`,
    simple_name: '',
    is_system_app: false,
    size: null,
    uid: null,
  })

  it('with a number that JSON can write and nothing can hold is refused', async () => {
    const report = { reported_at: '2026-01-05T10:00:00.000Z', battery_temperature_celsius: 12345 }
    const response = await send(report, (text) => text.replace('12345', '1e999'))
    expect((await outcomeOf(response))[0]).toBe(400)
  })

  it('with 10,000 applications is kept whole, or refused for its size alone', async () => {
    const applications = Array.from({ length: 10_000 }, (_, number) => application(number))
    const reported_at = '2026-01-05T11:00:00.000Z'
    const response = await send({ reported_at, applications })
    const isWithin = JSON.stringify({ reported_at, applications }).length <= 1024 * 1024
    expect(await outcomeOf(response)).toEqual(isWithin ? [204, null] : [413, 'request.too_large'])
    const rows = await account.read((tx) =>
      tx.db.selectFrom('device_telemetry').select('collected_at').where('client', '=', tx.client).execute(),
    )
    expect(rows).toHaveLength(isWithin ? 1 : 0)
  })
})
