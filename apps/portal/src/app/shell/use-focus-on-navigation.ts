import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the new screen after a navigation, as a page load would, so that a screen reader starts there.
 * A page that exists only to fill in a form has focused its first field by then (`useFirstField`).
 */
export const useFocusOnNavigation = (path: string): RefObject<HTMLDivElement | null> => {
  const main = useRef<HTMLDivElement>(null)
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    if (document.activeElement?.matches('[data-autofocus]') && main.current?.contains(document.activeElement)) return
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
