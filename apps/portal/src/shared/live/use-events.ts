import type { PortalEvent } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { subscribeToEvents } from './event-stream.ts'

/**
 * Hears what changes while the screen is open.
 * @param onOpened the stream was opened, the first time or again: what happened before was not told
 */
export const useEvents = (onEvent: (event: PortalEvent) => void, onOpened?: () => void): void => {
  const latest = useRef({ onEvent, onOpened })
  useEffect(() => {
    latest.current = { onEvent, onOpened }
  })
  useEffect(
    () =>
      subscribeToEvents({
        onEvent: (event) => latest.current.onEvent(event),
        onOpened: () => latest.current.onOpened?.(),
      }),
    [],
  )
}
