import { describe, expect, test } from 'vitest'
import { countsByGroup, countsByMonth } from './month-counts.ts'

const item = (
  month: string,
  group: string | null,
  outcome: 'Matched' | 'Missing',
  records: number,
  is_signed_off = false,
) => ({
  month,
  group,
  outcome,
  records,
  is_signed_off,
})
const items = [
  item('2026-10', 'London', 'Matched', 10),
  item('2026-10', 'London', 'Missing', 2),
  item('2026-10', 'London', 'Missing', 1, true),
  item('2026-10', null, 'Missing', 4),
  item('2026-09', 'London', 'Matched', 3),
]

describe('counts of carriers’ records', () => {
  test('by month, the earliest first, over all groups', () => {
    expect(countsByMonth(items)).toMatchObject([
      { month: '2026-09', all: 3, matched: 3, signedOff: 0, open: 0 },
      { month: '2026-10', all: 17, matched: 10, signedOff: 1, open: 6 },
    ])
  })

  test('by month and group, with each outcome', () => {
    expect(countsByGroup(items)).toMatchObject([
      { month: '2026-10', group: 'London', all: 13, byOutcome: { Matched: 10, Missing: 3, NotListed: 0 } },
      { month: '2026-10', group: null, all: 4, open: 4 },
      { month: '2026-09', group: 'London', all: 3 },
    ])
  })
})
