import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the start of the screen when a change of `shown` removed the focused button.
 * @param shown undefined while it loads
 */
export const useFocusKept = (shown: boolean | string | undefined): void => {
  const before = useRef(shown)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== shown
    before.current = shown
    if (hasChanged && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [shown])
}
