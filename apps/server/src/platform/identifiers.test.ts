import { decodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { newId } from './identifiers.ts'

test('ids are unique ULIDs, in the order in which they were made', () => {
  const at = new Date('2026-11-21T10:00:00.000Z')
  const ids = Array.from({ length: 5_000 }, () => newId(at))
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^01[0-9A-HJKMNP-TV-Z]{24}$/)
})

test('the random parts of ids from different moments differ, also beyond what is drawn at once', () => {
  const drawnParts = Array.from({ length: 2_000 }, (_, index) => newId(new Date(1_800_000_000_000 + index)).slice(10))
  expect(new Set(drawnParts).size).toBe(drawnParts.length)
})

test('ids stay in order when the clock is set back by seconds, and follow the clock when it is set back by an hour', () => {
  const ahead = new Date('2027-11-21T11:00:00.000Z')
  const first = newId(ahead)
  expect(newId(new Date(ahead.getTime() - 5_000)) > first).toBe(true)
  const corrected = new Date(ahead.getTime() - 3_600_000)
  expect(decodeTime(newId(corrected))).toBe(corrected.getTime())
})
