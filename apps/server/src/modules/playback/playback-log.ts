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

/** Whether this process has returned all of this share before. Another process may have. */
export const wasServed = (ticket: string, { from, to }: ServedShare): boolean =>
  answered.get(ticket)?.some((before) => before.from <= from && to <= before.to) ?? false

export const rememberPlayback = (ticket: string, share: ServedShare): void => {
  const before = answered.get(ticket) ?? []
  if (wasServed(ticket, share)) return
  answered.set(ticket, [...before.slice(1 - maxShares), share])
}
