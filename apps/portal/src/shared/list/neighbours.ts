const storageKey = 'holdfast.rows'
/** More than people step through; the storage of a tab holds a few megabytes. */
const mostKept = 2_000

/** Stores the addresses of a list's rows, in their order, when somebody opens one of them. */
export const keepRows = (addresses: readonly string[], opened: string): void => {
  const from = Math.max(0, addresses.indexOf(opened) - mostKept / 2)
  sessionStorage.setItem(storageKey, JSON.stringify(addresses.slice(from, from + mostKept)))
}

export interface Neighbours {
  previous: string | undefined
  next: string | undefined
}

/** The rows before and after this one in the list from which it was opened. */
export const neighboursOf = (address: string): Neighbours => {
  const rows: string[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  const place = rows.indexOf(address)
  return place < 0 ? { previous: undefined, next: undefined } : { previous: rows[place - 1], next: rows[place + 1] }
}
