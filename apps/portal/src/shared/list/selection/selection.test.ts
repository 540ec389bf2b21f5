import { limits } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { extended, nothing, type Selection, toggled, withoutKeys, withRows } from './selection.ts'

const rowOf = (key: string) => ({ key, link: `/rows/${key}` })
const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map(rowOf)
const keysOf = ({ chosen }: Selection) => [...chosen.keys()].join('')
const afterToggling = (...keys: string[]) => keys.reduce((done, key) => toggled(done, rowOf(key)), nothing)
const extendedTo = (selection: Selection, to: number, from = to) => extended(selection, rows, { from, to })

test('a row that is selected twice is not selected', () => {
  expect(keysOf(afterToggling('b', 'd'))).toBe('bd')
  expect(keysOf(afterToggling('b', 'd', 'b'))).toBe('d')
  expect(afterToggling('b').chosen.get('b')).toBe('/rows/b')
})

test('a range begins at the last row that was selected by itself, in both directions', () => {
  expect(keysOf(extendedTo(afterToggling('b'), 4))).toBe('bcde')
  expect(keysOf(extendedTo(afterToggling('e'), 2))).toBe('ecd')
})

test('another range from the same row replaces the last one, and keeps rows that were selected before', () => {
  const wide = extendedTo(afterToggling('d', 'b'), 5)
  expect(keysOf(wide)).toBe('dbcef')
  expect(keysOf(extendedTo(wide, 2))).toBe('dbc')
  expect(keysOf(extendedTo(extendedTo(wide, 2), 0))).toBe('dba')
})

test('without a row to begin at, or once it is not loaded any more, a range begins where the focus was', () => {
  expect(keysOf(extendedTo(nothing, 2, 1))).toBe('bc')
  const gone = toggled(nothing, rowOf('gone'))
  expect([...extendedTo(gone, 2, 1).chosen.keys()]).toEqual(['gone', 'b', 'c'])
})

test('loaded rows are selected and deselected, whatever else is selected', () => {
  const all = withRows(toggled(nothing, rowOf('elsewhere')), rows)
  expect(all.chosen.size).toBe(7)
  expect(keysOf(withoutKeys(all, new Set(rows.map(({ key }) => key))))).toBe('elsewhere')
})

test('no more rows are selected than can be', () => {
  const many = Array.from({ length: limits.maxSelected + 1 }, (_, index) => rowOf(`row ${index}`))
  const full = withRows(nothing, many)
  expect(full.chosen.size).toBe(limits.maxSelected)
  expect(toggled(full, rowOf('another')).chosen.has('another')).toBe(false)
  expect(extended(nothing, many, { from: 0, to: limits.maxSelected }).chosen.size).toBe(limits.maxSelected)
})
