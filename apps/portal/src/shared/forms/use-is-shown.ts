import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Whether this part of the screen is still shown, for actions that finish later. */
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
  // The component stays mounted until the next screen is fetched, so the address is compared too.
  return useCallback(() => isMounted.current && history.location.pathname === path, [history, path])
}
