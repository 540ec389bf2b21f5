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

it('callers that need a session at the same time share one, which is kept', async () => {
  const sessions = await Promise.all([handset.authenticate(), handset.authenticate(), handset.refreshConfiguration()])
  expect(sessions[0]).toBe(sessions[1])
  await handset.refreshConfiguration()
  expect(verifications()).toBe(1)
})

it('the session is renewed before it ends', async () => {
  const first = await handset.authenticate()
  clock.time += fake.expires_in * 1000 * 0.95
  expect((await handset.authenticate()).access_token).not.toBe(first.access_token)
})

it('each attempt has a fresh ULID: one whose answer was lost is used up', async () => {
  fake.faults = ['dropAfter', 'truncatedAfter']
  await handset.authenticate()
  expect(verifications()).toBe(3)
})

it('a new session is opened when the server no longer knows the present one', async () => {
  await handset.refreshConfiguration()
  fake.tokens.clear()
  await handset.refreshConfiguration()
  expect(verifications()).toBe(2)
})

it('a call that is refused with a new session too is not tried again', async () => {
  fake.tokens.add = () => fake.tokens
  await expect(handset.refreshConfiguration()).rejects.toMatchObject({ code: 'auth.bad_token', status: 401 })
  expect(verifications()).toBe(2)
})

it('authenticates no more than once an hour while each new session is refused at once', async () => {
  const add = fake.tokens.add.bind(fake.tokens)
  fake.tokens.add = () => fake.tokens
  for (let tries = 0; tries < 5; tries++) {
    await expect(handset.refreshConfiguration()).rejects.toMatchObject({ code: 'auth.bad_token' })
  }
  expect(verifications()).toBe(2)
  fake.tokens.add = add
  clock.time += 60 * 60 * 1000
  await handset.refreshConfiguration()
  expect(verifications()).toBe(3)
})

it('does so too when it is told of a factory reset that it has not had; a handset that was reset goes on', async () => {
  await handset.refreshConfiguration()
  fake.install_state = 'FactoryReset'
  fake.tokens.clear()
  await handset.refreshConfiguration()
  fake.tokens.clear()
  await expect(handset.refreshConfiguration()).rejects.toMatchObject({ code: 'auth.bad_token' })
  expect(verifications()).toBe(2)

  const reset = await openTestHandset(fake, memoryStorage(), clock)
  await reset.refreshConfiguration()
  fake.tokens.clear()
  await reset.refreshConfiguration()
})

it("the server's time is used when the own clock is a day off", async () => {
  fake.now = () => clock.time + 24 * 60 * 60 * 1000
  expect((await handset.authenticate()).access_token).toBe('token-1')
})

it('a wrong enrolment secret fails at once, without a second attempt', async () => {
  const other = Buffer.alloc(32, 8).toString('base64url')
  handset = await openTestHandset(fake, memoryStorage(), clock, { enrolment_secret: other })
  await expect(handset.authenticate()).rejects.toMatchObject({ code: 'verify.refused' })
  expect(verifications()).toBe(1)
})

it('pending attempts end when the handset is stopped', async () => {
  const stop = new AbortController()
  handset = await openTestHandset(fake, memoryStorage(), clock, { signal: stop.signal })
  stop.abort(new Error('switched off'))
  await expect(handset.authenticate()).rejects.toThrow('switched off')
})
