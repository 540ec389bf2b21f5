import { LRUCache } from 'lru-cache'

const maxTickets = 50_000
/** As long as a ticket is valid. */
const rememberForMs = 60 * 60_000

/** By ticket: pictures that were recorded as viewed when a small one, or what the camera noted, was sent, and that were not sent themselves. */
const viewed = new LRUCache<string, true>({ max: maxTickets, ttl: rememberForMs })

/** By ticket: the last that decides or records, which others of the same ticket wait for. */
const recording = new Map<string, Promise<void>>()

/** Whether this process has recorded a view with this ticket to which the picture itself still belongs. */
export const wasViewed = (ticket: string): boolean => viewed.has(ticket)

export const rememberView = (ticket: string): void => {
  viewed.set(ticket, true)
}

/** Whether the picture belongs to a view that was recorded; it does so once. */
export const continuesView = (ticket: string): boolean => viewed.delete(ticket)

/**
 * Runs what decides about views of a ticket, and records them, one after the other: a page requests a picture, its small one and what the
 * camera noted at once, and they are one view. A failure does not concern those that wait.
 */
export const inTurn = async (ticket: string, work: () => Promise<void>): Promise<void> => {
  const running = (recording.get(ticket) ?? Promise.resolve()).then(work)
  const settled = running.catch(() => undefined)
  recording.set(ticket, settled)
  await running.finally(() => {
    if (recording.get(ticket) === settled) recording.delete(ticket)
  })
}
