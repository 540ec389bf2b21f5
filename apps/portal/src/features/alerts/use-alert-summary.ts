import type { AlertScope, AlertSummary } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { readAgain } from '../../shared/api/read-again.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import type { SessionState } from '../../shared/session/session-state.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { type AlertArea, useAlertArea } from './alert-area.ts'

const nothing: { items: AlertSummary[]; late_since: string | null } = { items: [], late_since: null }
const lateCheckMs = 5 * 60_000
const countOf = (items: readonly AlertSummary[]): number => items.reduce((sum, { count }) => sum + count, 0)

interface Counts {
  /** Active alerts that the person has not dismissed, of High severity and of the others. */
  high: number
  others: number
  /** The scopes of which the person sees alerts; `undefined` until it is known. */
  scopes: readonly AlertScope[] | undefined
  /** Since when nobody has looked for alerts or told them; `null` if they are in time. */
  late_since: string | null
}

/** How many alerts are active. The bell keeps it up to date for all that show it. */
export const useAlertSummary = (): Counts => {
  const area = useAlertArea()
  const { client, support } = useSession()
  const queryKey = summaryKey(area, { client, support })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => (area ? readApi(area.summary, { isPortalRead: true, signal }) : nothing),
    enabled: area !== null,
    // Late alerts raise no event.
    refetchInterval: lateCheckMs,
  })
  const { items, late_since } = (area && data) || nothing
  const high = countOf(items.filter(({ severity }) => severity === 'High'))
  const scopes = area && data ? [...new Set(items.map(({ scope }) => scope))] : undefined
  return { high, others: countOf(items) - high, scopes, late_since }
}

const summaryKey = (area: AlertArea | null, { client, support }: Pick<SessionState, 'client' | 'support'>) => [
  'one',
  'alerts',
  area?.summary.path,
  area?.path,
  client,
  support?.requestReference ?? null,
]

/** Reads the counts again after changes of alerts, and after events may have been missed. */
export const useLiveAlertSummary = (): Counts => {
  const area = useAlertArea()
  const session = useSession()
  const reload = () => {
    if (area) readAgain(queryClient, summaryKey(area, session))
  }
  useEvents(({ kind }) => {
    if (kind === 'alert') reload()
  }, reload)
  return useAlertSummary()
}
