import type { Payload } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { durationSeconds, otherStatedSeconds } from './duration-seconds.ts'

test.each([
  ['the measured one counts', 1, 3_000, 3, 1],
  ['until it is measured the device is believed', 1, null, 1, null],
  ['the device may not have counted', undefined, 3_960, 3.96, null],
  ['rounded seconds are the same length', 61, 60_240, 60.24, null],
  ['neither is known', undefined, null, null, null],
] as const)('of two lengths %s', (_, duration, duration_ms, seconds, stated) => {
  const payload = { payload_state: 'Processed', meta: { duration }, media: { duration_ms } } as unknown as Payload
  expect(durationSeconds(payload)).toBe(seconds)
  expect(otherStatedSeconds(payload)).toBe(stated)
})
