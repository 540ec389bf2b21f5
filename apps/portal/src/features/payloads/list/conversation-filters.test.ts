import { expect, test } from 'vitest'
import { filterOfView, setAsideOf, viewOf } from './conversation-filters.ts'

test('messages are shown as conversations, unless the address asks for what conversations do not have', () => {
  expect(viewOf({}, undefined)).toBe('conversations')
  expect(viewOf({ groups: ['Rates'], period: '7d' }, undefined)).toBe('conversations')
  expect(viewOf({ view: 'single' }, undefined)).toBe('single')
  expect(viewOf({ is_unusual: 'true' }, undefined)).toBe('single')
  expect(viewOf({}, 'processed_at')).toBe('single')
})

test('the other view keeps the filters that it has', () => {
  const filter = { groups: ['Rates'], is_late: 'true', view: 'single' }
  expect(filterOfView(filter, 'conversations')).toEqual({ groups: ['Rates'] })
  expect(viewOf(filterOfView(filter, 'conversations'), undefined)).toBe('conversations')
  expect(filterOfView({ groups: ['Rates'] }, 'single')).toEqual({ groups: ['Rates'], view: 'single' })
})

test('what conversations do not have is set aside', () => {
  const filter = { groups: ['Rates'], is_late: 'true', text: 'falcons', view: 'single', period: '7d' }
  expect(setAsideOf({ filter })).toEqual({ filter: { is_late: 'true', text: 'falcons' } })
  expect(setAsideOf({ filter: { view: 'single' }, sort: 'payload_time' })).toEqual({ filter: {}, sort: 'payload_time' })
  expect(setAsideOf({ filter: { groups: ['Rates'], view: 'single' } })).toBeUndefined()
})
