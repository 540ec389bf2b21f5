import { createContext, use, useEffect, useRef } from 'react'

/** What plays on the screen of a recording, for those who comment on a moment of it. */
export interface MediaControl {
  /** Seconds. */
  position: () => number
  seek: (seconds: number) => void
}

/** Takes what plays; `null` when nothing plays any more. */
export const MediaControlContext = createContext<(control: MediaControl | null) => void>(() => undefined)

/** Lets others on the screen follow and move what plays. */
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
