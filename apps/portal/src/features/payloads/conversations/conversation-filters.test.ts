import { expect, test } from 'vitest'
import { filterOfView, viewOf } from './conversation-filters.ts'

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
