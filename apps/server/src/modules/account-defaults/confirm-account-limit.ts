import { type AccountDefaults, type CallInput, type calls, ProductError } from '@holdfast/contract'
import { accountDefaults, bumpAccessVersion, hasLapsed } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { asOf, lockDefaults, notifyOpenScreens } from './defaults-row.ts'

/**
 * `POST /account/defaults/confirmation`: makes the ranges permanent. The caller's address is inside the ranges, otherwise the
 * call would have been refused. Client apps cannot confirm, because that would not show that people still have access.
 */
export const confirmAccountLimit = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.confirmAccountLimit>,
): Promise<AccountDefaults> => {
  const { user_reference } = ctx.user
  return ctx.transaction(async (tx) => {
    const stored = await lockDefaults(tx)
    assertVersion(body.version, stored)
    if (stored.limit_lapses_at === null || hasLapsed(stored, tx.now)) {
      throw new ProductError('account.nothing_to_confirm')
    }
    const confirmed = { confirmed_cidr_ranges: null, limit_lapses_at: null }
    const saved = await accountDefaults.replace(tx, tx.client, confirmed, user_reference)
    await bumpAccessVersion(tx)
    tx.audit('account_limit.confirmed', { cidr_ranges: stored.cidr_ranges })
    await notifyOpenScreens(tx)
    return asOf(tx.now, saved)
  })
}
