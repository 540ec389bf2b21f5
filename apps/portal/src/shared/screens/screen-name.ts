import { useEffect, useSyncExternalStore } from 'react'

let shown: string | null = null
const listeners = new Set<() => void>()

const setName = (name: string | null): void => {
  shown = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the screen shows, by name, such as 'Q3 sample' for a queue; `null` for screens that are called what they are. */
export const useScreenName = (): string | null => useSyncExternalStore(subscribe, () => shown)

/** Names the screen in the title of the document and in its breadcrumbs, once the name is known. */
export const useNamedScreen = (name: string | undefined): void => {
  useEffect(() => {
    if (name === undefined) return
    setName(name)
    return () => setName(null)
  }, [name])
}
