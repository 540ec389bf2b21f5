import { useSyncExternalStore } from 'react'

let isAway = false
const watchers = new Set<() => void>()

/** Set by whatever finds out: the stream of live events, which notices first, and every call that is answered. */
export const setServerAway = (away: boolean): void => {
  if (isAway === away) return
  isAway = away
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the server does not answer at the moment, as far as is known. */
export const useServerAway = (): boolean => useSyncExternalStore(subscribe, () => isAway)
