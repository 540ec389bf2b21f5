import { startTransition, useState } from 'react'
import { fetchPart } from './fetch-part.ts'

interface Asking {
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

interface Asked {
  /** Whether the control itself is to be drawn in the place of its button. */
  isAsked: boolean
  ask: () => void
  /** For the button that stands in for the control. */
  asking: Asking
}

/**
 * For a control whose menu is fetched when a person reaches for it. Pointing at its button or focusing it fetches ahead;
 * pressing it puts the control in the button's place as soon as it is there.
 */
export const useAsked = (load: () => Promise<unknown>): Asked => {
  const [isAsked, setIsAsked] = useState(false)
  // A chunk that fails is asked for again, and told of, when the button is pressed.
  const fetchAhead = () => void load().catch(() => undefined)
  const ask = async () => {
    if (await fetchPart(load)) startTransition(() => setIsAsked(true))
  }
  return {
    isAsked,
    ask: () => void ask(),
    asking: { onPointerEnter: fetchAhead, onFocus: fetchAhead, onClick: () => void ask() },
  }
}
