import { messageTypes } from '@holdfast/contract'
import { type FilterField, valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues, ListSearch } from '../../../shared/list/list-search.ts'

/** The filters of the list of conversations. */
export const conversationFields: readonly FilterField[] = [
  { kind: 'found', finds: 'number', name: 'numbers', label: 'payload.numbers' },
  { kind: 'found', finds: 'device_user', name: 'device_user_references', label: 'payload.who' },
  { kind: 'found', finds: 'device', name: 'device_references', label: 'payload.device' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
  {
    kind: 'choices',
    name: 'payload_types',
    label: 'payload.kind',
    options: messageTypes.map((type) => ({ value: type, label: `kind.${type}` as const })),
  },
]

/** Their names. */
const conversationFilters: ReadonlySet<string> = new Set([
  ...conversationFields.map(({ name }) => name),
  'period',
  'date_from',
  'date_to',
])

/** The two ways to list messages. */
export type View = 'conversations' | 'single'

/** Which view an address asks for. One with a filter or an order that conversations do not have shows single messages. */
export const viewOf = (filter: FilterValues, sort: string | undefined): View => {
  const isOfMessages = Object.keys(filter).some((name) => name !== 'view' && !conversationFilters.has(name))
  return isOfMessages || sort !== undefined || valuesOf(filter, 'view').includes('single') ? 'single' : 'conversations'
}

/** The filters and the order of single messages that conversations do not have; `undefined` if there are none. */
export const setAsideOf = ({ filter = {}, sort }: ListSearch): ListSearch | undefined => {
  const others = Object.entries(filter).filter(([name]) => name !== 'view' && !conversationFilters.has(name))
  if (others.length === 0 && sort === undefined) return undefined
  return { filter: Object.fromEntries(others), ...(sort !== undefined && { sort }) }
}

/** The filter of the other view; filters that it does not have are removed. */
export const filterOfView = (filter: FilterValues, view: View): FilterValues => {
  const common = Object.fromEntries(Object.entries(filter).filter(([name]) => conversationFilters.has(name)))
  return view === 'single' ? { ...common, view: 'single' } : common
}
