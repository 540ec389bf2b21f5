import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How long a tile has to be in view: what somebody scrolls past without stopping is not shown, and so not recorded as shown. */
const settledMs = 150

/**
 * Tells which tiles are in view, once it has not changed for a moment.
 * @param tiles have their place in `data-index`
 * @param shown identifies what the tiles show; when it changes, all of them are observed anew
 */
export const useTilesInView = (
  grid: RefObject<HTMLElement | null>,
  shown: string,
  onSeen: (indexes: readonly number[]) => void,
): void => {
  const seen = useEffectEvent(onSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else renders other tiles
  useEffect(() => {
    const inView = new Set<number>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const index = Number((target as HTMLElement).dataset.index)
        if (isIntersecting) inView.add(index)
        else inView.delete(index)
      }
      clearTimeout(timer)
      timer = setTimeout(() => seen([...inView]), settledMs)
    })
    for (const tile of grid.current?.querySelectorAll('[data-index]') ?? []) observer.observe(tile)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [grid, shown])
}
