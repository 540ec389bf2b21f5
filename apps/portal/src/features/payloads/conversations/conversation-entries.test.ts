import type { ConversationMessage } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { beginningOf, dayOf, entriesOf } from './conversation-entries.ts'

const message = (payload_reference: string, payload_time: string, direction: 'I' | 'O' = 'I') =>
  ({ payload_reference, payload_time, payload_type: 'SMS', meta: { direction } }) as ConversationMessage

test('each day has a heading, and messages of one side within minutes belong together', () => {
  const entries = entriesOf([
    message('a', '2026-03-02T12:00:00.000Z'),
    message('b', '2026-03-02T12:03:00.000Z'),
    message('c', '2026-03-02T12:04:00.000Z', 'O'),
    message('d', '2026-03-02T12:20:00.000Z', 'O'),
    message('e', '2026-03-03T12:21:00.000Z', 'O'),
  ])
  expect(entries.map((entry) => (entry.kind === 'day' ? entry.day : [entry.key, entry.isContinued]))).toEqual([
    '2026-03-02',
    ['a', false],
    ['b', true],
    ['c', false],
    ['d', false],
    '2026-03-03',
    ['e', false],
  ])
})

test('a day begins at midnight in the time zone of the person', () => {
  const beginning = beginningOf('2026-03-29')
  const [date, time = ''] = [beginning.slice(0, 10), beginning.slice(11)]
  const instant = `${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}.000Z`
  expect(new Date(instant).getHours()).toBe(0)
  expect(dayOf(instant)).toBe('2026-03-29')
})
