import { useEffect } from 'react'

type Tell = () => void

const waiting = new Set<Tell>()

/**
 * While the component is on the page, saving a change also shows this notice afterwards.
 * @param tell `null`: nothing
 */
export const useAfterSave = (tell: Tell | null): void => {
  useEffect(() => {
    if (!tell) return
    waiting.add(tell)
    return () => void waiting.delete(tell)
  }, [tell])
}

/** The notices that belong to a change that is about to be saved. Saving it may remove from the page what asked for them. */
export const noticesAfterSave = (): readonly Tell[] => [...waiting]
