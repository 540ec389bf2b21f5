import { calls, type TrailByHour } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'
import { filterOfCall } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { dateParameter } from '../../shared/list/period.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { hourName } from './day-hours.ts'
import type { Whose } from './did-options.ts'
import { leftOut, wordlessFields } from './trail-source.ts'

const ofDay = { people: calls.countActivitiesByHour, devices: calls.countDeviceActivitiesByHour } as const

/** What the list is filtered by, without what the picture itself chooses. */
const filterOf = (whose: Whose, filter: FilterValues): Record<string, unknown> => {
  const fields = wordlessFields[whose].filter(({ name }) => name !== 'outcomes' && name !== hourName)
  return { ...leftOut(whose, filter), ...filterOfCall(filter, fields) }
}

interface Day {
  whose: Whose
  filter: FilterValues
  /** When its hours begin. */
  hours: readonly Date[]
}

/** How many entries of the list the hours of a day have. */
export const useDayCounts = ({ whose, filter, hours }: Day) => {
  const { client, support } = useSession()
  const [first = new Date()] = hours
  const query = { from: dateParameter(first), hours: hours.length, filter: filterOf(whose, filter) }
  return useQuery<TrailByHour>({
    queryKey: ['trail by hour', client, support?.requestReference ?? null, whose, query],
    queryFn: ({ signal }) => readApi(ofDay[whose], { query, signal }),
    placeholderData: (before) => before,
  })
}
