import { describe, expect, it } from 'vitest'
import type { PayloadToReview } from '../payloads/index.ts'
import { dealReviews } from './deal-reviews.ts'

const inGroups = (...groups: string[]): PayloadToReview[] =>
  groups.map((group, place) => ({
    payload_reference: `P${place}`,
    payload_type: 'Call',
    group,
    device_user_reference: null,
    payload_time: '2026-11-24T09:00:00.000Z',
  }))
const sees: Readonly<Record<string, readonly string[]>> = { ann: ['A'], ben: ['A', 'B'], cem: ['A', 'B'] }
const dealing = {
  reviewers: ['ann', 'ben', 'cem'],
  mayReview: (person: string, { group }: { group: string }) => sees[person]?.includes(group) ?? false,
  twice: new Set<string>(),
  before: new Map<string, number>(),
}
const reviewers = (payloads: PayloadToReview[], own: Partial<typeof dealing> = {}) =>
  dealReviews(payloads, { ...dealing, ...own }).map(({ reviewer }) => reviewer)

describe('recordings of a queue', () => {
  it('go to its reviewers in turn if each may see them', () => {
    expect(reviewers(inGroups('A', 'A', 'A', 'A'))).toEqual(['ann', 'ben', 'cem', 'ann'])
  })

  it('go to those alone who may see them, and to nobody if none may', () => {
    expect(reviewers(inGroups('B', 'B', 'C', 'B', 'A', 'A'))).toEqual(['ben', 'cem', null, 'ben', 'ann', 'ann'])
  })

  it('go first to whoever was dealt fewer before', () => {
    const before = new Map([
      ['ann', 2],
      ['ben', 1],
    ])
    expect(reviewers(inGroups('A', 'A', 'A'), { before })).toEqual(['cem', 'ben', 'cem'])
  })

  it('have their second review by somebody else who may see them, or none', () => {
    const twice = new Set(['P0', 'P1', 'P2'])
    const dealt = (...groups: string[]) =>
      dealReviews(inGroups(...groups), { ...dealing, twice }).map(({ second_reviewer }) => second_reviewer)
    expect(dealt('A', 'A', 'A', 'A')).toEqual(['ben', 'cem', 'ann', null])
    expect(dealt('B', 'C', 'B')).toEqual(['cem', null, 'ben'])
    expect(
      dealReviews(inGroups('A'), { ...dealing, reviewers: ['ann'], twice }).map((one) => one.second_reviewer),
    ).toEqual([null])
  })
})
