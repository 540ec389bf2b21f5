import { expect, test } from 'vitest'
import { selectAnew } from './select-anew.ts'
import { nothing, type Selection, toggled } from './selection.ts'
import type { RowSelection } from './use-selection.ts'

const rows = ['a', 'b', 'c'].map((key) => ({ key, link: null }))

/** A list whose rows `a` and `b` are selected, under the results of what was done with them. */
const afterRun = () => {
  const list = { selection: rows.slice(0, 2).reduce<Selection>(toggled, nothing), hasResults: true }
  const row = (index: number) => rows[index] ?? { key: 'none', link: null }
  const own: Partial<RowSelection> = {
    isSelected: (index) => list.selection.chosen.has(row(index).key),
    toggle: (index) => {
      list.selection = toggled(list.selection, row(index))
    },
    clear: () => {
      list.selection = nothing
    },
  }
  const selection = selectAnew(own as RowSelection, () => {
    list.hasResults = false
  })
  return { selection, shown: () => ({ chosen: [...list.selection.chosen.keys()], hasResults: list.hasResults }) }
}

test('a row that is selected after a run replaces its results and the rows that it was about', () => {
  const { selection, shown } = afterRun()
  selection.toggle(2)
  expect(shown()).toEqual({ chosen: ['c'], hasResults: false })
})

test('a row that is deselected after a run leaves the others', () => {
  const { selection, shown } = afterRun()
  selection.toggle(0)
  expect(shown()).toEqual({ chosen: ['b'], hasResults: false })
})
