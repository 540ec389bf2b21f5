import { limits } from '@holdfast/contract'

/** A row of a list: its key, and the address that it leads to. */
export interface SelectableRow {
  key: string
  link: string | null
}

/** The rows that a person has selected, also those that are no longer loaded. */
export interface Selection {
  /** Their addresses by key, in the order in which they were selected. */
  chosen: ReadonlyMap<string, string | null>
  /** The row at which a range begins: the last one that was selected or deselected by itself. */
  anchor: string | null
  /** The rows that only the last range selected. Another range from the same row replaces it. */
  range: ReadonlySet<string>
}

export const nothing: Selection = { chosen: new Map(), anchor: null, range: new Set() }

/** At most `limits.maxSelected`: what is added beyond is left out. */
const limited = (rows: Iterable<readonly [string, string | null]>): ReadonlyMap<string, string | null> =>
  new Map([...rows].slice(0, limits.maxSelected))

const entryOf = ({ key, link }: SelectableRow) => [key, link] as const

/** Selects a row, or deselects it. */
export const toggled = ({ chosen }: Selection, row: SelectableRow): Selection => {
  const others = [...chosen].filter(([key]) => key !== row.key)
  const isChosen = others.length < chosen.size
  return { chosen: isChosen ? new Map(others) : limited([...chosen, entryOf(row)]), anchor: row.key, range: new Set() }
}

/** Selects the rows from the anchor to one of them, in place of the last range from there. */
export const extended = (
  { chosen, anchor, range }: Selection,
  rows: readonly SelectableRow[],
  { from, to }: { from: number; to: number },
): Selection => {
  const known = rows.findIndex(({ key }) => key === anchor)
  const start = known < 0 ? from : known
  const wanted = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const kept = new Map([...chosen].filter(([key]) => !range.has(key)))
  const added = wanted.filter(({ key }) => !kept.has(key))
  return {
    chosen: limited([...kept, ...added.map(entryOf)]),
    anchor: rows[start]?.key ?? null,
    range: new Set(added.map(({ key }) => key)),
  }
}

/** Selects these rows too. */
export const withRows = ({ chosen, anchor }: Selection, rows: readonly SelectableRow[]): Selection => ({
  chosen: limited(new Map([...chosen, ...rows.map(entryOf)])),
  anchor,
  range: new Set(),
})

/** Deselects the rows with these keys. */
export const withoutKeys = ({ chosen, anchor }: Selection, removed: ReadonlySet<string>): Selection => ({
  chosen: new Map([...chosen].filter(([key]) => !removed.has(key))),
  anchor,
  range: new Set(),
})
