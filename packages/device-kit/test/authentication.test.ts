import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Handset } from '../src/index.ts'
import { FakeHoldfast } from './fake-holdfast.ts'
import { openTestHandset, type TestClock, testClock } from './handsets.ts'
import { memoryStorage } from './memory-storage.ts'

let clock: TestClock
let fake: FakeHoldfast
let handset: Handset

beforeEach(async () => {
  clock = testClock()
  fake = await FakeHoldfast.start(() => clock.time)
  handset = await openTestHandset(fake, memoryStorage(), clock)
})
afterEach(() => fake.stop())

const verifications = () => fake.handled.filter((call) => call === 'POST /verify').length

it('opens one session for all who need one at the same time, and keeps it', async () => {
  const sessions = await Promise.all([handset.authenticate(), handset.authenticate(), handset.refreshConfiguration()])
  expect(sessions[0]).toBe(sessions[1])
  await handset.refreshConfiguration()
  expect(verifications()).toBe(1)
})

it('renews the session before it ends', async () => {
  const first = await handset.authenticate()
  clock.time += fake.expires_in * 1000 * 0.95
  expect((await handset.authenticate()).access_token).not.toBe(first.access_token)
})

it('makes a fresh ULID for each attempt: one whose answer was lost is used up', async () => {
  fake.faults = ['dropAfter', 'truncatedAfter']
  await handset.authenticate()
  expect(verifications()).toBe(3)
})

it('opens another session when the server no longer knows the one in force', async () => {
  await handset.refreshConfiguration()
  fake.tokens.clear()
  await handset.refreshConfiguration()
  expect(verifications()).toBe(2)
})

it('gives up after one more session when it is refused all the same', async () => {
  fake.tokens.add = () => fake.tokens
  await expect(handset.refreshConfiguration()).rejects.toMatchObject({ code: 'auth.bad_token', status: 401 })
  expect(verifications()).toBe(2)
})

it("uses the server's time when its own clock is a day off", async () => {
  fake.now = () => clock.time + 24 * 60 * 60 * 1000
  expect((await handset.authenticate()).access_token).toBe('token-1')
})

it('tells a wrong enrolment secret at once', async () => {
  const other = Buffer.alloc(32, 8).toString('base64url')
  handset = await openTestHandset(fake, memoryStorage(), clock, { enrolment_secret: other })
  await expect(handset.authenticate()).rejects.toMatchObject({ code: 'verify.refused' })
  expect(verifications()).toBe(1)
})

it('ends what is under way when it is stopped', async () => {
  const stop = new AbortController()
  handset = await openTestHandset(fake, memoryStorage(), clock, { signal: stop.signal })
  stop.abort(new Error('switched off'))
  await expect(handset.authenticate()).rejects.toThrow('switched off')
})
