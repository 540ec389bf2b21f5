import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Whether the person is still at this part of the screen when something ends that was begun in it. */
export const useIsShown = (): (() => boolean) => {
  const { history } = useRouter()
  const [path] = useState(history.location.pathname)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  // Whoever left stays on the screen until the next one has been fetched.
  return useCallback(() => isMounted.current && history.location.pathname === path, [history, path])
}
