import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the new screen after a navigation, as a page load would, so that a screen reader starts there. */
export const useFocusOnNavigation = (path: string): RefObject<HTMLDivElement | null> => {
  const main = useRef<HTMLDivElement>(null)
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
