import { createHmac } from 'node:crypto'
import type { ReviewSample } from '@holdfast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidate, drawSample, drawSecondReviews } from './draw-sample.ts'

const candidates = Array.from(
  { length: 60 },
  (_, number): Candidate => ({
    payload_reference: `01ARZ3NDEKTSV4RRFFQ69G5F${String(number).padStart(2, '0')}`,
    group: number < 50 ? 'London' : 'Lisbon',
    device_user_reference: number % 7 === 0 ? null : `person-${number % 7}`,
  }),
)
const sample = (own: Partial<ReviewSample>): ReviewSample => ({ stratify_by: null, seed: 'seed', ...own })
const referencesOf = (drawn: readonly Candidate[]) => drawn.map(({ payload_reference }) => payload_reference)

describe('a sample', () => {
  test('is the recordings with the least HMAC-SHA256 of their reference, keyed by the seed', () => {
    const byHand = referencesOf(candidates)
      .map((reference) => [createHmac('sha256', 'seed').update(reference).digest('hex'), reference] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, 6)
      .map(([, reference]) => reference)
    expect(referencesOf(drawSample(candidates, sample({ percent: 10 })))).toEqual(byHand)
  })

  test('is the same in whatever order the recordings were found, and another with another seed', () => {
    const asked = sample({ percent: 20, stratify_by: 'group' })
    fc.assert(
      fc.property(fc.shuffledSubarray(candidates, { minLength: candidates.length }), (shuffled) => {
        expect(drawSample(shuffled, asked)).toEqual(drawSample(candidates, asked))
      }),
    )
    expect(drawSample(candidates, { ...asked, seed: 'other' })).not.toEqual(drawSample(candidates, asked))
  })

  test('has at least one of each stratum, and of a number as many of each as there are', () => {
    const sizes = (drawn: readonly Candidate[]) =>
      [...Map.groupBy(drawn, ({ group }) => group)].map(([group, { length }]) => [group, length]).sort()
    expect(sizes(drawSample(candidates, sample({ percent: 1, stratify_by: 'group' })))).toEqual([
      ['Lisbon', 1],
      ['London', 1],
    ])
    expect(sizes(drawSample(candidates, sample({ number: 20, stratify_by: 'group' })))).toEqual([
      ['Lisbon', 10],
      ['London', 20],
    ])
    const people = new Set(candidates.map(({ device_user_reference }) => device_user_reference))
    expect(drawSample(candidates, sample({ number: 1, stratify_by: 'device_user' })).length).toBe(people.size)
  })

  test('of nothing is nothing; without a sample everything is taken, in its order', () => {
    expect(drawSample([], sample({ percent: 50 }))).toEqual([])
    expect(drawSample(candidates, null)).toEqual(candidates)
    expect(drawSample(candidates, sample({ percent: 100 })).length).toBe(60)
  })
})

test('second reviews are a share of what was drawn, rounded up', () => {
  expect(drawSecondReviews(candidates, 0, 'seed').size).toBe(0)
  expect(drawSecondReviews(candidates, 1, 'seed').size).toBe(1)
  expect(drawSecondReviews(candidates, 100, 'seed').size).toBe(60)
  expect(drawSecondReviews(candidates, 25, 'seed')).toEqual(drawSecondReviews(candidates.toReversed(), 25, 'seed'))
})
