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

/** The notices for a change that is about to be saved. Take them before, because saving may remove their components from the page. */
export const noticesAfterSave = (): readonly Tell[] => [...waiting]
