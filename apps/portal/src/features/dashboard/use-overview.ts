import { calls, type Overview } from '@holdfast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readApi, session } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { readAgain } from '../../shared/api/read-again.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { datesOf } from './overview-dates.ts'

const troubled = ['Failed', 'Quarantined']
const reloading = ['review', 'review_queue', 'role_draft', 'access_request', 'access_review', 'completeness']

export const overviewQuery = () => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['overview', client, support?.requestReference ?? null],
    queryFn: ({ signal }): Promise<Overview> => readApi(calls.getOverview, { query: datesOf(new Date()), signal }),
  })
}

/** What waits for the person, kept up to date. What raises no live event is read again each minute. */
export const useOverview = () => {
  const overview = useQuery({ ...overviewQuery(), refetchInterval: 60_000 })
  useEvents(
    ({ kind, state }) => {
      const isTrouble = kind === 'payload' && state !== null && troubled.includes(state)
      if (isTrouble || reloading.some((one) => one === kind)) readAgain(queryClient, overviewQuery().queryKey)
    },
    () => void overview.refetch(),
  )
  return overview
}
