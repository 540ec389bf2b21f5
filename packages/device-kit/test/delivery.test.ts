import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceCallError, type Handset } from '../src/index.ts'
import { FakeHoldfast } from './fake-holdfast.ts'
import { abortedCall, openTestHandset, photo, soundOf, type TestClock, testClock } from './handsets.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'

let clock: TestClock
let fake: FakeHoldfast
let storage: MemoryStorage
let handset: Handset

beforeEach(async () => {
  clock = testClock()
  fake = await FakeHoldfast.start(() => clock.time)
  storage = memoryStorage()
  handset = await openTestHandset(fake, storage, clock)
})
afterEach(() => fake.stop())

const stored = (payload_reference: string) => fake.account.payloads.get(payload_reference)

/** Whether the server has opened the recording, and found these bytes. */
const isHeld = (payload_reference: string, sound: Uint8Array): boolean =>
  Buffer.compare(stored(payload_reference)?.plain ?? Buffer.alloc(0), sound) === 0

describe('a recording', () => {
  it('arrives sealed, opens to the same bytes, and is deleted from the handset only after it was processed', async () => {
    const sound = soundOf(200_000)
    const { payload_reference, sequence } = await handset.record(photo(sound))
    expect(sequence).toBe(0)
    expect(await handset.sync()).toEqual({ processed: 1, pending: 0, held: [] })
    expect(isHeld(payload_reference, sound)).toBe(true)
    expect([...storage.records.keys()].filter((name) => /^(outbox|content)\//.test(name))).toEqual([])
  })

  it('is stored nowhere unencrypted', async () => {
    const marker = 'a sentence that was said on the telephone'
    await handset.record(photo(new TextEncoder().encode(marker.repeat(3000))))
    for (const bytes of storage.records.values()) expect(Buffer.from(bytes).includes(marker)).toBe(false)
  })

  it('is sent with its registration when it is small', async () => {
    const { payload_reference } = await handset.record(photo(soundOf(200)))
    await handset.sync()
    expect(fake.handled).not.toContain('PATCH /payloads/{payload_reference}/content')
    expect(isHeld(payload_reference, soundOf(200))).toBe(true)
  })

  it('of an aborted call is reported without content', async () => {
    await handset.record(abortedCall)
    expect(await handset.sync()).toEqual({ processed: 1, pending: 0, held: [] })
    expect([...fake.account.payloads.values()][0]?.registration.payload_state).toBe('NotRecorded')
  })

  it('is kept until the server has processed it', async () => {
    const { payload_reference } = await handset.record(photo(soundOf(1000)))
    fake.account.process = async () => 'pending'
    for (let round = 0; round < 3; round++) expect((await handset.sync()).pending).toBe(1)
    expect(storage.records.has(`content/${payload_reference}`)).toBe(true)
    expect(stored(payload_reference)?.arrivals).toBe(1)
  })

  it('is uploaded again when the server could not open it or has lost it', async () => {
    const spoiled = await handset.record(photo(soundOf(100_000)))
    const lost = await handset.record(photo(soundOf(100)))
    fake.account.spoilOnce.add(spoiled.payload_reference)
    fake.account.process = ((process) => async (reference) => {
      if (reference === lost.payload_reference && stored(reference)?.arrivals === 1 && !stored(reference)?.plain) {
        fake.account.payloads.delete(reference)
        fake.account.process = process
      }
      return process(reference)
    })(fake.account.process.bind(fake.account))
    expect((await handset.sync()).pending).toBe(2)
    expect(await handset.sync()).toEqual({ processed: 2, pending: 0, held: [] })
    expect(stored(spoiled.payload_reference)?.arrivals).toBe(2)
    expect(isHeld(lost.payload_reference, soundOf(100))).toBe(true)
  })

  it('that the server refuses is kept, does not stop the others, and is tried again later', async () => {
    const bad = await handset.record({ ...photo(soundOf(500)), meta: { nonsense: true } })
    const unreadable = await handset.record({ ...photo(soundOf(500)), numbers: [''] })
    const good = await handset.record(photo(soundOf(500)))
    const report = await handset.sync()
    expect(report).toEqual({
      processed: 1,
      pending: 2,
      held: [
        { payload_reference: bad.payload_reference, code: 'request.invalid' },
        { payload_reference: unreadable.payload_reference, code: 'request.invalid' },
      ],
    })
    expect(stored(good.payload_reference)?.status).toBe('processed')
    const before = fake.handled.length
    await handset.sync()
    expect(fake.handled.slice(before)).toEqual([])
    clock.time += 60_000
    await handset.sync()
    expect(fake.handled.slice(before)).toContain('POST /payloads')
  })
})

describe('an upload', () => {
  const patches = () => fake.handled.filter((call) => call.startsWith('PATCH')).length

  it('continues after a restart of the handset from the byte that the server has', async () => {
    const { payload_reference } = await handset.record(photo(soundOf(200_000)))
    const parts = Math.ceil((stored(payload_reference)?.registration.size ?? 200_108) / 70_000)
    // Verification, configuration, registration and one part succeed; then there is no network any more.
    fake.faults = ['none', 'none', ...Array(6).fill('dropBefore')]
    await expect(handset.sync()).rejects.toThrow(DeviceCallError)
    expect(fake.account.offset(payload_reference)).toBe(70_000)
    handset = await openTestHandset(fake, storage, clock)
    await handset.sync()
    expect(patches()).toBe(parts)
    expect(isHeld(payload_reference, soundOf(200_000))).toBe(true)
  })

  it('asks where to continue when the answer to a part was lost', async () => {
    const { payload_reference } = await handset.record(photo(soundOf(100_000)))
    fake.faults = ['none', 'dropAfter']
    await handset.sync()
    expect(fake.handled).toContain('HEAD /payloads/{payload_reference}/content')
    expect(stored(payload_reference)?.arrivals).toBe(1)
  })
})

it('callers at the same time share one synchronisation', async () => {
  await handset.record(photo(soundOf(1000)))
  const [one, other] = await Promise.all([handset.sync(), handset.sync()])
  expect(other).toBe(one)
  expect(fake.handled.filter((call) => call === 'POST /payloads')).toHaveLength(1)
})

it('pauses are as long as the server asks, and grow with each failure', async () => {
  await handset.record(photo(soundOf(100)))
  fake.faults = ['rateLimited', 'unavailable', 'dropBefore']
  await handset.sync()
  expect(clock.waits).toEqual([7000 + 250, 2000 + 500, 1000])
})

it('a new public key is used as soon as it is known, and earlier recordings still open', async () => {
  const before = await handset.record(photo(soundOf(400)))
  const key_id = await fake.account.rotateKey()
  await handset.refreshConfiguration()
  const after = await handset.record(photo(soundOf(400, 2)))
  await handset.sync()
  expect(isHeld(before.payload_reference, soundOf(400))).toBe(true)
  expect(stored(before.payload_reference)?.registration.key_id).not.toBe(key_id)
  expect(stored(after.payload_reference)?.registration.key_id).toBe(key_id)
})

it('the answer to a registration announces a new public key, however recent the configuration is', async () => {
  await handset.record(photo(soundOf(400)))
  await handset.sync()
  const former = fake.account.currentKeyId
  const key_id = await fake.account.rotateKey()
  const meanwhile = await handset.record(photo(soundOf(400, 2)))
  await handset.sync()
  const after = await handset.record(photo(soundOf(400, 3)))
  expect(await handset.sync()).toEqual({ processed: 1, pending: 0, held: [] })
  expect(stored(meanwhile.payload_reference)?.registration.key_id).toBe(former)
  expect(isHeld(meanwhile.payload_reference, soundOf(400, 2))).toBe(true)
  expect(stored(after.payload_reference)?.registration.key_id).toBe(key_id)
  expect(fake.handled.filter((call) => call === 'GET /configuration')).toHaveLength(2)
})

it('a recording made during an upload is sealed to the new key', async () => {
  await handset.record(photo(soundOf(200_000)))
  const key_id = await fake.account.rotateKey()
  const during: Promise<{ payload_reference: string }>[] = []
  fake.account.append = (
    (append) =>
    (...part: Parameters<typeof append>) => {
      if (during.length === 0) during.push(handset.record(photo(soundOf(10))))
      return append(...part)
    }
  )(fake.account.append.bind(fake.account))
  await handset.sync()
  await handset.sync()
  const [recorded] = await Promise.all(during)
  expect(stored(recorded?.payload_reference ?? '')?.registration.key_id).toBe(key_id)
})

it('a configured handset records without a network, and a wiped one continues the sequence numbers', async () => {
  await handset.record(photo(soundOf(10)))
  await handset.sync()
  fake.faults = Array(20).fill('dropBefore')
  handset = await openTestHandset(fake, storage, clock)
  expect((await handset.record(photo(soundOf(10)))).sequence).toBe(1)
  fake.faults = []
  await handset.sync()
  const wiped = await openTestHandset(fake, memoryStorage(), clock)
  expect((await wiped.record(photo(soundOf(10)))).sequence).toBe(2)
})

it('the configuration is fetched again after a quarter of an hour, which also brings a new key', async () => {
  await handset.record(photo(soundOf(10)))
  const key_id = await fake.account.rotateKey()
  clock.time += 16 * 60 * 1000
  await handset.sync()
  const { payload_reference } = await handset.record(photo(soundOf(10)))
  await handset.sync()
  expect(stored(payload_reference)?.registration.key_id).toBe(key_id)
})

it('the configuration is not sent again while it is the same, and is asked for after each authentication', async () => {
  await handset.sync()
  clock.time += 16 * 60 * 1000
  await handset.sync()
  fake.tokens.clear()
  await handset.record(photo(soundOf(10)))
  await handset.sync()
  await handset.sync()
  expect(fake.configurations).toEqual([200, 304, 304])
  await fake.account.rotateKey()
  clock.time += 16 * 60 * 1000
  await handset.sync()
  expect(fake.configurations).toEqual([200, 304, 304, 200])
})
