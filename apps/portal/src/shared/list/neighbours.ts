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
  rows: readonly KeptRow[]
}

const keptList = (): KeptList => JSON.parse(sessionStorage.getItem(storageKey) ?? '{"entry":"","rows":[]}')

/** Stores the rows of a list, in their order, when somebody opens one of them. */
export const keepRows = ({ entry, rows }: KeptList, opened: string): void => {
  const from = Math.max(0, rows.findIndex(({ address }) => address === opened) - mostKept / 2)
  sessionStorage.setItem(storageKey, JSON.stringify({ entry, rows: rows.slice(from, from + mostKept) }))
}

/** The router decodes some characters of the present path, of those that references contain. */
const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const placeOf = ({ rows }: KeptList, path: string): number => {
  const wanted = decoded(path)
  return rows.findIndex(({ address }) => decoded(address) === wanted)
}

/** Whether this is a row of the list from which somebody opened a row last. */
export const isInList = (path: string): boolean => placeOf(keptList(), path) >= 0

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
