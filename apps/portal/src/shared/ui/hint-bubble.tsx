import { Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

interface HintBubbleProps {
  id: string
  target: RefObject<HTMLElement | null>
  label: string
  isOpen: boolean
  onClose: () => void
}

/** When to open is known by `Hint`. */
const noEvents = { hover: false, focus: false, touch: false }

/** The words of a `Hint`, beside their element. Escape takes them away. */
export default function HintBubble({ id, target, label, isOpen, onClose }: HintBubbleProps) {
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())
  return <Tooltip target={target} label={<span id={id}>{label}</span>} opened={isOpen} events={noEvents} />
}
