import { useEffect, useEffectEvent } from 'react'
import { mayPass } from '../api/api-error.ts'
import { retryLater } from './retries.ts'

/**
 * While an error is shown that may pass, such as a server that is away, reads again by itself what failed. Only for reading: a change
 * is never sent again by itself.
 */
export const useRetries = (error: Error, retry: (() => void) | undefined): void => {
  const latest = useEffectEvent(() => retry?.())
  const isRepeated = retry !== undefined && mayPass(error)
  useEffect(() => {
    if (isRepeated) return retryLater(() => latest())
  }, [isRepeated])
}
