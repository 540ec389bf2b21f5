import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRetries } from './retries.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const server = () => {
  const isServerUp = vi.fn(async () => true)
  const isVisible = vi.fn(() => true)
  return { isServerUp, isVisible, ...createRetries({ isServerUp, isVisible }) }
}

describe('what is shown as an error', () => {
  it('is not read while the server is away, and once it is back', async () => {
    const { isServerUp, retryLater } = server()
    isServerUp.mockResolvedValue(false)
    const retry = vi.fn()
    const stop = retryLater(retry)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(retry).not.toHaveBeenCalled()
    isServerUp.mockResolvedValue(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(retry).toHaveBeenCalledOnce()
    stop()
  })

  it('is read after growing pauses while it fails again, and soon in the next outage', async () => {
    const { retryLater } = server()
    const startedAt = Date.now()
    const triedAfterMs: number[] = []
    let isFailing = true
    let stop: () => void = () => undefined
    /** An error that is shown until it is read again, and then once more. */
    const show = () => {
      stop = retryLater(() => {
        triedAfterMs.push(Date.now() - startedAt)
        stop()
        if (isFailing) show()
      })
    }
    show()
    await vi.advanceTimersByTimeAsync(200_000)
    expect(triedAfterMs).toEqual([2000, 6000, 14_000, 30_000, 62_000, 122_000, 182_000])
    isFailing = false
    await vi.advanceTimersByTimeAsync(200_000)
    expect(triedAfterMs.length).toBe(8)
    show()
    await vi.advanceTimersByTimeAsync(2000)
    expect(triedAfterMs.length).toBe(9)
  })

  it('is read at once when the live events have their connection back', () => {
    const { retryLater, retryNow } = server()
    const retry = vi.fn()
    const stop = retryLater(retry)
    retryNow()
    expect(retry).toHaveBeenCalledOnce()
    stop()
    retryNow()
    expect(retry).toHaveBeenCalledOnce()
  })

  it('is not read while nobody sees the page, or after it is gone', async () => {
    const { isVisible, isServerUp, retryLater } = server()
    isVisible.mockReturnValue(false)
    const retry = vi.fn()
    const stop = retryLater(retry)
    await vi.advanceTimersByTimeAsync(120_000)
    stop()
    isVisible.mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(isServerUp).not.toHaveBeenCalled()
    expect(retry).not.toHaveBeenCalled()
  })
})
