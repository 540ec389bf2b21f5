import { useEffect, useState } from 'react'
import { keepSelection, keptSelection } from './kept-selection.ts'
import { extended, nothing, type SelectableRow, type Selection, toggled, withoutKeys, withRows } from './selection.ts'

/** The selection of a list, for what shows its rows. */
export interface RowSelection {
  chosen: Selection['chosen']
  /** Of the loaded rows. */
  selectedRows: 'none' | 'some' | 'all'
  isSelected: (index: number) => boolean
  toggle: (index: number) => void
  /** Selects the rows from the last one that was selected by itself, else from `from`, to another one. */
  extend: (from: number, to: number) => void
  selectLoaded: () => void
  deselectLoaded: () => void
  remove: (keys: ReadonlySet<string>) => void
  add: (rows: readonly SelectableRow[]) => void
  clear: () => void
}

/**
 * The selection of a list, which is there again when the person comes back to it.
 * @param list the list, its filters and its entry in the browser's history: with other filters, and when the list is opened anew, nothing is
 *   selected
 */
export const useSelection = (list: string, rows: readonly SelectableRow[]): RowSelection => {
  const [state, setState] = useState(() => ({ list, selection: keptSelection(list) }))
  const isSame = state.list === list
  const selection = isSame ? state.selection : keptSelection(list)
  if (!isSame) setState({ list, selection })
  useEffect(() => keepSelection(list, selection), [list, selection])
  const change = (changed: (selection: Selection) => Selection) =>
    setState((current) => ({
      list,
      selection: changed(current.list === list ? current.selection : keptSelection(list)),
    }))
  const isChosen = ({ key }: SelectableRow) => selection.chosen.has(key)
  return {
    chosen: selection.chosen,
    selectedRows: !rows.some(isChosen) ? 'none' : rows.every(isChosen) ? 'all' : 'some',
    isSelected: (index) => {
      const row = rows[index]
      return row !== undefined && isChosen(row)
    },
    toggle: (index) => {
      const row = rows[index]
      if (row) change((current) => toggled(current, row))
    },
    extend: (from, to) => change((current) => extended(current, rows, { from, to })),
    selectLoaded: () => change((current) => withRows(current, rows)),
    deselectLoaded: () => change((current) => withoutKeys(current, new Set(rows.map(({ key }) => key)))),
    remove: (keys) => change((current) => withoutKeys(current, keys)),
    add: (more) => change((current) => withRows(current, more)),
    clear: () => change(() => nothing),
  }
}
