import { type PayloadQueueFilter, payloadStates, payloadTypes, type UserProfile } from '@holdfast/contract'
import type { FilterValues, ListSearch } from '../list/list-search.ts'
import { dayBefore, valueOfDays } from '../list/period.ts'

export interface FilteredList {
  to: '/dashboard/services/all' | '/dashboard/services/diagnostics'
  search: ListSearch
}

/** The day, in the person's time zone, of a DateParameter; '' for none. */
const dayOf = (time: string | undefined): string =>
  time === undefined ? '' : dayBefore(new Date(time.replace(/^(.{10})-(\d\d)(\d\d)(\d\d)$/, '$1T$2:$3:$4Z')), 0)

/** The states of the list's address. Without any, the list leaves deleted recordings out. */
const statesOf = ({ payload_states, is_deleted }: PayloadQueueFilter): readonly string[] | undefined => {
  if (payload_states === undefined && is_deleted === false) return undefined
  const states = payload_states ?? payloadStates
  if (is_deleted === undefined) return states
  return states.filter((state) => (state === 'Deleted') === is_deleted)
}

/**
 * The filters of a list's address that show what a filter of the call finds. Lists have whole days in the person's time zone: days
 * that somebody chose in another one begin and end some hours apart.
 */
export const searchOfFilter = (filter: PayloadQueueFilter): ListSearch => {
  const { date_from, date_to, date_filter_type, reviewed_from, reviewed_to, is_deleted: _, ...others } = filter
  const reviewed = valueOfDays(dayOf(reviewed_from), dayOf(reviewed_to))
  const states = statesOf(filter)
  const values: FilterValues = {
    ...Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]),
    ),
    ...(states && { payload_states: states }),
    ...(date_from !== undefined && { date_from: dayOf(date_from) }),
    ...(date_to !== undefined && { date_to: dayOf(date_to) }),
    ...(reviewed !== null && { reviewed }),
  }
  const isOwnDate = date_filter_type === undefined || date_filter_type === 'payload_time'
  return { filter: values, ...(!isOwnDate && { sort: `-${date_filter_type}` }) }
}

/** The list that shows what a filter finds, of the kinds that the person may see; null if no list has it. */
export const listOfFilter = (
  filter: PayloadQueueFilter,
  { payload_types: readable }: Pick<UserProfile, 'payload_types'>,
): FilteredList | null => {
  const types = (filter.payload_types ?? payloadTypes).filter((type) => readable.includes(type))
  const { payload_types: _, ...values } = searchOfFilter(filter).filter ?? {}
  const isNothing = types.length === 0 || statesOf(filter)?.length === 0
  if (isNothing || filter.payload_references !== undefined) return null
  const search = { ...searchOfFilter(filter), filter: values }
  if (!types.includes('Diagnostics')) {
    const isAll = readable.every((type) => type === 'Diagnostics' || types.includes(type))
    return {
      to: '/dashboard/services/all',
      search: isAll ? search : { ...search, filter: { ...values, payload_types: types } },
    }
  }
  // No list has both diagnostics and recordings.
  return types.length === 1 ? { to: '/dashboard/services/diagnostics', search } : null
}
