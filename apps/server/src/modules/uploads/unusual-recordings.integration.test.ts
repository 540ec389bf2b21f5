import { createHash } from 'node:crypto'
import { type PayloadRegistration, unusualThresholds } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'

/** Recordings are evidence: unusual metadata is marked, and never a reason to refuse one. */

interface Listed {
  payload_reference: string
  unusual: string[]
  numbers: string[]
  meta: Record<string, unknown>
}

describe('a recording with unusual metadata', () => {
  let account: AccountWithHandsets
  let token: string
  let reviewer: string
  let sequence = 0
  beforeAll(async () => {
    account = await AccountWithHandsets.open()
    token = (await account.verified('UNUSUAL-1')).access_token
    reviewer = await account.server.signIn(account.client, { user_reference: 'rita', roles: ['Reviewer'] })
  })
  afterAll(() => account.close())

  const blockedCall = (meta: Record<string, unknown>, more: Partial<PayloadRegistration> = {}) => ({
    payload_reference: ulid(),
    sequence: sequence++,
    payload_type: 'BlockedCall',
    payload_time: new Date().toISOString(),
    payload_state: 'NotRecorded',
    numbers: ['+447700900123'],
    meta: { second_parties: [{ phone_number: '+447700900123' }], ...meta },
    ...more,
  })
  const register = async (item: object) => {
    const answer = await account.call(token, 'POST', '/payloads', { body: { items: [item] } })
    return ((await answer.json()) as { items: { result: string }[] }).items[0]
  }
  const read = (path: string) =>
    account.server.getJson<never>(`/api/client/v1/${account.client}/payloads${path}`, reviewer)

  it('is kept in full, here with one position a second for six hours', async () => {
    const locations = Array.from({ length: 6 * 60 * 60 }, (_, second) => ({ latitude: 51.5, longitude: second / 1e6 }))
    const item = blockedCall({
      locations,
      imeis: Array(9).fill('356938035643809'),
      reason_for_blocking: 'x'.repeat(400),
    })
    expect(await register(item)).toMatchObject({ result: 'registered' })
    expect(await register(item)).toMatchObject({ result: 'known' })
    const payload: Listed = await read(`/${item.payload_reference}`)
    expect(payload.meta).toMatchObject({ locations, reason_for_blocking: 'x'.repeat(400) })
    expect(payload.unusual).toEqual(['many_locations', 'many_imeis', 'long_text', 'large_metadata'])
  })

  it('is found by the filter for unusual recordings, in a list that leaves the large metadata out', async () => {
    const usualOne = blockedCall({ direction: 'I' })
    const many = blockedCall(
      { notes_of_nobody: undefined },
      { numbers: Array.from({ length: 5000 }, (_, n) => `+4477${n}`) },
    )
    await register(usualOne)
    expect(await register(many)).toMatchObject({ result: 'registered' })
    const { items }: { items: Listed[] } = await read('?filter[is_unusual]=true')
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ unusual }) => unusual.length > 0)).toBe(true)
    expect(JSON.stringify(items).length).toBeLessThan(items.length * unusualThresholds.maxMetadataBytes)
    const others: { items: Listed[] } = await read('?filter[is_unusual]=false')
    expect(others.items.map(({ payload_reference }) => payload_reference)).toContain(usualOne.payload_reference)
    const whole: Listed = await read(`/${many.payload_reference}`)
    expect(whole.numbers).toHaveLength(5000)
    expect(await read('?filter[is_unusual]=true&query_result_type=total')).toEqual({ total: items.length })
  })

  it.each([
    ['no second party', { second_parties: [] }, 'AbortedCall'],
    ['1001 second parties', { second_parties: Array(1001).fill({ phone_number: '1' }) }, 'BlockedCall'],
    ['a number that JSON cannot hold', { duration: '1e999' }, 'BlockedCall'],
  ] as const)('is refused where the specification sets a limit: %s', async (_what, meta, payload_type) => {
    const text = JSON.stringify({ items: [blockedCall(meta, { payload_type })] }).replace('"1e999"', '1e999')
    const answer = await account.call(token, 'POST', '/payloads', { body: JSON.parse(text) as object })
    expect(await answer.json()).toMatchObject({ items: [{ result: 'refused', code: 'request.invalid' }] })
  })
})

describe('a recording with what only messages may leave out', () => {
  let server: DeviceServer
  let device: TestDevice
  beforeAll(async () => {
    server = await DeviceServer.start()
    device = await server.addDevice('UNUSUAL-2')
  })
  afterAll(() => server.stop())

  it('is accepted as a message without direction, length, thread and parties', async () => {
    const { registration } = await server.record(device, Buffer.from('{"text":"hi"}'), { payload_type: 'SMS' })
    expect(await device.register({ ...registration, meta: {} })).toMatchObject([{ result: 'registered' }])
    const { unusual } = await server.payload(registration.payload_reference)
    expect(unusual).toEqual(['no_direction', 'no_length', 'no_thread', 'no_parties'])
  })

  it('can have any reference of 26 to 36 characters, and is uploaded under it', async () => {
    const payload_reference = '{01JD-../recorded by 日本 100%?}😀'
    const { registration } = await server.record(device, Buffer.from('some bytes'))
    const sealed = Buffer.alloc(registration.size, 7)
    const checksum = createHash('sha256').update(sealed).digest('hex')
    const item = { ...registration, payload_reference, checksum }
    expect(await device.register(item)).toMatchObject([{ result: 'registered' }])
    const address = encodeURIComponent(payload_reference)
    expect(await device.upload(address, 0, sealed.subarray(0, 9))).toMatchObject({ status: 204, offset: 9 })
    expect(await server.objectKeys('uploads/')).toHaveLength(1)
    expect(await device.upload(address, 9, sealed.subarray(9))).toMatchObject({ status: 204, offset: sealed.length })
    expect(await server.objectKeys('uploads/')).toEqual([])
    expect(await server.payload(payload_reference)).toMatchObject({
      payload_state: 'Uploaded',
      unusual: ['odd_reference'],
    })
    expect(await device.statuses(payload_reference)).toEqual(['pending'])
  })

  it.each(['../../recorded\nby\0somebody', `${'x'.repeat(30)}\u202e`])(
    'cannot have a reference with hidden characters: %j',
    async (odd) => {
      const { registration } = await server.record(device, Buffer.from('some bytes'))
      expect(await device.register({ ...registration, payload_reference: odd })).toMatchObject([{ result: 'refused' }])
    },
  )
})
