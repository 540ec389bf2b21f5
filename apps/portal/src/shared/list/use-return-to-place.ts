import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlaceLeft } from './place-left.ts'

/** How many new rows may stand above the row before it counts as gone. */
const mostNewRows = 100

interface Returning {
  place: PlaceLeft | null
  /** The row's index among the loaded rows; -1 while it is not loaded. */
  index: number
  loadedRows: number
  hasMore: boolean
  onEnd: () => void
  topOf: (index: number) => number
}

/**
 * Loads pages until the row is there that somebody opened, and scrolls it to where it was. Stops when the person
 * scrolls.
 */
export const useReturnToPlace = ({ place, index, loadedRows, hasMore, onEnd, topOf }: Returning): void => {
  const isDone = useRef(place === null)
  const giveUp = () => {
    isDone.current = true
  }
  useWindowEvent('wheel', giveUp)
  useWindowEvent('touchmove', giveUp)
  useWindowEvent('keydown', giveUp)
  const goOn = useEffectEvent(() => {
    if (isDone.current || place === null) return
    if (index < 0) {
      if (hasMore && loadedRows <= place.index + mostNewRows) onEnd()
      return
    }
    const top = topOf(index) - place.topPx
    window.scrollTo({ top })
    // There may be too few rows below it to scroll that far.
    const isReached = top <= document.documentElement.scrollHeight - window.innerHeight
    if (hasMore && !isReached) onEnd()
    else isDone.current = true
  })
  useEffect(() => {
    // Not after every render: a page that failed to load is only requested again when the person scrolls.
    if (index >= 0 || loadedRows > 0) goOn()
  }, [index, loadedRows])
}
