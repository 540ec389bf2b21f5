import { createContext, use, useEffect, useEffectEvent } from 'react'

/** What plays on the screen of a recording, for those who comment on a moment of it. */
export interface MediaControl {
  /** Seconds. */
  position: () => number
  seek: (seconds: number) => void
}

/** Takes what plays; `null` when nothing plays any more. */
export const MediaControlContext = createContext<(control: MediaControl | null) => void>(() => undefined)

/** Lets others on the screen follow and move what plays. */
export const useMediaControl = ({ position, seek }: MediaControl, isReady: boolean): void => {
  const announce = use(MediaControlContext)
  const currentPosition = useEffectEvent(position)
  const moveTo = useEffectEvent(seek)
  useEffect(() => {
    if (!isReady) return
    announce({ position: () => currentPosition(), seek: (seconds) => moveTo(seconds) })
    return () => announce(null)
  }, [announce, isReady])
}
