import { type RefObject, useEffect, useRef, useState } from 'react'

interface OpenedAtOnce {
  target: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Closes it after a choice; the focus goes back to the button. */
  close: () => void
}

/**
 * For a control that took the place of the button which asked for it (`useAsked`): takes over that button's focus, so that
 * closing gives it back, and opens.
 */
export const useOpenedAtOnce = (): OpenedAtOnce => {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    target.current?.focus({ preventScroll: true })
    setIsOpen(true)
  }, [])
  const close = () => {
    setIsOpen(false)
    target.current?.focus({ preventScroll: true })
  }
  return { target, isOpen, setIsOpen, close }
}
