import { useRef } from 'react'

/** Rows that a list has read, by key. They are not stored: rows that were selected before a reload are known by their key alone until they are read again. */
export const useKnownRows = <Item>(list: string, rows: readonly Item[], keyOf: (item: Item) => string) => {
  const known = useRef({ list, rows: new Map<string, Item>() })
  if (known.current.list !== list) known.current = { list, rows: new Map() }
  const add = (more: readonly Item[]) => {
    for (const item of more) known.current.rows.set(keyOf(item), item)
  }
  add(rows)
  return { rows: known.current.rows as ReadonlyMap<string, Item>, add }
}
