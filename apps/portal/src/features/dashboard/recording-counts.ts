import { calls } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { type CountFilter, countFilters } from './count-filters.ts'

const total = async (filter: CountFilter, signal: AbortSignal) => {
  const query = { filter: { ...filter, is_deleted: false }, query_result_type: 'total' } as const
  const answer = await readApi(calls.listPayloads, { query, signal })
  return 'total' in answer ? answer.total : 0
}

/** Recordings of the last 14 days, by day and by kind. The server keeps counters, so totals cost little. */
export const useRecordingCounts = () => {
  const { profile } = useProfile()
  const { payload_types = [] } = profile ?? {}
  return useQuery({
    queryKey: ['recording-counts', payload_types],
    enabled: profile !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { days, kinds } = countFilters(new Date(), { payload_types })
      const byDay = days.map(async ({ day, filter }) => ({ day, count: await total(filter, signal) }))
      const byKind = kinds.map(async ({ title, filter }) => ({ title, count: await total(filter, signal) }))
      // Awaited together, so that no rejection is left unhandled if one fails.
      const [inDays, inKinds] = await Promise.all([Promise.all(byDay), Promise.all(byKind)])
      return { days: inDays, kinds: inKinds }
    },
  })
}
