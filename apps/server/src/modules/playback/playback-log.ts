import { LRUCache } from 'lru-cache'

const maxTickets = 50_000
/** As long as a ticket is valid. */
const rememberForMs = 60 * 60_000

/** Tickets for which this process has returned content. */
const answered = new LRUCache<string, true>({ max: maxTickets, ttl: rememberForMs })

/**
 * Whether a request begins a new playback, which is recorded in the chain of custody, rather than continues one. It does if
 * it starts at the first byte, or is the first with its ticket: requesting all but the first byte is a playback, too.
 */
export const beginsPlayback = (ticket: string, start: number): boolean => start === 0 || !answered.has(ticket)

export const rememberPlayback = (ticket: string): void => {
  answered.set(ticket, true)
}
