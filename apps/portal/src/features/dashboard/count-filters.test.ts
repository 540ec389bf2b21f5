import { expect, it } from 'vitest'
import { countFilters } from './count-filters.ts'

const noon = new Date(2026, 10, 21, 15)

it('counts the same recordings by day and by kind', () => {
  const { days, kinds } = countFilters(noon, { payload_types: ['Call'] })
  const types = kinds.flatMap(({ filter }) => filter.payload_types)
  for (const { filter } of days) expect(filter.payload_types.toSorted()).toEqual(types.toSorted())
  for (const { filter } of kinds) {
    expect(filter.date_from).toBe(days[0]?.filter.date_from)
    expect(filter.date_to).toBe(days.at(-1)?.filter.date_to)
  }
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 14 }, (_, at) => `2026-11-${String(8 + at).padStart(2, '0')}`),
  )
})

it('counts AR recordings as videos if the portal shows them', () => {
  const videosOf = (payload_types: ('Video' | 'AR')[]) => {
    const { days, kinds } = countFilters(noon, { payload_types })
    const videos = kinds.find(({ title }) => title === 'page.videos')?.filter.payload_types
    return [videos, days.every(({ filter }) => filter.payload_types.includes('AR'))]
  }
  expect(videosOf(['Video', 'AR'])).toEqual([['Video', 'AR'], true])
  expect(videosOf(['Video'])).toEqual([['Video'], false])
})
