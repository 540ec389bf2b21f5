import { expect, it } from 'vitest'
import { defaultView } from '../list/list-view.ts'
import { addressOfView, isAsUsual, isSameSearch, lookOf, searchOf } from './view-search.ts'

const look = { density: 'compact', columns: { group: false }, isWide: true } as const

it('only what differs from the list’s own is saved', () => {
  expect(searchOf({ filter: {}, sort: undefined, look: defaultView })).toEqual({})
  const saved = searchOf({ filter: { groups: ['Rates'], text: undefined }, sort: 'payload_time', look })
  expect(saved).toEqual({
    filter: { groups: ['Rates'] },
    sort: 'payload_time',
    density: 'compact',
    columns: { group: false },
    is_wide: true,
  })
  expect(lookOf(saved)).toEqual(look)
  expect(lookOf({})).toEqual(defaultView)
})

it('opening a view puts its filters and order into the address', () => {
  const view_reference = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  expect(addressOfView({ view_reference, search: {} })).toEqual({ view: view_reference })
  const search = { filter: { period: '7d' }, sort: '-updated_at', density: 'compact' } as const
  expect(addressOfView({ view_reference, search })).toEqual({
    view: view_reference,
    filter: { period: '7d' },
    sort: '-updated_at',
  })
})

it('saving is not offered for a person’s usual columns, but for a change of them', () => {
  const shown = { filter: {}, sort: undefined, look }
  expect(isAsUsual(shown, look)).toBe(true)
  expect(isAsUsual(shown, defaultView)).toBe(false)
  expect(isAsUsual({ ...shown, filter: { groups: ['Rates'] } }, look)).toBe(false)
  expect(isAsUsual({ ...shown, sort: 'payload_time' }, look)).toBe(false)
})

it('the order of filters and values changes nothing', () => {
  const one = { filter: { groups: ['Rates', 'Equities'], period: '7d' } }
  expect(isSameSearch(one, { filter: { period: '7d', groups: ['Equities', 'Rates'] } })).toBe(true)
  expect(isSameSearch(one, { filter: { period: '7d', groups: ['Equities'] } })).toBe(false)
  expect(isSameSearch(one, { ...one, sort: 'payload_time' })).toBe(false)
  expect(isSameSearch({}, { is_wide: false })).toBe(false)
})
