import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Arrival, usualPatience } from './arrival.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const arriving = () => ({ complete: false, readableLength: 0, socket: { bytesRead: 0 } })
const { strangers, json, uploads } = usualPatience

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
    const onLate = vi.fn()
    const arrival = new Arrival(body, onLate, strangers)
    trickle(body, 60)
    expect(onLate).toHaveBeenCalledOnce()
    expect(arrival.isLate).toBe(true)
  })

  it('of a handset may take hours', () => {
    const body = arriving()
    const onLate = vi.fn()
    new Arrival(body, onLate, strangers).expect(uploads)
    trickle(body, 4 * 60 * 60)
    expect(onLate).not.toHaveBeenCalled()
  })

  it('is cut off after ten minutes if it is kept in memory', () => {
    const body = arriving()
    const onLate = vi.fn()
    new Arrival(body, onLate, strangers).expect(json)
    trickle(body, 590)
    expect(onLate).not.toHaveBeenCalled()
    trickle(body, 20)
    expect(onLate).toHaveBeenCalledOnce()
  })
})

describe('a body that stops arriving', () => {
  it('is cut off', () => {
    const onLate = vi.fn()
    new Arrival(arriving(), onLate, strangers).expect(uploads)
    vi.advanceTimersByTime(60_000)
    expect(onLate).toHaveBeenCalledOnce()
  })

  it('is not cut off while received bytes wait to be read', () => {
    const onLate = vi.fn()
    new Arrival({ ...arriving(), readableLength: 16_384 }, onLate, strangers).expect(uploads)
    vi.advanceTimersByTime(600_000)
    expect(onLate).not.toHaveBeenCalled()
  })

  it('is not cut off once it is complete', () => {
    const onLate = vi.fn()
    new Arrival({ ...arriving(), complete: true }, onLate, strangers)
    vi.advanceTimersByTime(600_000)
    expect(onLate).not.toHaveBeenCalled()
  })
})
