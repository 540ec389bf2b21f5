import { useEffect, useRef, useState } from 'react'
import { partAddress, partState } from '../content/media-part.ts'

const pauseMs = 1_500

export interface Rendition {
  /** For the media element. */
  source: string
  /** Of the element: with another key it loads again. */
  key: number
  /** The rendition is still being made, and the element tries again. */
  isWaiting: boolean
  /** The element could not load or play its source. */
  onError: () => void
  /** The element knows what it plays. */
  onLoaded: () => void
}

/**
 * What a media element plays: the rendition that every browser plays, which for most videos is the original. If none could be made,
 * the browser tries the original.
 * @param address a playback address
 * @param onFailed neither plays; called with the address that failed last
 * @param hasNone it is known that there is no rendition
 */
export const useRendition = (address: string, onFailed: (source: string) => void, hasNone = false): Rendition => {
  const [isOriginal, setOriginal] = useState(hasNone)
  const [tries, setTries] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const wasMade = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const tryAgain = () => setTries((count) => count + 1)
  const onError = async () => {
    if (isOriginal) return onFailed(address)
    const state = await partState(address, 'rendition')
    if (state === 'not_made') setOriginal(true)
    else if (state === 'being_made') {
      setWaiting(true)
      timer.current = setTimeout(tryAgain, pauseMs)
    } else if (state === 'made' && !wasMade.current) {
      // It was finished between both requests.
      wasMade.current = true
      tryAgain()
    } else onFailed(partAddress(address, 'rendition'))
  }
  return {
    source: isOriginal ? address : partAddress(address, 'rendition'),
    key: isOriginal ? -1 : tries,
    isWaiting: isWaiting && !isOriginal,
    onError: () => void onError(),
    onLoaded: () => {
      wasMade.current = false
      setWaiting(false)
    },
  }
}
