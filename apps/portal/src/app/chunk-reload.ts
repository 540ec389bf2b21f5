import { limits } from '@holdfast/contract'
import { isServerUp } from '../shared/api/server-up.ts'

const keyOf = (path: string): string => `holdfast.chunk-reload:${path}`

/**
 * Whether the page at `path` may be reloaded now: at most once per path in 10 s (rules-and-calls section 9). A positive
 * answer is stored and counts as a reload.
 */
export const mayReload = (path: string, now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean => {
  const last = Number(storage.getItem(keyOf(path)) ?? Number.NEGATIVE_INFINITY)
  if (now - last < limits.chunkReloadGuardSeconds * 1000) return false
  storage.setItem(keyOf(path), String(now))
  return true
}

const failures = new WeakSet<object>()

/** Whether the error is about a chunk that could not be fetched. */
export const isChunkFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)

/** The last chunk that could not be fetched, and whether the page is being reloaded because of it. */
let last: { error: Error; isReloading: Promise<boolean> } | undefined

const reloadIfUp = async (): Promise<boolean> => {
  const isUp = await isServerUp()
  if (isUp) location.reload()
  return isUp
}

/**
 * Reloads the page when a chunk could not be fetched, because a new build removes the chunks of the old one. Vite
 * reports each failed chunk as `vite:preloadError`. When no reload is allowed, the error goes to the error page.
 * Offline, or while the server is away, the page stays: a reload would show the browser's own error page.
 */
export const reloadOnFailedChunk = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    failures.add(event.payload)
    if (!navigator.onLine || !mayReload(location.pathname, Date.now(), sessionStorage)) return
    event.preventDefault()
    last = { error: event.payload, isReloading: reloadIfUp() }
  })
}

/** What a chunk that is missing without an error waits for: the page is reloaded, or the chunk has failed after all. */
export const reloadedOrFailed = async (): Promise<never> => {
  if (last && !(await last.isReloading)) throw last.error
  // Nothing more is rendered while the page reloads itself.
  return new Promise<never>(() => undefined)
}
