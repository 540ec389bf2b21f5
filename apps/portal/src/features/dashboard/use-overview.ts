import { calls, type Overview } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { datesOf } from './overview-dates.ts'

const troubled = ['Failed', 'Quarantined']

/** What waits for the person, kept up to date. What raises no live event is read again each minute. */
export const useOverview = () => {
  const { client, support } = useSession()
  const overview = useQuery<Overview>({
    queryKey: ['overview', client, support?.requestReference ?? null],
    queryFn: ({ signal }) => readApi(calls.getOverview, { query: datesOf(new Date()), signal }),
    refetchInterval: 60_000,
  })
  const reload = () => void overview.refetch()
  useEvents(({ kind, state }) => {
    const isTrouble = kind === 'payload' && state !== null && troubled.includes(state)
    if (isTrouble || kind === 'review' || kind === 'review_queue' || kind === 'access_request') reload()
  }, reload)
  return overview
}
