import type { PortalEventKind } from '@holdfast/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEvents } from '../live/use-events.ts'
import { belongsTo } from './arrival.ts'
import { isReturning } from './returning.ts'

const firstPauseMs = 2000
const longestPauseMs = 60_000

export interface ArrivalsRequest {
  kind: PortalEventKind
  filter: Readonly<Record<string, unknown>>
  /** Whether the list already shows this row. */
  hasRow: (reference: string) => boolean
  total: number | undefined
  /** Reads how many rows match now. */
  countNow: () => Promise<number>
}

/**
 * Counts the rows that have come since the list was read: from the events alone if they tell enough, otherwise by
 * asking the server, at growing intervals while the person does not look at the new rows.
 */
export const useArrivals = ({ kind, filter, hasRow, total, countNow }: ArrivalsRequest) => {
  const [arrived, setArrived] = useState<ReadonlyMap<string, number>>(new Map())
  const [hasChanged, setChanged] = useState(false)
  const [counted, setCounted] = useState<number>()
  const asking = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; pauseMs: number }>({
    pauseMs: firstPauseMs,
  })
  useEffect(() => () => clearTimeout(asking.current.timer), [])
  const ask = () => {
    const { timer, pauseMs } = asking.current
    if (timer !== undefined) return
    const next = setTimeout(() => {
      asking.current = { pauseMs: Math.min(pauseMs * 2, longestPauseMs) }
      // If the total can't be read, the last count stays.
      countNow().then(setCounted, () => undefined)
    }, pauseMs)
    asking.current = { timer: next, pauseMs }
  }
  const askOnReturn = useEffectEvent(() => {
    // Cached rows are as old as the person's last visit.
    if (isReturning()) ask()
  })
  useEffect(() => askOnReturn(), [])
  useEvents((event) => {
    if (event.kind !== kind) return
    if (hasRow(event.reference)) return setChanged(true)
    const answer = belongsTo(event, filter)
    if (answer === 'yes') setArrived((known) => new Map([...known, [event.reference, event.count ?? 1]]))
    if (answer === 'maybe') ask()
  })
  return {
    count:
      [...arrived.values()].reduce((sum, rows) => sum + rows, 0) ||
      Math.max(0, (counted ?? 0) - (total ?? counted ?? 0)),
    hasChanged,
    forget: () => {
      clearTimeout(asking.current.timer)
      asking.current = { pauseMs: firstPauseMs }
      setArrived(new Map())
      setChanged(false)
      setCounted(undefined)
    },
  }
}
