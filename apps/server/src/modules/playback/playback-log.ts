import { LRUCache } from 'lru-cache'

const mostTickets = 50_000
/** As long as a ticket is good. */
const rememberForMs = 60 * 60_000

/** Tickets that content was handed out for, in this process. */
const answered = new LRUCache<string, true>({ max: mostTickets, ttl: rememberForMs })

/**
 * Whether a request for content is a playback of its own, which the custody of the recording tells, and not the next piece of
 * one: it begins at the beginning, or is the first with its ticket, wherever it begins. Who asks for all but the first
 * byte has heard the recording, too.
 */
export const beginsPlayback = (ticket: string, start: number): boolean => start === 0 || !answered.has(ticket)

export const rememberPlayback = (ticket: string): void => {
  answered.set(ticket, true)
}
