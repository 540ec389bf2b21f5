import { randomBytes } from 'node:crypto'
import { sealedSize } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'
import { storedBytes } from '../../../test/stored-content.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const days = (count: number): string => new Date(Date.now() - count * 24 * 60 * 60 * 1000).toISOString()
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const personal = (personal_number: string, from: string, until: string | null) =>
  server.platform.database.transaction(server.client, (tx) =>
    addRows(tx, 'personal_numbers', [
      {
        device_user_reference: 'ann',
        group: server.group,
        personal_number,
        is_active: until === null,
        created_at: from,
        deleted_at: until,
      },
    ]),
  )

describe('a batch of registrations', () => {
  it('registers valid items and refuses invalid ones, each by itself', async () => {
    const [good, noService, badMeta, unknownKey] = await Promise.all([
      server.record(device, randomBytes(100)),
      server.record(device, randomBytes(100)),
      server.record(device, randomBytes(100)),
      server.record(device, randomBytes(100)),
    ])
    const calls = await server.addDevice('DEVICE-CALLS', ['calls'])
    const photo = { ...noService.registration, payload_type: 'Photo', meta: {} } as const
    expect(await calls.register(photo)).toMatchObject([{ result: 'refused', code: 'payload.type_not_allowed' }])

    const outcomes = await device.register(
      good.registration,
      { ...badMeta.registration, meta: { second_parties: [] } },
      { ...unknownKey.registration, key_id: 'A'.repeat(43) },
      { ...unknownKey.registration, payload_reference: ulid(), sequence: good.registration.sequence },
    )
    expect(outcomes).toMatchObject([
      { result: 'registered', upload_offset: 0 },
      { result: 'refused', code: 'request.invalid' },
      { result: 'refused', code: 'payload.unknown_key' },
      { result: 'refused', code: 'payload.sequence_conflict' },
    ])
    expect(await server.payload(good.registration.payload_reference)).toMatchObject({
      payload_state: 'Recorded',
      group: server.group,
      device_user_reference: 'ann',
      is_late: false,
      s3_path: null,
    })
    expect(await server.custody(good.registration.payload_reference)).toEqual(['payload.registered'])
  })

  it('answers a repeated registration as known, and one with other content as a conflict that leaves the first unchanged', async () => {
    const { registration } = await server.record(device, randomBytes(100))
    await device.register(registration)
    expect(await device.register(registration)).toMatchObject([{ result: 'known', upload_offset: 0 }])
    const spelledOtherwise = registration.payload_time.replace('T', ' ').replace('Z', '')
    expect(await device.register({ ...registration, payload_time: spelledOtherwise })).toMatchObject([
      { result: 'known' },
    ])
    const meta = { ...registration.meta, timezone: 'Asia/Tokyo' }
    for (const other of [{ payload_time: days(1) }, { sequence: 900_000 }, { numbers: [] }, { meta }]) {
      expect(await device.register({ ...registration, ...other })).toMatchObject([
        { result: 'refused', code: 'payload.conflict' },
      ])
    }
    const { checksum, size } = await server.payload(registration.payload_reference)
    expect({ checksum, size }).toEqual({ checksum: registration.checksum, size: registration.size })
    expect(await server.custody(registration.payload_reference)).toEqual([
      'payload.registered',
      ...Array.from({ length: 4 }, () => 'payload.conflict_refused'),
    ])
  })

  it("reveals nothing of another device's payload", async () => {
    const stranger = await server.addDevice('DEVICE-STRANGER')
    const { registration, sealed } = await server.record(device, randomBytes(100))
    const { payload_reference } = registration
    await device.register(registration)
    const outcome = await stranger.register(registration)
    expect(outcome).toEqual([
      { payload_reference, result: 'refused', code: 'payload.conflict', message: expect.any(String) },
    ])
    expect(await stranger.statuses(payload_reference)).toEqual(['not_found'])
    expect(await stranger.uploadOffset(payload_reference)).toMatchObject({ status: 404 })
    expect(await stranger.upload(payload_reference, 0, sealed)).toMatchObject({
      status: 404,
      code: 'payload.not_found',
    })
  })

  it('stores inline bytes before it answers, and refuses bytes other than the registered ones', async () => {
    const { registration, sealed } = await server.record(device, randomBytes(1000))
    const wrong = Buffer.from(sealed).fill(0, 50, 60)
    expect(await device.register({ ...registration, content: base64(wrong) })).toMatchObject([
      { result: 'refused', code: 'payload.checksum_mismatch' },
    ])
    expect(await device.register({ ...registration, content: base64(sealed.subarray(1)) })).toMatchObject([
      { result: 'refused', code: 'payload.size_mismatch' },
    ])
    const whole = { ...registration, content: base64(sealed) }
    expect(await device.register(whole)).toMatchObject([{ result: 'uploaded', upload_offset: sealed.length }])
    expect(await device.register(whole)).toMatchObject([{ result: 'known', upload_offset: sealed.length }])
    const { payload_reference } = registration
    expect((await server.payload(payload_reference)).payload_state).toBe('Uploaded')
    expect(await storedBytes(server.platform, server.client, payload_reference)).toEqual(Buffer.from(sealed))
    expect(await server.custody(registration.payload_reference)).toEqual(['payload.registered', 'payload.uploaded'])
  })

  it.each([
    ['in the table up to 16 KiB', 16 * 1024, { is_content_in_table: true, s3_path: null }],
    ['as objects above that', 16 * 1024 + 1, { is_content_in_table: false, s3_path: expect.any(String) }],
  ])('stores inline bytes %s', async (_, size, place) => {
    const { registration, sealed } = await server.record(device, randomBytes(size - sealedSize(0)))
    const { payload_reference } = registration
    expect(sealed).toHaveLength(size)
    await device.register({ ...registration, content: base64(sealed) })
    expect(await server.payload(payload_reference)).toMatchObject(place)
    expect(await storedBytes(server.platform, server.client, payload_reference)).toEqual(Buffer.from(sealed))
    const keys = await server.objectKeys(`recordings/${server.client}/${payload_reference}`)
    expect(keys).toHaveLength(place.is_content_in_table ? 0 : 1)
  })

  it('accepts inline bytes for a payload that was registered without them', async () => {
    const { registration, sealed } = await server.record(device, randomBytes(1000))
    await device.register(registration)
    expect(await device.register({ ...registration, content: base64(sealed) })).toMatchObject([{ result: 'uploaded' }])
    const { payload_reference } = registration
    expect((await server.payload(payload_reference)).payload_state).toBe('Uploaded')
    expect(await storedBytes(server.platform, server.client, payload_reference)).toEqual(Buffer.from(sealed))
  })

  it('is registered exactly once when it is sent fifty times at once', async () => {
    const recordings = await Promise.all(Array.from({ length: 20 }, () => server.record(device, randomBytes(200))))
    const items = recordings.map(({ registration, sealed }) => ({ ...registration, content: base64(sealed) }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, sender) => device.register(...(sender % 2 === 0 ? items : items.toReversed()))),
    )
    const results = answers.flat().map(({ result }) => result)
    expect(results.filter((result) => result === 'uploaded')).toHaveLength(20)
    expect(results.filter((result) => result === 'known')).toHaveLength(980)
    for (const { payload_reference } of items) {
      expect(await server.custody(payload_reference)).toEqual(['payload.registered', 'payload.uploaded'])
    }
  })

  it.each([
    ['iv', 'abc'],
    ['iv', 'AAAAAAAA=='],
    ['encrypted_dek', 'AQE'],
    ['encrypted_dek', 'A'.repeat(143)],
    ['size', 1],
    ['size', 59],
  ])(
    'stores nothing of a recording that could never be opened, with %s %j, and accepts the corrected one',
    async (field, value) => {
      const { registration } = await server.record(device, randomBytes(9))
      expect(await device.register({ ...registration, [field]: value })).toMatchObject([
        { result: 'refused', code: 'request.invalid', message: expect.stringMatching(`^/${field} must be `) },
      ])
      expect(await device.register(registration)).toMatchObject([{ result: 'registered' }])
    },
  )

  it('refuses an item with text that the database cannot store, and no other', async () => {
    const [broken, whole] = await Promise.all([
      server.record(device, randomBytes(9)),
      server.record(device, randomBytes(9)),
    ])
    const meta = { second_parties: [{ phone_number: '+4420', name: 'half \ud800' }] }
    expect(await device.register({ ...broken.registration, meta }, whole.registration)).toMatchObject([
      { result: 'refused', code: 'request.invalid' },
      { result: 'registered' },
    ])
  })
})

describe('the marks late and personal', () => {
  it('use the personal numbers at the time of the recording, however a number is spelled', async () => {
    await personal('+447700900111', days(10), days(5))
    const at = async (payload_time: string, number: string) => {
      const { registration } = await server.record(device, randomBytes(9), { payload_time, numbers: [number] })
      await device.register(registration)
      return (await server.payload(registration.payload_reference)).is_personal_number
    }
    expect(await at(days(7), '+447700900111')).toBe(true)
    expect(await at(days(7), '0044 7700 900-111')).toBe(true)
    expect(await at(days(7), '07700 900111')).toBe(true)
    const spellings = [
      'sip:+447700900111@ims.example',
      '+447700900111,,1234#',
      '+44 (0)7700 900111',
      '+44\u20117700\u2011900111',
      '+447700900111/TYPE=PLMN',
      '14107700900111',
    ]
    for (const spelling of spellings) expect([spelling, await at(days(7), spelling)]).toEqual([spelling, true])
    expect(await at(days(7), '07700 900112')).toBe(false)
    expect(await at(days(12), '+447700900111')).toBe(false)
    expect(await at(days(1), '+447700900111')).toBe(false)
    expect(await at(days(7), '+447700900112')).toBe(false)
  })

  it('a recording that is registered after 7 days is late before its bytes arrive, and stays so', async () => {
    const { registration, sealed } = await server.record(device, randomBytes(100), { payload_time: days(8) })
    await device.register(registration)
    expect((await server.payload(registration.payload_reference)).is_late).toBe(true)
    await device.upload(registration.payload_reference, 0, sealed)
    expect((await server.payload(registration.payload_reference)).is_late).toBe(true)

    const { payload_reference, sequence, numbers, meta } = (await server.record(device, randomBytes(1))).registration
    const aborted = { payload_reference, sequence, numbers, meta, payload_time: days(8) }
    expect(
      await device.register({ ...aborted, payload_type: 'AbortedCall', payload_state: 'NotRecorded' }),
    ).toMatchObject([{ result: 'registered' }])
    expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'NotRecorded', is_late: true })
    expect(await device.statuses(payload_reference, registration.payload_reference, ulid())).toEqual([
      'processed',
      'pending',
      'not_found',
    ])
  })

  it('refuses a call that was not recorded unless it is an aborted or blocked call', async () => {
    const { registration } = await server.record(device, randomBytes(1))
    const { key_id, encrypted_dek, iv, checksum, size, ...bare } = registration
    expect([key_id, encrypted_dek, iv, checksum, size]).not.toContain(undefined)
    expect(await device.register({ ...bare, payload_state: 'NotRecorded' })).toMatchObject([
      { result: 'refused', code: 'request.invalid' },
    ])
  })
})
