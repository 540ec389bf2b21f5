import type { PortalEvent } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { useProfile } from '../session/profile.ts'
import { subscribeToEvents } from './event-stream.ts'

/**
 * Listens to events while the component is mounted and the terms are accepted.
 * @param onOpened the stream was opened, for the first time or again; events before that were missed
 */
export const useEvents = (onEvent: (event: PortalEvent) => void, onOpened?: () => void): void => {
  const isOpenToPerson = useProfile().profile?.terms_accepted ?? false
  const latest = useRef({ onEvent, onOpened })
  useEffect(() => {
    latest.current = { onEvent, onOpened }
  })
  useEffect(() => {
    if (!isOpenToPerson) return
    return subscribeToEvents({
      onEvent: (event) => latest.current.onEvent(event),
      onOpened: () => latest.current.onOpened?.(),
    })
  }, [isOpenToPerson])
}
