import type { Explanation } from '../retention/index.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Recordings without a day from which they may be destroyed are locked for so long, again and again. */
const rollingDays = 30
/** A lock that ends so soon is made longer. */
const renewedDays = 15
/** A lock that would end sooner is not worth asking for, and the store's clock may be ahead. */
const leastMs = 60 * 60 * 1000
/** Stores take no locks of more than a hundred years. */
const mostDays = 36_000

const ofDays = (now: Date, days: number): Date => new Date(Math.ceil((now.getTime() + days * dayMs) / dayMs) * dayMs)

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/**
 * The end of the lock that a recording should have: the day on which its rule allows to destroy it. Holds, and whatever else keeps it
 * without a day, are a rolling period, since a lock can't be taken back. `null`: the present lock is long enough, or none is needed.
 * @param until the end of the present lock
 * @param least an end that the lock had before, which it must have again
 */
export const wantedLock = (
  { holds, blocks, destroy_at }: Pick<Explanation, 'holds' | 'blocks' | 'destroy_at'>,
  { until, least }: { until: Date | null; least: Date | null },
  now: Date,
): Date | null => {
  const isOpen = holds.length > 0 || blocks.length > 0 || destroy_at === null
  const isRenewed = isOpen && (until === null || until < new Date(now.getTime() + renewedDays * dayMs))
  const rolling = isRenewed ? ofDays(now, rollingDays) : null
  // The dates of a recording with a doubtful time can be centuries away.
  const latest = ofDays(now, mostDays)
  const dated = blocks.length > 0 || destroy_at === null ? null : destroy_at > latest ? latest : destroy_at
  const wanted = later(later(rolling, dated), least)
  const isWorthwhile = wanted !== null && wanted.getTime() > now.getTime() + leastMs
  return isWorthwhile && (until === null || wanted > until) ? wanted : null
}
