import { limits } from '@holdfast/contract'
import { PlayedRanges } from './played-ranges.ts'

/** A report of somebody who listens without a pause. */
const reportEveryMs = 5 * 60_000
/** The most stretches of one report; further ones wait for the next. */
const mostRanges = limits.maxPlayedRanges

/** Functions that report the seconds played since the last report, one for each player. */
const reporters = new Set<() => void>()

/** Reports what is being played at once, such as before somebody marks the recording as reviewed. */
export const reportPlayedNow = (): void => {
  for (const report of reporters) report()
}

/** The server timed out, was asked too often, or failed. What it refused it would refuse again. */
const mayBeAcceptedLater = ({ status }: Response): boolean => status >= 500 || status === 429 || status === 408

/**
 * Reports which seconds a media element plays: at each pause, every five minutes, and when the person leaves.
 * @param address the playback address
 * @param onReported called after each report that the server accepted
 * @returns a function that reports the rest and stops
 */
export const reportPlayed = (media: HTMLMediaElement, address: string, onReported: () => void): (() => void) => {
  const played = new PlayedRanges()
  const { pathname, searchParams } = new URL(address, location.href)
  const attachment = searchParams.get('attachment')
  const report = async () => {
    const taken = played.take()
    const ranges = taken.slice(0, mostRanges)
    played.giveBack(taken.slice(mostRanges))
    if (ranges.length === 0) return
    const response = await fetch(`${pathname}/played`, {
      method: 'POST',
      // Also sent when the page is being left.
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ranges,
        ...(attachment !== null && { attachment: Number(attachment) }),
      }),
    }).catch(() => null)
    if (response?.ok) onReported()
    else if (!response || mayBeAcceptedLater(response)) played.giveBack(ranges)
  }
  const begin = () => {
    if (!media.paused) played.begin(media.currentTime, media.playbackRate)
  }
  const advance = () => {
    if (!media.paused && !media.seeking) played.advance(media.currentTime)
  }
  const reportNow = () => {
    advance()
    void report()
  }
  const end = () => {
    if (!media.seeking) played.advance(media.currentTime)
    played.end()
    void report()
  }
  const listeners = {
    playing: begin,
    ratechange: begin,
    timeupdate: advance,
    seeking: () => played.end(),
    waiting: () => played.end(),
    pause: end,
    ended: end,
  }
  for (const [event, listener] of Object.entries(listeners)) media.addEventListener(event, listener)
  window.addEventListener('pagehide', end)
  reporters.add(reportNow)
  const timer = setInterval(() => void report(), reportEveryMs)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) media.removeEventListener(event, listener)
    window.removeEventListener('pagehide', end)
    clearInterval(timer)
    reporters.delete(reportNow)
    end()
  }
}
