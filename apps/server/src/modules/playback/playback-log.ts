import { LRUCache } from 'lru-cache'
import type { ServedShare } from './played-ranges.ts'

const maxTickets = 50_000
/** As long as a ticket is valid. */
const rememberForMs = 60 * 60_000
/** Of each ticket. Players ask for few; what is forgotten is recorded once more. */
const maxShares = 20

/** By ticket: which shares of the content this process has returned. */
const answered = new LRUCache<string, readonly ServedShare[]>({ max: maxTickets, ttl: rememberForMs })

/** Whether this process has returned any content for this ticket. */
export const wasAnswered = (ticket: string): boolean => answered.has(ticket)

/**
 * Whether a request begins a new playback, which is recorded in the chain of custody, rather than continues one. It does if
 * it starts at the first byte, or is the first with its ticket: requesting all but the first byte is a playback, too.
 * @param wasBegun whether another process answered the ticket before, or this one before it was restarted
 */
export const beginsPlayback = async (
  ticket: string,
  start: number,
  wasBegun: () => Promise<boolean>,
): Promise<boolean> => start === 0 || !(wasAnswered(ticket) || (await wasBegun()))

/** Playbacks of which an answer is being sent whose entry on the trail is still being written. */
const ahead = new Set<string>()

/** Whether an answer may begin before its entry is written: its playback is on the trail, and no other answer is ahead of it. */
export const mayBeAhead = (ticket: string): boolean => wasAnswered(ticket) && !ahead.has(ticket)

/** Once an entry could not be written, the playback counts as one that never began: its next answer waits for its entry. */
export const answerAhead = async (ticket: string, writing: Promise<void>): Promise<void> => {
  ahead.add(ticket)
  try {
    await writing
  } catch (error) {
    answered.delete(ticket)
    throw error
  } finally {
    ahead.delete(ticket)
  }
}

/** Whether this process has returned all of this share before. Another process may have. */
export const wasServed = (ticket: string, { from, to }: ServedShare): boolean =>
  answered.get(ticket)?.some((before) => before.from <= from && to <= before.to) ?? false

export const rememberPlayback = (ticket: string, share: ServedShare): void => {
  const before = answered.get(ticket) ?? []
  if (wasServed(ticket, share)) return
  answered.set(ticket, [...before.slice(1 - maxShares), share])
}
