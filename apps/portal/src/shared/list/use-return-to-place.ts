import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlaceLeft } from './place-left.ts'

/** Rows that may have come to the list meanwhile, before the row is taken for gone. */
const mostNewRows = 100

interface Returning {
  place: PlaceLeft | null
  /** Of the row, among those that are loaded; -1 while it is not. */
  index: number
  loadedRows: number
  hasMore: boolean
  onEnd: () => void
  /** Whether `topOf` can tell where a row stands in the document. */
  isLaidOut: boolean
  topOf: (index: number) => number
}

/** Loads rows until the one is there that somebody left, and puts it where it stood; gives up when they scroll themselves. */
export const useReturnToPlace = ({ place, index, loadedRows, hasMore, onEnd, isLaidOut, topOf }: Returning): void => {
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
    // Below the row there may be too few rows for it to stand where it stood.
    const isReached = top <= document.documentElement.scrollHeight - window.innerHeight
    if (hasMore && !isReached) onEnd()
    else isDone.current = true
  })
  useEffect(() => {
    // Not at every drawing: rows that could not be loaded are asked for again by whoever reads on.
    if (isLaidOut && (index >= 0 || loadedRows > 0)) goOn()
  }, [isLaidOut, index, loadedRows])
}
