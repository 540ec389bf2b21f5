import type { TenantTransaction } from '../database/index.ts'

/**
 * The network ranges to which an account is limited. New ones lapse at `limit_lapses_at` unless somebody confirms them from
 * inside: `confirmed_cidr_ranges`, which held before, then hold again.
 */
export interface AccountLimit {
  cidr_ranges: string[] | null
  confirmed_cidr_ranges: string[] | null
  /** null: there is nothing to confirm. */
  limit_lapses_at: string | null
}

export const limitColumns = ['cidr_ranges', 'confirmed_cidr_ranges', 'limit_lapses_at'] as const

export const hasLapsed = ({ limit_lapses_at }: Pick<AccountLimit, 'limit_lapses_at'>, now: Date): boolean =>
  limit_lapses_at !== null && Date.parse(limit_lapses_at) <= now.getTime()

/** The ranges that hold at a moment; null: none. To the millisecond, whether or not a worker has written the lapse down. */
export const rangesAt = (limit: AccountLimit, now: Date): string[] | null =>
  hasLapsed(limit, now) ? limit.confirmed_cidr_ranges : limit.cidr_ranges

const unlimited: AccountLimit = { cidr_ranges: null, confirmed_cidr_ranges: null, limit_lapses_at: null }

export const loadAccountLimit = async (tx: TenantTransaction): Promise<AccountLimit> => {
  const row = await tx.db
    .selectFrom('account_defaults')
    .select(limitColumns)
    .where('client', '=', tx.client)
    .executeTakeFirst()
  return row ?? unlimited
}

/** The ranges to which the account is limited now; null when it is not. */
export const loadAccountCidrRanges = async (tx: TenantTransaction): Promise<readonly string[] | null> =>
  rangesAt(await loadAccountLimit(tx), tx.now)
