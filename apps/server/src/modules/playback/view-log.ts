import { LRUCache } from 'lru-cache'

const maxTickets = 50_000
/** As long as a ticket is valid. */
const rememberForMs = 60 * 60_000

/** By ticket: pictures that were recorded as viewed when a small one, or what the camera noted, was sent, and that were not sent themselves. */
const viewed = new LRUCache<string, true>({ max: maxTickets, ttl: rememberForMs })

/** Views that are being recorded, which others of the same ticket wait for. */
const recording = new Map<string, Promise<void>>()

/** Whether this process has recorded a view with this ticket to which the picture itself still belongs. */
export const wasViewed = (ticket: string): boolean => viewed.has(ticket)

export const rememberView = (ticket: string): void => {
  viewed.set(ticket, true)
}

/** Whether the picture belongs to a view that was recorded; it does so once. */
export const continuesView = (ticket: string): boolean => viewed.delete(ticket)

/** Waits until no view of this ticket is being recorded. */
export const otherViews = async (ticket: string): Promise<void> => {
  for (let other = recording.get(ticket); other; other = recording.get(ticket)) await other
}

/** Records a view. Others of the same ticket wait for it, also if it fails. */
export const asView = async (ticket: string, record: () => Promise<void>): Promise<void> => {
  const recorded = record()
  const settled = recorded.then(
    () => undefined,
    () => undefined,
  )
  recording.set(ticket, settled)
  await recorded.finally(() => {
    if (recording.get(ticket) === settled) recording.delete(ticket)
  })
}
