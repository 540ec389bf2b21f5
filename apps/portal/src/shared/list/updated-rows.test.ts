import { expect, it } from 'vitest'
import { updatedRows } from './updated-rows.ts'

const row = (key: string, state = 'old') => ({ key, state })
const keyOf = ({ key }: { key: string }) => key

it('rows are updated in their places, without those that are new', () => {
  const shown = [row('c'), row('b'), row('a')]
  const latest = [row('d', 'new'), row('c', 'new'), row('b', 'new'), row('a', 'new')]
  expect(updatedRows(shown, latest, keyOf, true)).toEqual([row('c', 'new'), row('b', 'new'), row('a', 'new')])
})

it('a row that left the list is removed; one that may be further down stays', () => {
  const shown = [row('d'), row('c'), row('b'), row('a')]
  const latest = [row('f', 'new'), row('d', 'new'), row('b', 'new')]
  expect(updatedRows(shown, latest, keyOf, false)).toEqual([row('d', 'new'), row('b', 'new'), row('a')])
  expect(updatedRows(shown, [row('d', 'new')], keyOf, true)).toEqual([row('d', 'new')])
})

it('a list that has no rows any more is empty', () => {
  expect(updatedRows([row('a')], [], keyOf, true)).toEqual([])
})
