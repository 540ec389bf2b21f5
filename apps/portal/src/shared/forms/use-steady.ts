import { useCallback, useEffect, useRef } from 'react'

/** A function with a stable identity that calls the latest `callback`, so that memoised parts don't render again. */
export const useSteady = <Values extends unknown[]>(callback: (...values: Values) => void) => {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  return useCallback((...values: Values) => latest.current(...values), [])
}
