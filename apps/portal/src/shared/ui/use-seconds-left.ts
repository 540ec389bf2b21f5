import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'

const secondsUntil = (time: string): number => Math.max(0, (Date.parse(time) - Date.now()) / 1000)

/** Counts down the seconds until `expiresAt`. */
export const useSecondsLeft = (expiresAt: string): number => {
  const [left, setLeft] = useState(() => secondsUntil(expiresAt))
  const { start, stop } = useInterval(() => setLeft(secondsUntil(expiresAt)), 1000)
  useEffect(() => {
    start()
    return stop
  }, [start, stop])
  return left
}
