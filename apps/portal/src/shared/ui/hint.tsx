import {
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const loadBubble = () => import('./hint-bubble.tsx')
const HintBubble = lazy(loadBubble)

/** What the element that is explained has to take. */
interface HintedProps {
  ref: (element: HTMLElement | null) => void
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
  'aria-describedby': string | undefined
}

const openDelayMs = 300

/**
 * A few words about an element for whoever points at it with a mouse or reaches it with the keyboard. What draws them is
 * fetched when they are first wanted.
 */
export const Hint = ({ label, children }: { label: string; children: (hinted: HintedProps) => ReactNode }) => {
  const id = useId()
  const target = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isWanted, setIsWanted] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const openIn = (ms: number) => {
    // Without its words an element is what it was.
    loadBubble().then(
      (bubble) => setIsWanted(bubble !== undefined),
      () => undefined,
    )
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(true), ms)
  }
  const close = () => {
    clearTimeout(timer.current)
    setIsOpen(false)
  }
  return (
    <>
      {children({
        ref: (element) => {
          target.current = element
        },
        onPointerEnter: (event) => event.pointerType !== 'touch' && openIn(openDelayMs),
        onPointerLeave: close,
        onFocus: (event) => event.currentTarget.matches(':focus-visible') && openIn(0),
        onBlur: close,
        'aria-describedby': isWanted && isOpen ? id : undefined,
      })}
      {isWanted && (
        <Suspense fallback={null}>
          <HintBubble id={id} target={target} label={label} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
