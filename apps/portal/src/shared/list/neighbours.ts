import { keepPlace, placeLeft } from './place-left.ts'

const storageKey = 'holdfast.list_rows'
/** More than people step through; the storage of a tab holds a few megabytes. */
const mostKept = 2_000

/** A row of a list: its key, and the address that it leads to. */
interface KeptRow {
  key: string
  address: string
}

interface KeptList {
  /** The list's entry in the browser's history. */
  entry: string
  /** The address of the list's screen, without its filters. */
  path: string
  /** Whether the list goes on after these rows. */
  hasMore: boolean
  /** How many rows the list has, also those that were not read; absent while it is not known. */
  total?: number | undefined
  rows: readonly KeptRow[]
}

/** The rows that are stored: those around the one that was opened. */
interface StoredList extends KeptList {
  /** How many of the list's rows come before the stored ones. */
  skipped: number
  count: number
}

const nothing: StoredList = { entry: '', path: '', hasMore: false, rows: [], skipped: 0, count: 0 }

const keptList = (): StoredList => ({ ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') })

/** Stores the rows of a list, in their order, when somebody opens one of them. */
export const keepRows = ({ rows, ...list }: KeptList, opened: string): void => {
  const skipped = Math.max(0, rows.findIndex(({ address }) => address === opened) - mostKept / 2)
  sessionStorage.setItem(
    storageKey,
    JSON.stringify({
      ...list,
      rows: rows.slice(skipped, skipped + mostKept),
      skipped,
      count: rows.length,
    } satisfies StoredList),
  )
}

/** The router decodes some characters of the present path, of those that references contain. */
const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const placeOf = ({ rows }: Pick<StoredList, 'rows'>, path: string): number => {
  const wanted = decoded(path)
  return rows.findIndex(({ address }) => decoded(address) === wanted)
}

/** Whether this is a row of the list from which somebody opened a row last. */
export const isInList = (path: string): boolean => placeOf(keptList(), path) >= 0

/** The list from which somebody opened this row, if it is one of it, and which one it is. */
export const listOpenedFrom = (
  path: string,
): { path: string; place: number; count: number; hasMore: boolean } | null => {
  const list = keptList()
  const index = placeOf(list, path)
  if (index < 0) return null
  const isTotalKnown = list.hasMore && list.total !== undefined && list.total >= list.count
  return {
    path: list.path,
    place: list.skipped + index + 1,
    count: isTotalKnown ? (list.total ?? list.count) : list.count,
    hasMore: list.hasMore && !isTotalKnown,
  }
}

export interface Neighbours {
  previous: string | undefined
  next: string | undefined
}

/** The rows before and after this one in the list from which it was opened. */
export const neighboursOf = (path: string): Neighbours => {
  const list = keptList()
  const place = placeOf(list, path)
  return place < 0
    ? { previous: undefined, next: undefined }
    : { previous: list.rows[place - 1]?.address, next: list.rows[place + 1]?.address }
}

/** Notes that somebody went on to this row from another one: Back leads to it in the list. */
export const noteGoneOn = (path: string): void => {
  const list = keptList()
  const index = placeOf(list, path)
  const row = list.rows[index]
  const left = placeLeft(list.entry)
  if (row && left) keepPlace(list.entry, { row: row.key, index, topPx: left.topPx, isGoneOn: true })
}
