import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchWaiting } from './watch-waiting.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

class Media extends EventTarget {
  paused = false
  error: MediaError | null = null
  readyState = 4
}

/** A player, what it said, and a function that lets something happen to it. */
const player = () => {
  const media = new Media()
  const said: boolean[] = []
  const stop = watchWaiting(media as unknown as HTMLMediaElement, (isWaiting) => said.push(isWaiting))
  const happens = (event: string, state: Partial<Media>) => {
    Object.assign(media, state)
    media.dispatchEvent(new Event(event))
  }
  return { said, stop, happens }
}

it('says that a player waits, but not for a moment, and that it goes on', () => {
  const { said, happens } = player()
  happens('waiting', { readyState: 2 })
  vi.advanceTimersByTime(500)
  happens('playing', { readyState: 4 })
  vi.advanceTimersByTime(5000)
  expect(said).toEqual([false])
  happens('waiting', { readyState: 2 })
  vi.advanceTimersByTime(5000)
  expect(said).toEqual([false, true])
  happens('canplay', { readyState: 3 })
  expect(said).toEqual([false, true, false])
})

it('does not say it of a player that is paused, has failed or is gone', () => {
  const { said, stop, happens } = player()
  happens('waiting', { readyState: 2, paused: true })
  happens('error', { readyState: 0, paused: false, error: {} as MediaError })
  vi.advanceTimersByTime(5000)
  happens('waiting', { error: null })
  stop()
  vi.advanceTimersByTime(5000)
  expect(said).toEqual([false, false])
})
