import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportPlayed, reportPlayedNow } from './report-played.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { href: 'https://portal.test/payloads' })
})

afterEach(() => vi.unstubAllGlobals())

/** What each of two reports says was played, the first of which is answered with `status`. */
const reportsAfter = async (status: number): Promise<number[][]> => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }))
  fetch.mockResolvedValueOnce(new Response(null, { status }))
  vi.stubGlobal('fetch', fetch)
  const media = Object.assign(new EventTarget(), { currentTime: 0, playbackRate: 1, paused: true, seeking: false })
  const stop = reportPlayed(media as unknown as HTMLMediaElement, '/media/ticket', () => undefined)
  const play = (from: number, to: number) => {
    Object.assign(media, { currentTime: from, paused: false })
    media.dispatchEvent(new Event('playing'))
    Object.assign(media, { currentTime: to, paused: true })
    media.dispatchEvent(new Event('pause'))
  }
  play(0, 10)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
  // The answer is looked at in later microtasks.
  await new Promise(setImmediate)
  play(20, 30)
  stop()
  return fetch.mock.calls.map(([, init]) =>
    JSON.parse(String(init.body)).ranges.map(({ from_s }: { from_s: number }) => from_s),
  )
}

test.each([500, 503, 429, 408])('what was reported in vain (%i) is in the next report', async (status) => {
  expect(await reportsAfter(status)).toEqual([[0], [0, 20]])
})

test.each([204, 400, 409, 410])('what was accepted or refused (%i) is not reported again', async (status) => {
  expect(await reportsAfter(status)).toEqual([[0], [20]])
})

test('what is being played can be reported before it ends', async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetch)
  const media = Object.assign(new EventTarget(), { currentTime: 0, playbackRate: 1, paused: false, seeking: false })
  const stop = reportPlayed(media as unknown as HTMLMediaElement, '/media/ticket', () => undefined)
  media.dispatchEvent(new Event('playing'))
  media.currentTime = 2
  reportPlayedNow()
  expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body)).ranges).toEqual([{ from_s: 0, to_s: 2, speed: 1 }])
  stop()
  reportPlayedNow()
  expect(fetch).toHaveBeenCalledTimes(1)
})
