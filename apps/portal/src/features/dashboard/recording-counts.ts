import { calls, type PayloadDays } from '@holdfast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readApi, session } from '../../shared/api/client.ts'
import { useLiveReload } from '../../shared/live/use-live-reload.ts'
import { personTimezone } from '../../shared/ui/person-timezone.ts'

const shownDays = 14

export const recordingCountsQuery = () => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['recording-counts', client, support?.requestReference ?? null],
    queryFn: ({ signal }): Promise<PayloadDays> =>
      readApi(calls.getPayloadDays, { query: { days: shownDays, timezone: personTimezone() }, signal }),
  })
}

/** Recordings of the last 14 days, by day and by type, kept up to date. */
export const useRecordingCounts = () => {
  const counts = useQuery(recordingCountsQuery())
  useLiveReload(recordingCountsQuery().queryKey, ({ kind }) => kind === 'payload')
  return counts
}
