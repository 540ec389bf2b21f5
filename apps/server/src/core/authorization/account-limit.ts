import { recordsBefore, type TenantTransaction } from '../../platform/database/index.ts'

/**
 * The network ranges from which an account can be used. New ranges lapse at `limit_lapses_at` unless somebody confirms them
 * from inside. After that, the previous `confirmed_cidr_ranges` apply again.
 */
export interface AccountLimit {
  cidr_ranges: string[] | null
  confirmed_cidr_ranges: string[] | null
  /** `null` when there is nothing to confirm. */
  limit_lapses_at: string | null
}

export const limitColumns = ['cidr_ranges', 'confirmed_cidr_ranges', 'limit_lapses_at'] as const

export const hasLapsed = ({ limit_lapses_at }: Pick<AccountLimit, 'limit_lapses_at'>, now: Date): boolean =>
  limit_lapses_at !== null && Date.parse(limit_lapses_at) <= now.getTime()

/** The ranges in force at a moment, to the millisecond, even before a worker has recorded the lapse; `null` for no limit. */
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

/** The ranges to which the account is limited now; `null` if it is not limited. */
export const loadAccountCidrRanges = async (tx: TenantTransaction): Promise<readonly string[] | null> =>
  rangesAt(await loadAccountLimit(tx), tx.now)

/** The ranges to which the account was limited at a moment; `null` if it was not. */
export const accountCidrRangesAt = async (tx: TenantTransaction, at: Date): Promise<readonly string[] | null> => {
  const former = await recordsBefore<AccountLimit>(tx, 'defaults', at)
  return rangesAt(former.get(tx.client) ?? (await loadAccountLimit(tx)), at)
}
