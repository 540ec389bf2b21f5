import { createContext, use, useEffect, useRef, useState } from 'react'

/** The player on a recording's screen, for comments on a moment. */
export interface MediaControl {
  /** Seconds. */
  position: () => number
  seek: (seconds: number) => void
}

/** Gets the player that is ready; `null` when there is none. */
export const MediaControlContext = createContext<(control: MediaControl | null) => void>(() => undefined)

/** Lets other parts of the screen read and move the player's position. */
export const useMediaControl = (control: MediaControl, isReady: boolean): void => {
  const announce = use(MediaControlContext)
  const latest = useRef(control)
  useEffect(() => {
    latest.current = control
  })
  useEffect(() => {
    if (!isReady) return
    announce({ position: () => latest.current.position(), seek: (seconds) => latest.current.seek(seconds) })
    return () => announce(null)
  }, [announce, isReady])
}

/** The player before somebody opened it. */
export interface ClosedMedia {
  /** Opens the recording and plays it from here, in seconds. */
  playFrom: (seconds: number) => void
}

/** Gets the player that can be opened; `null` when there is none. */
export const ClosedMediaContext = createContext<(closed: ClosedMedia | null) => void>(() => undefined)

/** Lets other parts of the screen open the player at a moment. */
export const useClosedMedia = (closed: ClosedMedia, canOpen: boolean): void => {
  const announce = use(ClosedMediaContext)
  const latest = useRef(closed)
  useEffect(() => {
    latest.current = closed
  })
  useEffect(() => {
    if (!canOpen) return
    announce({ playFrom: (seconds) => latest.current.playFrom(seconds) })
    return () => announce(null)
  }, [announce, canOpen])
}

const followMs = 500

/** The second that the player is at, while it plays as well; 0 without a player. */
export const useCurrentSecond = (media: MediaControl | null): number => {
  const [second, setSecond] = useState(0)
  useEffect(() => {
    if (!media) return
    const follow = () => setSecond(Math.floor(media.position()))
    follow()
    const timer = setInterval(follow, followMs)
    return () => clearInterval(timer)
  }, [media])
  return media ? second : 0
}
