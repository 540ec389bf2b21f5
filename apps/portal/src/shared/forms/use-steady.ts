import { useCallback, useEffect, useRef } from 'react'

/** One function for as long as the screen stands, which does what the latest one would: memoised parts stay as they are. */
export const useSteady = <Values extends unknown[]>(callback: (...values: Values) => void) => {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((...values: Values) => latest.current(...values), [])
}
