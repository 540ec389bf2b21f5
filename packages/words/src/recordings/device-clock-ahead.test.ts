import { expect, it } from 'vitest'
import { receivedBeforeItsTime } from './device-clock-ahead.ts'

const uploaded_at = '2026-01-31T12:00:00.000Z'
const updated_at = '2026-02-01T12:00:00.000Z'

it.each([
  ['2026-01-31T11:00:00.000Z', uploaded_at, null],
  ['2026-01-31T12:04:00.000Z', uploaded_at, null],
  ['2026-01-31T12:06:00.000Z', uploaded_at, uploaded_at],
  ['2027-01-31T12:00:00.000Z', uploaded_at, uploaded_at],
  ['2026-01-31T12:06:00.000Z', null, null],
  ['2026-02-01T12:06:00.000Z', null, updated_at],
])('of a recording of %s that arrived at %s: %s', (payload_time, arrived, expected) => {
  expect(receivedBeforeItsTime({ payload_time, uploaded_at: arrived, updated_at })).toBe(expected)
})
