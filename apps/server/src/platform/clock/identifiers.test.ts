import { decodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { newId } from './identifiers.ts'

test('ids are ULIDs, all different, and in the order in which they were made', () => {
  const at = new Date('2026-11-21T10:00:00.000Z')
  const ids = Array.from({ length: 5_000 }, () => newId(at))
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^01[0-9A-HJKMNP-TV-Z]{24}$/)
})

test('ids of different moments differ in what is drawn, beyond what numbers drawn at once', () => {
  const drawnParts = Array.from({ length: 2_000 }, (_, index) => newId(new Date(1_800_000_000_000 + index)).slice(10))
  expect(new Set(drawnParts).size).toBe(drawnParts.length)
})

test('a clock set back by seconds keeps the order, and one set back by an hour leads ids back to the time', () => {
  const ahead = new Date('2027-11-21T11:00:00.000Z')
  const first = newId(ahead)
  expect(newId(new Date(ahead.getTime() - 5_000)) > first).toBe(true)
  const corrected = new Date(ahead.getTime() - 3_600_000)
  expect(decodeTime(newId(corrected))).toBe(corrected.getTime())
})
