/** The filters in a list's address: texts and lists of texts, named as in the call. */
export type FilterValues = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ListSearch {
  filter?: FilterValues
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const filterValue = (value: unknown): string | readonly string[] | undefined => {
  if (isText(value)) return value
  if (!Array.isArray(value)) return undefined
  const texts = value.filter(isText)
  return texts.length > 0 ? texts : undefined
}

/** Reads the filters of an address. Anything malformed is dropped without an error. */
export const anySearch = (search: Record<string, unknown>): ListSearch => {
  const given = search.filter
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  const filter = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const read = filterValue(value)
      return read === undefined ? [] : [[name, read] as const]
    }),
  )
  return Object.keys(filter).length > 0 ? { filter } : {}
}
