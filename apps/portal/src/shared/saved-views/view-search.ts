import type { SavedView, ViewSearch } from '@holdfast/contract'
import type { FilterValues, ListSearch } from '../list/list-search.ts'
import { defaultView, type ListView } from '../list/list-view.ts'

/** What a list shows: its filters, its order, and how it looks. */
export interface ShownList extends Pick<ListSearch, 'sort'> {
  filter: FilterValues
  look: ListView
}

/** What is saved of a list: only what differs from the list's own. */
export const searchOf = ({ filter, sort, look }: ShownList): ViewSearch => {
  const filters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : [...value]] as const],
  )
  return {
    ...(filters.length > 0 && { filter: Object.fromEntries(filters) }),
    ...(sort !== undefined && { sort }),
    ...(look.density !== defaultView.density && { density: look.density }),
    ...(Object.keys(look.columns).length > 0 && { columns: { ...look.columns } }),
    ...(look.isWide !== null && { is_wide: look.isWide }),
  }
}

/** Whether a list without a saved view shows nothing worth saving: its own rows, as the person usually looks at them. */
export const isAsUsual = (shown: ShownList, usual: ListView): boolean =>
  isSameSearch(searchOf(shown), searchOf({ filter: {}, sort: undefined, look: usual }))

/** How a list looks in a saved view. */
export const lookOf = ({ density, columns, is_wide }: ViewSearch): ListView => ({
  density: density ?? defaultView.density,
  columns: columns ?? {},
  isWide: is_wide ?? null,
})

/** The query of the address at which a view opens. */
export const addressOfView = ({
  view_reference: view,
  search: { filter, sort },
}: Pick<SavedView, 'view_reference' | 'search'>): ListSearch => ({
  view,
  ...(filter && { filter }),
  ...(sort !== undefined && { sort }),
})

/** The same text for searches with the same entries, in whichever order. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...value].sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, inner]) => [name, comparable(inner)])
    .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))
}

/** Whether two views show the same; the order in which filters were chosen is of no importance. */
export const isSameSearch = (one: ViewSearch, other: ViewSearch): boolean =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
