import { expect, it } from 'vitest'
import type { Column } from './column.ts'
import { tracksOf, visibleColumns } from './visible-columns.ts'

const column = (id: string, priority: 1 | 2 | 3, own: Partial<Column<never>> = {}): Column<never> => ({
  id,
  title: 'payload.when',
  width: `${id}-track`,
  priority,
  cell: () => null,
  ...own,
})
const columns = [
  column('when', 1, { date: 'payload_time' }),
  column('who', 1),
  column('size', 2),
  column('group', 3),
  column('changed', 2, { isOptional: true, date: 'updated_at' }),
]

it.each([
  ['wide', {}, undefined, 'when who size group'],
  ['medium', {}, undefined, 'when who size'],
  ['narrow', {}, undefined, 'when who'],
  ['wide', { who: false, when: false }, undefined, 'when size group'],
  ['medium', { group: true }, undefined, 'when who size group'],
  ['wide', { changed: true }, undefined, 'when who size group changed'],
  ['wide', {}, 'updated_at', 'when who size group changed'],
  ['wide', { changed: false }, 'updated_at', 'when who size group'],
  ['wide', {}, 'payload_time', 'when who size group'],
  ['narrow', { group: true, who: false }, 'updated_at', 'when who'],
] as const)('a %s page with %o, sorted by %s, shows %s', (width, chosen, sortedBy, expected) => {
  const visible = visibleColumns(columns, { chosen, sortedBy, width })
  expect(visible.map(({ id }) => id).join(' ')).toBe(expected)
})

it('columns share the width equally once some were added', () => {
  const tracks = (chosen: Record<string, boolean>) =>
    tracksOf(visibleColumns(columns, { chosen, sortedBy: undefined, width: 'medium' }), 'medium')
  expect(tracks({ who: false })).toBe('when-track size-track')
  expect(tracks({ group: true })).toBe('repeat(4, minmax(0, 1fr))')
})
