import type { PortalEvent } from '@holdfast/contract'
import { useEffect, useRef } from 'react'
import { subscribeToEvents } from './event-stream.ts'

/** Hears what changes while the screen is open. */
export const useEvents = (onEvent: (event: PortalEvent) => void): void => {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => subscribeToEvents((event) => latest.current(event)), [])
}
