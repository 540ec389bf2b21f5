import { calls } from '@holdfast/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { Activity } from './activity.ts'

afterEach(() => void vi.useRealTimers())

it.each([-86_400_000, 40 * 86_400_000])('measures its duration when the clock is set by %i ms meanwhile', (ms) => {
  const activity = new Activity({
    call: calls.listPayloads,
    client: 'harbour',
    principal: { kind: 'anonymous' },
    address: '192.0.2.1',
    browser: null,
    request_id: 'one',
    parameters: {},
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  const { row } = activity.toRow('harbour')
  expect(row.duration).toBeGreaterThanOrEqual(0)
  expect(row.duration).toBeLessThan(60_000)
  expect(Number(row.activity_end_time) - Number(row.activity_time)).toBe(row.duration)
})
