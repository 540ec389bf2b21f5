import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a page that exists only to fill in a form: its field with `data-autofocus` has the focus at first, without the page being scrolled to it.
 * Dialogs do so by themselves.
 */
export const useFirstField = (): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }), [])
  return form
}
