import { expect, it } from 'vitest'
import { mediaRange } from './media-range.ts'

const whole = { start: 0, end: 1000, isPartial: false }
const huge = '9'.repeat(400)

it.each([
  [undefined, whole],
  ['bytes=-', whole],
  ['bytes=0-1,5-6', whole],
  ['items=0-1', whole],
  ['bytes=10-19', { start: 10, end: 20, isPartial: true }],
  ['bytes=990-', { start: 990, end: 1000, isPartial: true }],
  ['bytes=-10', { start: 990, end: 1000, isPartial: true }],
  [`bytes=10-${huge}`, { start: 10, end: 1000, isPartial: true }],
  [`bytes=-${huge}`, { start: 0, end: 1000, isPartial: true }],
])('%s', (header, range) => {
  expect(mediaRange(header, 1000)).toEqual(range)
})

it.each(['bytes=1000-', 'bytes=9007199254740993-', `bytes=${huge}-`, `bytes=${huge}-${huge}`, 'bytes=-0'])(
  '%s lies outside the content',
  (header) => {
    expect(() => mediaRange(header, 1000)).toThrow('outside')
  },
)
