import type { PortalEvent } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { useEvents } from './use-events.ts'

/** So many events arrive together that their figures are read once for all of them. */
const collectedMs = 3000

/** Reads figures again after events that may have changed them, and after events may have been missed. */
export const useLiveReload = (reload: () => void, isConcerned: (event: PortalEvent) => boolean): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvents((event) => {
    if (timer.current !== undefined || !isConcerned(event)) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      reload()
    }, collectedMs)
  }, reload)
}
