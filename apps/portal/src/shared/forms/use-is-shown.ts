import { type RefObject, useEffect, useRef } from 'react'

/** Whether the part of the screen is still there when something ends that was begun in it. */
export const useIsShown = (): RefObject<boolean> => {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
