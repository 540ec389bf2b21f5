import { deviceLimits } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

let account: AccountWithHandsets
let token: string
let otherToken: string
beforeAll(async () => {
  account = await AccountWithHandsets.open({}, ['gps'])
  token = (await account.verified('SENDER-1')).access_token
  otherToken = (await account.verified('SENDER-2', { body: { device_user_reference: 'joe.low' } })).access_token
})
afterAll(async () => {
  await account.close()
})

const line = (log_id: string, more: object = {}) => ({
  log_id: log_id.padEnd(32, '0'),
  log_class: 'Recorder',
  log_level: 'INFO',
  log_datetime: '2026-01-05 10:00:00',
  local_timezone: 'Europe/London',
  payload_reference: null,
  log_message: 'recording began',
  ...more,
})

const position = (gps_reference: string, more: object = {}) => ({
  gps_reference: gps_reference.padEnd(26, '0'),
  accuracy: 12.5,
  altitude: null,
  latitude: 51.5074,
  longitude: -0.1278,
  timestamp: '2026-01-05T10:00:00.000Z',
  timezone: 'Europe/London',
  provider: 'gps',
  ...more,
})

describe('POST /logs', () => {
  const send = (logs: unknown[], as = token) => account.call(as, 'POST', '/logs', { body: { logs } })

  it('keeps each line once, with its device, user and group', async () => {
    expect(await (await send([line('a'), line('b')])).json()).toEqual({ received: 2 })
    expect(await (await send([line('b', { log_message: 'other' }), line('c'), line('c')])).json()).toEqual({
      received: 1,
    })
    const ofOthers = await send([line('d', { log_level: 'odd' }), line('a')], otherToken)
    expect(await ofOthers.json()).toMatchObject({
      received: 0,
      refused: [{ index: 0 }, { index: 1, message: expect.stringContaining('/log_id was used by another device') }],
    })
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('device_logs')
        .select(['device_reference', 'device_user_reference', 'group', 'log_message', 'log_datetime'])
        .where('client', '=', tx.client)
        .execute(),
    )
    const kept = {
      device_reference: 'SENDER-1',
      device_user_reference: 'ana.reis',
      group: 'London',
      log_message: 'recording began',
      log_datetime: '2026-01-05T10:00:00.000Z',
    }
    expect(rows).toEqual([kept, kept, kept])
  })

  it('keeps each line once when the same lines arrive many times at once, in any order', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => line(`race-${index}-`))
    const orders = [lines, lines.toReversed(), [...lines.slice(100), ...lines.slice(0, 100)], lines, lines.toReversed()]
    const answers = await Promise.all(orders.map((logs) => send(logs)))
    const received = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { received: number }).received),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(received.reduce((sum, count) => sum + count, 0)).toBe(200)
  })

  it('keeps a line as long as the request allows, under any reference', async () => {
    const long = line('long #1/2 é ', {
      log_message: 'x'.repeat(900_000),
      log_class: 'c'.repeat(9000),
      local_timezone: '',
    })
    expect(await (await send([long])).json()).toEqual({ received: 1 })
  })

  it('stores a thousand lines with one insert', async () => {
    const response = await send(Array.from({ length: 1000 }, (_, index) => line(`bulk-${index}-`)))
    expect(await response.json()).toEqual({ received: 1000 })
  })

  it.each([
    ['none', []],
    ['more lines than allowed', Array.from({ length: 1001 }, (_, index) => line(`many-${index}-`))],
  ])('refuses %s', async (_name, logs) => {
    expect(await outcomeOf(await send(logs))).toEqual([400, 'request.invalid'])
  })

  it.each([
    ['an unknown field', line('d', { group: 'Lisbon' }), '/group is not a known field'],
    ['a device of its own choice', line('d', { device_reference: 'SENDER-2' }), '/device_reference is not a known'],
    ['an unknown level', line('d', { log_level: 'TRACE' }), '/log_level must be equal to one of'],
    ['NUL', line('d', { log_message: 'a\u0000b' }), '/log_message must not contain control characters'],
    ['nothing', null, 'must be object'],
  ])('refuses a line with %s, and keeps the others', async (name, bad, message) => {
    const refused = { code: 'request.invalid', message: expect.stringContaining(message) }
    const good = line(`beside-${name.replaceAll(' ', '-')}-`)
    expect(await (await send([bad, good, bad])).json()).toEqual({
      received: 1,
      refused: [
        { index: 0, ...refused },
        { index: 2, ...refused },
      ],
    })
    expect(await (await send([bad])).json()).toEqual({ received: 0, refused: [{ index: 0, ...refused }] })
  })

  it('refuses a body beyond the limit, and the token of a person', async () => {
    const long = Array.from({ length: 40 }, (_, index) => line(`long-${index}-`, { log_message: 'x'.repeat(32_000) }))
    expect(await outcomeOf(await send(long))).toEqual([413, 'request.too_large'])
    const person = await account.server.signIn('northwind', { user_reference: 'ines', roles: ['Device Manager'] })
    expect(await outcomeOf(await send([line('e')], person))).toEqual([401, 'auth.bad_token'])
    expect(await outcomeOf(await send([line('e')], 'nonsense'))).toEqual([401, 'auth.bad_token'])
  })
})

describe('POST /positions', () => {
  const send = (positions: unknown[]) => account.call(token, 'POST', '/positions', { body: { positions } })

  it('keeps each position once', async () => {
    expect(await (await send([position('a'), position('b')])).json()).toEqual({ received: 2 })
    expect(await (await send([position('b', { latitude: 1 }), position('c')])).json()).toEqual({ received: 1 })
    const ofOthers = await account.call(otherToken, 'POST', '/positions', { body: { positions: [position('a')] } })
    expect(await ofOthers.json()).toMatchObject({
      received: 0,
      refused: [{ index: 0, message: expect.stringContaining('/gps_reference was used by another device') }],
    })
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('gps')
        .select(['device_reference', 'group', 'latitude', 'altitude'])
        .where('client', '=', tx.client)
        .execute(),
    )
    expect(rows).toEqual(
      Array.from({ length: 3 }, () => ({
        device_reference: 'SENDER-1',
        group: 'London',
        latitude: 51.5074,
        altitude: null,
      })),
    )
  })

  it.each([
    ['none', []],
    ['a hundred and one', Array.from({ length: 101 }, (_, index) => position(`many-${index}-`))],
  ])('refuses %s', async (_name, positions) => {
    expect(await outcomeOf(await send(positions))).toEqual([400, 'request.invalid'])
  })

  it('refuses each position that was measured without the service, and keeps the others', async () => {
    await account.onboard('no.gps', { services: ['calls'] })
    const unlocated = (await account.verified('SENDER-3', { body: { device_user_reference: 'no.gps' } })).access_token
    const sendAs = (as: string, positions: unknown[]) => account.call(as, 'POST', '/positions', { body: { positions } })
    const refusal = { code: 'device.service_off', message: 'The service gps of this device is off' }
    const answer = await sendAs(unlocated, [position('x'), position('y', { latitude: 'north' }), position('z')])
    expect(await answer.json()).toEqual({
      received: 0,
      refused: [
        { index: 0, ...refusal },
        { index: 1, code: 'request.invalid', message: expect.any(String) },
        { index: 2, ...refusal },
      ],
    })
    // Whoever has the service takes the handset over: the positions of the time before stay refused.
    const handedOver = (await account.verified('SENDER-3')).access_token
    const now = position('n', { timestamp: new Date(Date.now() + 1000).toISOString() })
    const mixed = await sendAs(handedOver, [position('x', { timestamp: '2020-01-01T00:00:00.000Z' }), now])
    expect(await mixed.json()).toEqual({ received: 1, refused: [{ index: 0, ...refusal }] })
  })

  it('keeps a position as it was reported, even one that is not on Earth, with any reference', async () => {
    const odd = [
      position('d', { latitude: 90.5, longitude: 1e9 }),
      position('d #1/2 é', { provider: 'p'.repeat(5000) }),
    ]
    expect(await (await send(odd)).json()).toEqual({ received: 2 })
  })

  it('refuses a position that is no number or has an unknown field, and keeps the others', async () => {
    const sent = [position('g', { latitude: '1' }), position('e'), position('f', { speed: 1 })]
    expect(await (await send(sent)).json()).toEqual({
      received: 1,
      refused: [
        { index: 0, code: 'request.invalid', message: '/latitude must be number' },
        { index: 2, code: 'request.invalid', message: '/speed is not a known field' },
      ],
    })
  })
})

describe('POST /telemetry', () => {
  const send = (body: object) => account.call(token, 'POST', '/telemetry', { body })

  it('accepts a report as large as the request allows', async () => {
    const application = { package_name: 'p'.repeat(300), simple_name: '', is_system_app: false, size: null, uid: null }
    const report = {
      reported_at: '2026-01-04T10:00:00.000Z',
      applications: Array.from({ length: 2100 }, () => application),
      permissions_granted: Array.from({ length: 900 }, (_, index) => `permission.${index}`),
      sims: Array.from({ length: 20 }, (_, slot_index) => ({ slot_index })),
      battery_level_percent: 101,
    }
    expect((await send(report)).status).toBe(204)
    await account.write((tx) => tx.db.deleteFrom('device_telemetry').where('client', '=', tx.client).execute())
  })

  it('keeps one report for each moment, however its time is written', async () => {
    const report = { battery_level_percent: 80, wifi_ssid: 'half \ud800 pair', applications: [] }
    expect((await send({ ...report, reported_at: '2026-01-05T10:00:00.000Z' })).status).toBe(204)
    expect((await send({ ...report, reported_at: '2026-01-05 10:00:00', battery_level_percent: 1 })).status).toBe(204)
    const rows = await account.read((tx) =>
      tx.db
        .selectFrom('device_telemetry')
        .select(['device_reference', 'group', 'collected_at', 'telemetry', 'applications'])
        .where('client', '=', tx.client)
        .execute(),
    )
    expect(rows).toEqual([
      {
        device_reference: 'SENDER-1',
        group: 'London',
        collected_at: '2026-01-05T10:00:00.000Z',
        telemetry: {
          battery_level_percent: 80,
          wifi_ssid: 'half \ufffd pair',
          reported_at: '2026-01-05T10:00:00.000Z',
        },
        applications: [],
      },
    ])
  })

  it.each([{}, { reported_at: 'yesterday' }, { reported_at: '2026-01-05T10:00:00Z', root_password: 'x' }])(
    'refuses %j',
    async (body) => {
      expect(await outcomeOf(await send(body))).toEqual([400, 'request.invalid'])
    },
  )
})

describe('last_seen', () => {
  it('is updated by a call, at most once a minute', async () => {
    const seenAt = (last_seen: string) =>
      account.write((tx) =>
        tx.db
          .updateTable('devices')
          .set({ last_seen })
          .where('client', '=', tx.client)
          .where('device_reference', '=', 'SENDER-1')
          .execute(),
      )
    const recently = new Date(Date.now() - 20_000).toISOString()
    await seenAt(recently)
    await account.call(token, 'GET', '/commands')
    expect((await account.device('SENDER-1'))?.last_seen).toBe(recently)
    await seenAt(new Date(Date.now() - 70_000).toISOString())
    await account.call(token, 'GET', '/commands')
    expect(Date.parse((await account.device('SENDER-1'))?.last_seen ?? '')).toBeGreaterThan(Date.parse(recently))
  })
})

describe('GET /configuration', () => {
  it('gives the public key for sealing, and the active personal numbers of the user', async () => {
    const number = (personal_number: string, device_user_reference: string, is_active = true) => ({
      device_user_reference,
      group: 'London',
      personal_number,
      is_active,
    })
    await account.write((tx) =>
      addRows(tx, 'personal_numbers', [
        number('+447700900111', 'ana.reis'),
        number('+447700900110', 'ana.reis'),
        number('+447700900112', 'ana.reis', false),
        number('+447700900113', 'joe.low'),
      ]),
    )
    expect(await (await account.call(token, 'GET', '/configuration')).json()).toEqual({
      version: expect.stringMatching(/^[\w-]{22}$/),
      services: ['calls', 'sms', 'gps'],
      personal_numbers: ['+447700900110', '+447700900111'],
      public_key: {
        key_id: expect.stringMatching(/^[\w-]{43}$/),
        algorithm: 'ECDH-ES+A256KW',
        public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
      },
      next_sequence: 0,
      gps_interval_ms: 60_000,
      server_time: expect.any(String),
      ...deviceLimits,
    })
  })
})
