import type { PayloadToReview } from '../payloads/index.ts'

/** Whether somebody may open and review a recording. */
export type MayReview = (user_reference: string, recording: Pick<PayloadToReview, 'group' | 'payload_type'>) => boolean

/** A recording, who reviews it, and who reviews it after them. `reviewer` is null if none of the reviewers may. */
export interface DealtReview {
  payload: PayloadToReview
  reviewer: string | null
  second_reviewer: string | null
}

interface Dealing {
  reviewers: readonly string[]
  mayReview: MayReview
  /** The recordings that are reviewed twice. */
  twice: ReadonlySet<string>
  /** How many recordings of the queue each reviewer was dealt before. */
  before: ReadonlyMap<string, number>
}

/**
 * Deals recordings to reviewers, each to one who may open and review it: whoever has the fewest of the queue, and the first of these in
 * the order of the reviewers. So reviewers who may see everything have them in turn. A second review is dealt alike, to somebody else.
 */
export const dealReviews = (
  payloads: readonly PayloadToReview[],
  { reviewers, mayReview, twice, before }: Dealing,
): DealtReview[] => {
  const first = new Map(before)
  const second = new Map<string, number>()
  return payloads.map((payload) => {
    const able = reviewers.filter((person) => mayReview(person, payload))
    const reviewer = nextOf(able, first)
    const isTwice = reviewer !== null && twice.has(payload.payload_reference)
    const others = startingAfter(able, reviewer).filter((person) => person !== reviewer)
    return { payload, reviewer, second_reviewer: isTwice ? nextOf(others, second) : null }
  })
}

/** Who of these people has the fewest, which is one more then. */
export const nextOf = (people: readonly string[], counts: Map<string, number>): string | null => {
  const [fewest] = people.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
  if (fewest === undefined) return null
  counts.set(fewest, (counts.get(fewest) ?? 0) + 1)
  return fewest
}

const startingAfter = (people: readonly string[], person: string | null): string[] => {
  const after = (person === null ? -1 : people.indexOf(person)) + 1
  return [...people.slice(after), ...people.slice(0, after)]
}
