import { expect, test } from 'vitest'
import { stepsOf } from './visit-steps.ts'

const read = (action: string) => ({ action, parameters: {}, events: [], denial_reason: null })
const change = { action: 'PUT /groups/{group_reference}', parameters: {}, events: [{}], denial_reason: null }
const refused = { action: 'GET /roles', parameters: {}, events: [], denial_reason: 'auth.forbidden' }

test('the same read stands once, with how often, until something else happened', () => {
  const calls = [read('GET /devices'), read('GET /profile'), read('GET /devices'), change, read('GET /devices')]
  expect(stepsOf(calls).map(({ entry, times }) => [entry.action, times])).toEqual([
    ['GET /devices', 2],
    ['GET /profile', 1],
    ['PUT /groups/{group_reference}', 1],
    ['GET /devices', 1],
  ])
})

test('every change and refusal stands for itself, and no call is lost', () => {
  const calls = [change, change, refused, refused]
  expect(stepsOf(calls).map(({ times }) => times)).toEqual([1, 1, 1, 1])
})

test('reads with other parameters are other reads', () => {
  const calls = [read('GET /devices'), { ...read('GET /devices'), parameters: { limit: 100 } }]
  expect(stepsOf(calls)).toHaveLength(2)
})
