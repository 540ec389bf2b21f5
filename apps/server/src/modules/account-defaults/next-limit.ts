import { limits } from '@holdfast/contract'
import { type AccountLimit, rangesAt } from '../../core/authorization/index.ts'

const confirmWithinMs = limits.accountLimitMinutes * 60_000

/**
 * The limit after saving `wanted` ranges. New ranges have to be confirmed. Removing the limit, or returning to the
 * ranges that were confirmed last, needs no confirmation.
 */
export const nextLimit = (stored: AccountLimit, wanted: string[] | null, now: Date): AccountLimit => {
  const held = rangesAt(stored, now)
  const isUnconfirmed = stored.limit_lapses_at !== null && Date.parse(stored.limit_lapses_at) > now.getTime()
  const confirmed = isUnconfirmed ? stored.confirmed_cidr_ranges : held
  if (isUnconfirmed && isSame(wanted, held)) return stored
  if (wanted === null || isSame(wanted, confirmed)) {
    return { cidr_ranges: wanted, confirmed_cidr_ranges: null, limit_lapses_at: null }
  }
  const limit_lapses_at = new Date(now.getTime() + confirmWithinMs).toISOString()
  return { cidr_ranges: wanted, confirmed_cidr_ranges: confirmed, limit_lapses_at }
}

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)
