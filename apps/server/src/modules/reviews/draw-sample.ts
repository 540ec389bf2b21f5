import { createHmac } from 'node:crypto'
import type { ReviewSample } from '@holdfast/contract'

/** A recording that can be drawn. */
export interface Candidate {
  payload_reference: string
  group: string
  device_user_reference: string | null
}

/** What orders the recordings. Outsiders who know the seed and the references can repeat it (docs/decisions/0046). */
export const drawKey = (seed: string, payload_reference: string): string =>
  createHmac('sha256', seed).update(payload_reference).digest('hex')

/**
 * The drawn recordings, in the order in which they are assigned. Without a sample all of them, in their order. A share is rounded up, so
 * that each stratum has at least one; a number is taken of each stratum.
 */
export const drawSample = <C extends Candidate>(candidates: readonly C[], sample: ReviewSample | null): C[] => {
  if (!sample) return [...candidates]
  const keyed = candidates
    .map((candidate) => ({ candidate, key: drawKey(sample.seed, candidate.payload_reference) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const strata = Map.groupBy(keyed, ({ candidate }) => stratumOf(candidate, sample.stratify_by))
  const drawn = [...strata.values()].flatMap((stratum) => stratum.slice(0, sizeOf(stratum.length, sample)))
  return drawn.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ candidate }) => candidate)
}

const stratumOf = ({ group, device_user_reference }: Candidate, by: ReviewSample['stratify_by']): string => {
  if (by === null) return ''
  return by === 'group' ? group : (device_user_reference ?? '')
}

const sizeOf = (all: number, { percent, number }: ReviewSample): number =>
  percent === undefined ? (number ?? all) : Math.ceil((all * percent) / 100)

/** Which of the drawn recordings are reviewed twice: a share of them, rounded up, in an order of their own. */
export const drawSecondReviews = (drawn: readonly Candidate[], percent: number, seed: string): ReadonlySet<string> => {
  const references = drawn
    .map(({ payload_reference }) => ({ payload_reference, key: drawKey(`${seed} second`, payload_reference) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ payload_reference }) => payload_reference)
  return new Set(references.slice(0, Math.ceil((drawn.length * percent) / 100)))
}
