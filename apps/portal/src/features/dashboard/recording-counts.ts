import { calls, type PayloadType } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'
import type { MessageId } from '../../shared/i18n/text.ts'
import { datesOfCall } from '../../shared/list/period.ts'

const shownDays = 7

/** The kinds of the overview and the payload types that each counts. */
export const countedKinds = [
  { title: 'page.calls', types: ['Call', 'AbortedCall', 'BlockedCall'] },
  { title: 'page.messages', types: ['SMS', 'MMS', 'RCS'] },
  { title: 'page.photos', types: ['Photo'] },
  { title: 'page.videos', types: ['Video'] },
  { title: 'page.interviews', types: ['Interview'] },
] as const satisfies readonly { title: MessageId; types: readonly PayloadType[] }[]

const total = async (
  filter: { payload_types?: PayloadType[]; date_from?: string; date_to?: string },
  signal: AbortSignal,
) => {
  const answer = await callApi(calls.listPayloads, { query: { filter, query_result_type: 'total' }, signal })
  return 'total' in answer ? answer.total : 0
}

const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** The last days in the person's zone, the earliest first. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: shownDays }, (_, index) =>
    isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (shownDays - 1 - index))),
  )

/** Recordings of the last 7 days, by day and by kind. The server answers totals from counters, so they cost little. */
export const useRecordingCounts = () =>
  useQuery({
    queryKey: ['recording-counts'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const now = new Date()
      const byDay = lastDays(now).map(async (day) => ({
        day,
        count: await total(datesOfCall({ date_from: day, date_to: day }, now), signal),
      }))
      const byKind = countedKinds.map(async ({ title, types }) => ({
        title,
        count: await total({ payload_types: [...types], ...datesOfCall({ period: '7d' }, now) }, signal),
      }))
      return { days: await Promise.all(byDay), kinds: await Promise.all(byKind) }
    },
  })
