import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How long something has to be in view: what somebody scrolls past without stopping is not shown, and so not recorded as shown. */
const settledMs = 150

/**
 * Tells which rows or tiles of a list are in view, once it has not changed for a moment. They have their place in `data-index`.
 * @param shown identifies what they show; when it changes, all of them are observed anew
 */
export const useInView = (
  list: RefObject<HTMLElement | null>,
  shown: string,
  onSeen: (indexes: readonly number[]) => void,
): void => {
  const seen = useEffectEvent(onSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: something else renders other rows or tiles
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
    for (const one of list.current?.querySelectorAll('[data-index]') ?? []) observer.observe(one)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [list, shown])
}
