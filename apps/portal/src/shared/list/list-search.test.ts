import { expect, it } from 'vitest'
import { type FilterField, filterOfCall, withoutFilters, withoutPeriod } from './filter-fields.ts'
import { anySearch, isViewAlone, sortOf, textOfSort } from './list-search.ts'

const dates = ['payload_time', 'updated_at']
const view = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

it.each([
  [undefined, undefined],
  ['payload_time', { by: 'payload_time', direction: 'asc' }],
  ['-updated_at', { by: 'updated_at', direction: 'desc' }],
  ['--updated_at', undefined],
  ['size', undefined],
  ['-', undefined],
] as const)('the order %s of an address is %o', (text, expected) => {
  expect(sortOf(text, dates)).toEqual(expected)
  if (text !== undefined && expected) expect(textOfSort(expected)).toBe(text)
})

it.each([
  [{ sort: '-updated_at' }, { sort: '-updated_at' }],
  [{ sort: ['a'] }, {}],
  [{ sort: '', filter: { period: '7d' } }, { filter: { period: '7d' } }],
])('the address %o is read as %o', (search, expected) => {
  expect(anySearch(search)).toEqual(expected)
})

it('removing all filters keeps what is no filter', () => {
  const fields: readonly FilterField[] = [{ kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' }]
  const filter = { groups: ['Rates'], whose: 'devices', period: '7d' }
  expect(withoutPeriod(filter)).toEqual({ groups: ['Rates'], whose: 'devices' })
  expect(withoutFilters(filter, fields)).toEqual({ whose: 'devices' })
  expect(filterOfCall(filter, fields)).toEqual({ groups: ['Rates'] })
})

it.each([
  [{ view }, true],
  [{ view, sort: 'name' }, false],
  [{ view, filter: { period: '90d' } }, false],
  [{ view, filter: { unreadable: {} } }, true],
  [{}, false],
])('an address with %j names a saved view alone: %s', (query, expected) => {
  expect(isViewAlone(anySearch(query))).toBe(expected)
})
