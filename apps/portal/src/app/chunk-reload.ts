import { limits } from '@holdfast/contract'

const keyOf = (path: string): string => `holdfast.chunk-reload:${path}`

/**
 * Whether the page at `path` may be reloaded now: at most once per path in 10 s (rules-and-calls section 9);
 * a yes is remembered, so that the next answer is no.
 */
export const mayReload = (path: string, now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean => {
  const last = Number(storage.getItem(keyOf(path)) ?? Number.NEGATIVE_INFINITY)
  if (now - last < limits.chunkReloadGuardSeconds * 1000) return false
  storage.setItem(keyOf(path), String(now))
  return true
}

const failures = new WeakSet<object>()

/** Whether an error says that a chunk could not be fetched. */
export const isChunkFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failures.has(error)

/**
 * A new build removes the chunks of the old one: an open page that asks for one of them reloads itself. Vite tells of
 * each failed chunk with `vite:preloadError`; when the reload is not allowed, the error goes on to the error page. Whoever
 * is offline keeps what is loaded: a reload would leave them with the browser's own error page.
 */
export const reloadOnFailedChunk = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    failures.add(event.payload)
    if (!navigator.onLine || !mayReload(location.pathname, Date.now(), sessionStorage)) return
    event.preventDefault()
    location.reload()
  })
}
