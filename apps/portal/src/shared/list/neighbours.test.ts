import { beforeEach, expect, it, vi } from 'vitest'
import { keepRows, listOpenedFrom, neighboursOf } from './neighbours.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, address: `/calls/${index}` }))
const list = { entry: 'entry', path: '/dashboard/reviews', hasMore: false }

it('a row knows the list that it was opened from, its place and its neighbours', () => {
  keepRows({ ...list, rows: rows(3) }, '/calls/1')
  expect(listOpenedFrom('/calls/1')).toEqual({ path: '/dashboard/reviews', place: 2, count: 3, hasMore: false })
  expect(neighboursOf('/calls/1')).toEqual({ previous: '/calls/0', next: '/calls/2' })
  expect(listOpenedFrom('/calls/3')).toBeNull()
})

it('a list that was read in part has the total that it was counted to have', () => {
  keepRows({ ...list, hasMore: true, total: 709, rows: rows(50) }, '/calls/11')
  expect(listOpenedFrom('/calls/11')).toMatchObject({ place: 12, count: 709, hasMore: false })
})

it('places are those of the whole list, of which only the rows around the opened one are kept', () => {
  keepRows({ ...list, hasMore: true, rows: rows(5_000) }, '/calls/4000')
  expect(listOpenedFrom('/calls/4000')).toMatchObject({ place: 4_001, count: 5_000, hasMore: true })
  expect(listOpenedFrom('/calls/10')).toBeNull()
})
