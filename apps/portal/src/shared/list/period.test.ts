import { describe, expect, test } from 'vitest'
import { type FilterField, filterOfCall, withValues } from './filter-fields.ts'
import { anySearch } from './list-search.ts'
import { areReversed, datesOfCall } from './period.ts'

const now = new Date(2026, 10, 20, 16, 40, 12)

const localMidnight = (year: number, month: number, day: number) => {
  const iso = new Date(year, month - 1, day).toISOString()
  return `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`
}
const lastSecond = (year: number, month: number, day: number) => {
  const iso = new Date(year, month - 1, day, 23, 59, 59).toISOString()
  return `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`
}

describe('the dates of a call', () => {
  test('today begins at midnight in the time zone of the person', () => {
    expect(datesOfCall({ period: 'today' }, now).date_from?.slice(0, 10)).toBe(localMidnight(2026, 11, 20).slice(0, 10))
    expect(datesOfCall({ period: 'today' }, now).date_to).toBeUndefined()
  })

  test('yesterday ends with its last second', () => {
    expect(datesOfCall({ period: 'yesterday' }, now).date_to).toBe(lastSecond(2026, 11, 19))
  })

  test('the first and the last day are included', () => {
    expect(datesOfCall({ date_from: '2026-10-25', date_to: '2026-10-31' }, now)).toEqual({
      date_from: localMidnight(2026, 10, 25),
      date_to: lastSecond(2026, 10, 31),
    })
  })

  test('an invalid date is left out', () => {
    expect(datesOfCall({ date_from: 'yesterday-ish', period: 'for ever' }, now)).toEqual({})
  })
})

describe('the filters of an address', () => {
  const fields: readonly FilterField[] = [
    { kind: 'texts', name: 'numbers', label: 'payload.numbers' },
    { kind: 'flag', name: 'is_late', label: 'payload.late_only' },
    { kind: 'text', name: 'action', label: 'activities.did' },
  ]

  test('become the filter of the call, without unknown ones', () => {
    const { filter = {} } = anySearch({ filter: { numbers: '+4420', is_late: 'false', action: 'GET', invented: 'x' } })
    expect(filterOfCall(filter, fields)).toEqual({ numbers: ['+4420'], is_late: false, action: 'GET' })
  })

  test('of another shape are ignored', () => {
    expect(anySearch({ filter: 'all' })).toEqual({})
    expect(anySearch({ filter: { numbers: { deep: 'x' } } })).toEqual({})
  })

  test('disappear with their last value', () => {
    expect(withValues({ numbers: ['1'], is_late: 'true' }, 'numbers', [], fields[0])).toEqual({ is_late: 'true' })
  })
})

test.each([
  ['2026-11-20', '2026-11-19', true],
  ['2026-11-20', '2026-11-20', false],
  ['2026-11-20', '', false],
  ['', '2026-11-19', false],
])('days from "%s" to "%s" are reversed: %s', (from, to, expected) => {
  expect(areReversed({ from, to })).toBe(expected)
})
