import { type RefObject, useRef, useState } from 'react'

interface PopoverControl {
  target: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  setIsOpen: (isOpen: boolean) => void
  /** Closes it after a choice and returns the focus to its button. */
  close: () => void
}

/** The state of a popover that a button opens and a choice closes. */
export const usePopover = (): PopoverControl => {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    target.current?.focus({ preventScroll: true })
  }
  return { target, isOpen, setIsOpen, close }
}
