import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isTold } from './failure-told.ts'

const first = { state: { data: undefined, errorUpdateCount: 1 } }
const failed = (status: number) => new ApiError(status, {})

it.each([400, 403, 404, 409, 500, 503])('a response of %i has a notice', (status) => {
  expect(isTold(failed(status), first)).toBe(true)
})

it.each([0, 401])('status %i has none: the screen says it', (status) => {
  expect(isTold(failed(status), first)).toBe(false)
})

it('what is tried again by itself is told once, and again when data was read meanwhile', () => {
  expect(isTold(failed(503), { state: { data: undefined, errorUpdateCount: 2 } })).toBe(false)
  expect(isTold(failed(503), { state: { data: [], errorUpdateCount: 2 } })).toBe(true)
  expect(isTold(failed(404), { state: { data: undefined, errorUpdateCount: 2 } })).toBe(true)
})

it('a failed profile is only logged, and a preview says it in its place', () => {
  expect(isTold(failed(500), { ...first, meta: { failure: 'logged' } })).toBe(false)
  expect(isTold(failed(400), { ...first, meta: { failure: 'in_place' } })).toBe(false)
})
