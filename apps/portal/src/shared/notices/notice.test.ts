import { notificationsStore } from '@mantine/notifications'
import { afterEach, expect, test } from 'vitest'
import { clearNotices, notice } from './notice.ts'

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => [title, message])

afterEach(clearNotices)

test('the same text is shown once at a time, and again after it has gone', () => {
  notice('Saved', 'Reviewer')
  notice('Saved', 'Reviewer')
  notice('Saved', 'Auditor')
  const both = [
    ['Saved', 'Reviewer'],
    ['Saved', 'Auditor'],
  ]
  expect(shown()).toEqual(both)
  clearNotices()
  expect(shown()).toEqual([])
  notice('Saved', 'Reviewer')
  expect(shown()).toHaveLength(1)
})
