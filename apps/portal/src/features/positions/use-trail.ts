import type { CallInput, ListedPosition, listDevicePositions, listDeviceUserPositions } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { session } from '../../shared/api/client.ts'
import { readFirstRows } from '../../shared/list/list-queries.ts'
import { dateParameter } from '../../shared/list/period.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { dayIn, knownZone, nextDay, startOfDayIn } from './device-day.ts'

/** The call that lists the positions of a device or a person. */
export type TrailCall = typeof listDevicePositions | typeof listDeviceUserPositions

export interface TrailSource<C extends TrailCall = TrailCall> {
  call: C
  params: CallInput<C>['params']
}

/** More of a day are not read: a position every 30 seconds. */
export const maxShownPositions = 3_000

/** The latest position, which says in which time zone the days are, and the positions of a day in their order. */
export const useTrail = (source: TrailSource, asked: string | undefined) => {
  // Renders again when another account is shown.
  useSession()
  const { client, support } = session.state()
  const { call, params } = source
  const key = ['trail', call.path, client, support?.requestReference ?? null, params]
  const read = (filter: Readonly<Record<string, string>>, sort: 'asc' | 'desc', most: number) =>
    readFirstRows<TrailCall>({ call, params, filter, sort }, most) as Promise<ListedPosition[]>
  const latest = useQuery({ queryKey: [...key, 'latest'], queryFn: () => read({}, 'desc', 1) })
  const last = latest.data?.[0]
  const zone = knownZone(last?.timezone)
  const day = asked ?? (last && dayIn(new Date(last.timestamp), zone))
  const positions = useQuery({
    queryKey: [...key, day, zone],
    queryFn: () => read(periodOf(day ?? '', zone), 'asc', maxShownPositions),
    enabled: day !== undefined && latest.isSuccess,
  })
  return {
    latest: last,
    zone,
    day,
    positions: positions.data,
    hasNone: latest.isSuccess && last === undefined,
    error: latest.error ?? positions.error,
    reload: () => {
      void latest.refetch()
      void positions.refetch()
    },
  }
}

/** The first and the last second of a day. */
export const periodOf = (day: string, zone: string) => ({
  date_from: dateParameter(startOfDayIn(day, zone)),
  date_to: dateParameter(new Date(startOfDayIn(nextDay(day, 1), zone).getTime() - 1_000)),
})
