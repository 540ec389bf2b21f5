import type { ConversationMessage } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { beginningOf, dayOf, entriesOf } from './conversation-entries.ts'

const message = (
  payload_reference: string,
  payload_time: string,
  direction: 'I' | 'O' = 'I',
  sequence: number | null = null,
) => ({ payload_reference, payload_time, payload_type: 'SMS', sequence, meta: { direction } }) as ConversationMessage

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

test('a message is marked that the handset recorded before the one above it', () => {
  const at = (key: string, time: string, sequence: number | null) =>
    message(key, `2026-03-02T${time}:00.000Z`, 'I', sequence)
  const entries = entriesOf([
    at('after the change', '09:30', 9),
    at('first', '10:00', 6),
    at('second', '11:00', 7),
    at('from another system', '11:05', null),
    at('third', '11:10', 8),
    at('at once, one', '12:00', 11),
    at('at once, two', '12:00', 10),
  ])
  const marked = entries.filter((entry) => entry.kind === 'message' && entry.isClockSetBack)
  expect(marked.map(({ key }) => key)).toEqual(['first'])
})

test('a day begins at midnight in the time zone of the person', () => {
  const beginning = beginningOf('2026-03-29')
  const [date, time = ''] = [beginning.slice(0, 10), beginning.slice(11)]
  const instant = `${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}.000Z`
  expect(new Date(instant).getHours()).toBe(0)
  expect(dayOf(instant)).toBe('2026-03-29')
})
