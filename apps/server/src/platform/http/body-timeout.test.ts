import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BodyTimer, defaultBodyTimeouts } from './body-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const arriving = () => ({ complete: false, readableLength: 0, socket: { bytesRead: 0 } })
const { unauthenticated, json, uploads } = defaultBodyTimeouts

/** Delivers a few bytes every ten seconds. */
const trickle = (body: ReturnType<typeof arriving>, seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 10) {
    body.socket.bytesRead += 100
    vi.advanceTimersByTime(10_000)
  }
}

describe('a body that arrives slowly', () => {
  it('is cut off without a token, even if bytes keep coming', () => {
    const body = arriving()
    const onTimeout = vi.fn()
    const bodyTimer = new BodyTimer(body, onTimeout, unauthenticated)
    trickle(body, 60)
    expect(onTimeout).toHaveBeenCalledOnce()
    expect(bodyTimer.hasTimedOut).toBe(true)
  })

  it('of a handset may take hours', () => {
    const body = arriving()
    const onTimeout = vi.fn()
    new BodyTimer(body, onTimeout, unauthenticated).setLimits(uploads)
    trickle(body, 4 * 60 * 60)
    expect(onTimeout).not.toHaveBeenCalled()
  })

  it('is cut off after ten minutes if it is kept in memory', () => {
    const body = arriving()
    const onTimeout = vi.fn()
    new BodyTimer(body, onTimeout, unauthenticated).setLimits(json)
    trickle(body, 590)
    expect(onTimeout).not.toHaveBeenCalled()
    trickle(body, 20)
    expect(onTimeout).toHaveBeenCalledOnce()
  })
})

describe('a body that stops arriving', () => {
  it('is cut off', () => {
    const onTimeout = vi.fn()
    new BodyTimer(arriving(), onTimeout, unauthenticated).setLimits(uploads)
    vi.advanceTimersByTime(60_000)
    expect(onTimeout).toHaveBeenCalledOnce()
  })

  it('is not cut off while received bytes wait to be read', () => {
    const onTimeout = vi.fn()
    new BodyTimer({ ...arriving(), readableLength: 16_384 }, onTimeout, unauthenticated).setLimits(uploads)
    vi.advanceTimersByTime(600_000)
    expect(onTimeout).not.toHaveBeenCalled()
  })

  it('is not cut off once it is complete', () => {
    const onTimeout = vi.fn()
    new BodyTimer({ ...arriving(), complete: true }, onTimeout, unauthenticated)
    vi.advanceTimersByTime(600_000)
    expect(onTimeout).not.toHaveBeenCalled()
  })
})
