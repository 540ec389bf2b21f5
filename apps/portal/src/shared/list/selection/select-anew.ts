import type { RowSelection } from './use-selection.ts'

/**
 * The selection while the results of a run are shown. Selecting a row replaces both the results and the rows of the run; deselecting one
 * keeps the others.
 */
export const selectAnew = (selection: RowSelection, forgetResults: () => void): RowSelection => {
  const anew = (select: () => void) => {
    forgetResults()
    selection.clear()
    select()
  }
  return {
    ...selection,
    toggle: (index) => {
      if (!selection.isSelected(index)) return anew(() => selection.toggle(index))
      forgetResults()
      selection.toggle(index)
    },
    extend: (from, to) => anew(() => selection.extend(from, to)),
    selectLoaded: () => anew(selection.selectLoaded),
    deselectLoaded: () => {
      forgetResults()
      selection.deselectLoaded()
    },
  }
}
