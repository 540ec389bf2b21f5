import { onBeforeSignOut } from '../session/before-sign-out.ts'
import { keepPlace, placeLeft } from './place-left.ts'

const storageKey = 'holdfast.list_rows'
/** More than people step through; the storage of a tab holds a few megabytes. */
const mostKept = 2_000

/** A row of a list: its key, and the address that it leads to. */
interface KeptRow {
  key: string
  address: string
}

/** What the rows after the last one that was read are asked with. It is stored, so that the list goes on after a reload. */
export interface RowsAfter {
  /** Who reads the list, and on which visit. */
  by: string
  /** The catalogue and the path of the list's call. */
  call: string
  params: unknown
  filter: Readonly<Record<string, unknown>>
  sort: 'asc' | 'desc' | undefined
  pageRows: number | undefined
  lastKey: string
}

/** Rows that were read of a list. */
export interface ReadRows {
  rows: readonly KeptRow[]
  hasMore: boolean
  after: RowsAfter | null
}

/** Reads the rows of a call after others, without what a list's screen had read before a reload. */
export interface RowsOfCall {
  call: string
  readAfter: (after: RowsAfter) => Promise<ReadRows>
}

interface KeptList {
  /** The list's entry in the browser's history. */
  entry: string
  /** The address of the list's screen, without its filters. */
  path: string
  /** Whether the list goes on after these rows. */
  hasMore: boolean
  /** How many rows the list has, unread ones too; absent while it is not known. */
  total?: number | undefined
  rows: readonly KeptRow[]
  /** `null` after the last row. */
  after: RowsAfter | null
}

/** Reads on in a list that somebody has left. It is part of the page, not of the tab: after a reload, the stored `after` is asked for. */
export interface ListReader {
  /** Whether the rows that were read are still there to be continued. */
  isKept: () => boolean
  /** Reads the next page. @returns all rows that are read then */
  readNext: () => Promise<ReadRows>
}

/** The stored rows are around the one that was opened. */
interface StoredList extends KeptList {
  /** How many of the list's rows come before the stored ones. */
  skipped: number
  count: number
}

const nothing: StoredList = { entry: '', path: '', hasMore: false, rows: [], after: null, skipped: 0, count: 0 }

const keptList = (): StoredList => ({ ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') })

/** Reads on in the stored list. */
let reader: ListReader | null = null

const store = (list: StoredList): void => sessionStorage.setItem(storageKey, JSON.stringify(list))

/** The first row of each address: a recording that waits in two queues is one step of the list. */
const oncePerAddress = (rows: readonly KeptRow[], before: readonly KeptRow[] = []): readonly KeptRow[] => {
  const seen = new Set(before.map(({ address }) => address))
  return rows.filter(({ address }) => !seen.has(address) && seen.add(address))
}

/** Stores the rows of a list, in their order, when somebody opens one of them. */
export const keepRows = (
  { rows: all, after, total, ...list }: KeptList,
  opened: string,
  listReader: ListReader,
): void => {
  reader = listReader
  const rows = oncePerAddress(all)
  const skipped = Math.max(0, rows.findIndex(({ address }) => address === opened) - mostKept / 2)
  const stored = rows.slice(skipped, skipped + mostKept)
  store({
    ...list,
    total: total === undefined ? undefined : total - (all.length - rows.length),
    rows: stored,
    after: skipped + stored.length === rows.length ? after : null,
    skipped,
    count: rows.length,
  })
}

// What somebody searched for does not stay in the tab when they sign out.
onBeforeSignOut(async () => sessionStorage.removeItem(storageKey))

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

/** How many rows the list has; `null` while it is not known. */
const totalOf = ({ hasMore, total, count }: StoredList): number | null => {
  if (!hasMore) return count
  return total !== undefined && total >= count ? total : null
}

/** The list from which somebody opened this row, if it is one of it, and which one it is. */
export const listOpenedFrom = (
  path: string,
): { path: string; place: number; count: number; hasMore: boolean } | null => {
  const list = keptList()
  const index = placeOf(list, path)
  if (index < 0) return null
  const total = totalOf(list)
  return {
    path: list.path,
    place: list.skipped + index + 1,
    count: total ?? list.count,
    hasMore: total === null,
  }
}

export interface Neighbours {
  previous: string | undefined
  next: string | undefined
  /** This is the last row that is stored, and the list can be read on. */
  goesOn: boolean
}

const isReadInPart = ({ hasMore, skipped, rows, count }: StoredList): boolean =>
  hasMore || skipped + rows.length < count

/**
 * The rows before and after this one in the list from which it was opened.
 * @param by who looks at it, and on which visit
 */
export const neighboursOf = (path: string, by: string): Neighbours => {
  const list = keptList()
  const place = placeOf(list, path)
  if (place < 0) return { previous: undefined, next: undefined, goesOn: false }
  const next = list.rows[place + 1]?.address
  return {
    previous: list.rows[place - 1]?.address,
    next,
    goesOn: next === undefined && isReadInPart(list) && (reader?.isKept() || list.after?.by === by),
  }
}

/**
 * Reads the next page of the list from which somebody opened a row, and stores its rows after the others.
 * @param readAfter reads the rows of the list with this path when the page was loaded again since
 * @returns the first of them, if there is any, and whether the list goes on
 */
export const readOn = async (
  readAfter: (path: string, after: RowsAfter) => Promise<ReadRows>,
): Promise<{ next: string | undefined; hasMore: boolean }> => {
  const asked = reader
  const read = await readNext(readAfter)
  // Somebody may have opened a row of another list in the meantime.
  if (!read || asked !== reader) return { next: undefined, hasMore: false }
  const list = keptList()
  const stored = new Set(list.rows.map(({ key }) => key))
  // Rows may have come to the list or left it since they were stored.
  const last = read.rows.findLastIndex(({ key }) => stored.has(key))
  const all = oncePerAddress(read.rows.slice(last + 1), list.rows)
  const added = all.slice(0, mostKept / 2)
  const rows = [...list.rows, ...added]
  const dropped = Math.max(0, rows.length - mostKept)
  store({
    ...list,
    hasMore: read.hasMore,
    rows: rows.slice(dropped),
    after: added.length === all.length ? read.after : null,
    skipped: list.skipped + dropped,
    count: Math.max(list.count, list.skipped + rows.length),
  })
  return { next: added[0]?.address, hasMore: read.hasMore }
}

const readNext = async (readAfter: Parameters<typeof readOn>[0]): Promise<ReadRows | null> => {
  if (reader?.isKept()) return reader.readNext()
  const { path, after } = keptList()
  return after && readAfter(path, after)
}

/** Notes that somebody went on to this row from another one: Back leads to it in the list. */
export const noteGoneOn = (path: string): void => {
  const list = keptList()
  const index = placeOf(list, path)
  const row = list.rows[index]
  const left = placeLeft(list.entry)
  if (row && left)
    keepPlace(list.entry, { row: row.key, index: list.skipped + index, topPx: left.topPx, isGoneOn: true })
}
