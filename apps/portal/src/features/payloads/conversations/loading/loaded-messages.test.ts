import type { ConversationMessage, ConversationPage } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { placeAmong, withLateMessage, withReviewsOf } from './loaded-messages.ts'

const message = (payload_reference: string, payload_time: string) =>
  ({ payload_reference, payload_time }) as ConversationMessage

const page = (first_key: string | null, ...items: ConversationMessage[]) =>
  ({ items, first_key }) as unknown as ConversationPage

const b = message('b', '2026-03-02T12:00:00.000Z')
const d = message('d', '2026-03-02T14:00:00.000Z')
const f = message('f', '2026-03-02T16:00:00.000Z')
const pages = [page('key', b, d), page(null, f)]

const order = (late: ConversationMessage) =>
  withLateMessage(pages, late).map(({ items }) => items.map(({ payload_reference }) => payload_reference))

test.each([
  [message('a', '2026-03-02T11:00:00.000Z'), 'earlier'],
  [message('c', '2026-03-02T13:00:00.000Z'), 'within'],
  [message('g', '2026-03-02T17:00:00.000Z'), 'later'],
])('%j is %s', (late, place) => expect(placeAmong(pages, late)).toBe(place))

test('before the first message of a conversation that has no earlier one is within it', () => {
  const late = message('a', '2026-03-02T11:00:00.000Z')
  expect(placeAmong([page(null, b, d)], late)).toBe('within')
  expect(withLateMessage([page(null, b, d)], late)[0]?.items).toEqual([late, b, d])
})

test.each([
  [message('c', '2026-03-02T13:00:00.000Z'), [['b', 'c', 'd'], ['f']]],
  [
    message('e', '2026-03-02T15:00:00.000Z'),
    [
      ['b', 'd'],
      ['e', 'f'],
    ],
  ],
  [message('c', '2026-03-02T14:00:00.000Z'), [['b', 'c', 'd'], ['f']]],
  [
    message('e', '2026-03-02T14:00:00.000Z'),
    [
      ['b', 'd'],
      ['e', 'f'],
    ],
  ],
])('%j stands in the order of times, then of references', (late, references) => expect(order(late)).toEqual(references))

test('a message that is there already stands there once', () => expect(order(d)).toEqual([['b', 'd'], ['f']]))

test('messages that were read again get their latest reviews, and keep their texts', () => {
  const review = { reviewed_at: '2026-03-03T09:00:00.000Z', reviewed_by: 'amir.khan', disposition: 'Clear' }
  const shown = { ...d, text: 'Lunch?' }
  const read = { ...d, ...review, text: null }
  expect(withReviewsOf([page(null, b, shown), page(null, f)], [read]).map(({ items }) => items)).toEqual([
    [b, { ...shown, ...review }],
    [f],
  ])
})
