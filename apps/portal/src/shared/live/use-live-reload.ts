import type { PortalEvent } from '@holdfast/contract'
import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { useEvents } from './use-events.ts'

/** So many events arrive together that their figures are read once for all of them. */
const collectedMs = 3000

/** Reads figures again after events that may have changed them, and after events may have been missed. */
export const useLiveReload = (queryKey: QueryKey, isConcerned: (event: PortalEvent) => boolean): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvents(
    (event) => {
      if (timer.current !== undefined || !isConcerned(event)) return
      timer.current = setTimeout(() => {
        timer.current = undefined
        readAgain(queryClient, queryKey)
      }, collectedMs)
    },
    () => void queryClient.refetchQueries({ queryKey, exact: true }),
  )
}
