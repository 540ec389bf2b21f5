/** The filters in a list's address: texts and lists of texts, named as in the call. */
export type FilterValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** The order of a list: a column, and whether its smallest value comes first. */
export interface Sort {
  by: string
  direction: 'asc' | 'desc'
}

export interface ListSearch {
  filter?: FilterValues
  /** A column's name, with a minus for descending. */
  sort?: string
  /** The saved view from which the person came here. They may have changed the filters since. */
  view?: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters and the order that the list shown now does not have, and another view of the same things had. */
    setAside?: ListSearch
    /** This entry holds what somebody types into a field of a filter. */
    isTyped?: boolean
    /** A person chose the filters and the order of this entry, also where it has none: those of its saved view do not replace them. */
    isChosen?: boolean
  }
}

/** Whether an address names a saved view without its filters and its order. */
export const isViewAlone = ({ filter, sort, view }: ListSearch): boolean =>
  view !== undefined && filter === undefined && sort === undefined

export const textOfSort = ({ by, direction }: Sort): string => (direction === 'desc' ? `-${by}` : by)

/** The order that an address asks for; undefined if the list can't be sorted so. */
export const sortOf = (text: string | undefined, columns: readonly string[]): Sort | undefined => {
  const by = text?.replace(/^-/, '')
  if (text === undefined || by === undefined || !columns.includes(by)) return undefined
  return { by, direction: text.startsWith('-') ? 'desc' : 'asc' }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const filterValue = (value: unknown): string | readonly string[] | undefined => {
  if (isText(value)) return value
  if (!Array.isArray(value)) return undefined
  const texts = value.filter(isText)
  return texts.length > 0 ? texts : undefined
}

const filterOf = (given: unknown): FilterValues => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const read = filterValue(value)
      return read === undefined ? [] : [[name, read] as const]
    }),
  )
}

/** Reads the filters, the order and the saved view of an address. Values that are no texts are dropped. */
export const anySearch = (search: Record<string, unknown>): ListSearch => {
  const filter = filterOf(search.filter)
  return {
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(isText(search.sort) ? { sort: search.sort } : {}),
    ...(isText(search.view) ? { view: search.view } : {}),
  }
}
