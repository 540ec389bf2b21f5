import type { CompletenessDay } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { expectedOf, figureOf, stateOf } from './day-state.ts'

const day = (fields: Partial<CompletenessDay>): CompletenessDay => ({
  date: '2026-11-03',
  arrived: 0,
  waiting: 0,
  failed: 0,
  lost: 0,
  missing: 0,
  explained: 0,
  gaps: 0,
  silent: 0,
  ...fields,
})

test.each([
  [{}, 'nothing', null],
  [{ arrived: 4 }, 'complete', null],
  [{ arrived: 4, explained: 2 }, 'explained', 2],
  [{ arrived: 4, waiting: 3, explained: 2 }, 'waiting', 3],
  [{ silent: 1, waiting: 3 }, 'waiting', 3],
  [{ silent: 1 }, 'silent', 1],
  [{ silent: 1, arrived: 4 }, 'complete', null],
  [{ failed: 1, silent: 1 }, 'failed', 1],
  [{ missing: 2, lost: 1, failed: 5 }, 'missing', 3],
] as const)('a day with %j is %s', (fields, state, figure) => {
  expect(stateOf(day(fields))).toBe(state)
  expect(figureOf(day(fields))).toBe(figure)
})

test('what is expected is what arrived, waits, failed, is lost and is missing', () => {
  expect(expectedOf(day({ arrived: 1, waiting: 2, failed: 3, lost: 4, missing: 5, explained: 6, silent: 9 }))).toBe(21)
})
