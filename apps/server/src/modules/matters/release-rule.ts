import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { releaseRule } from '../account-settings/index.ts'
import { type HoldRow, releaseHolds } from '../legal-holds/index.ts'

/** Releases holds as the account lets them end. The caller has locked for `update`. */
export const releaseByRule = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  rows: readonly HoldRow[],
  reason: string | undefined,
) => {
  return releaseHolds(tx, rows, {
    rule: await releaseRule(tx),
    by: { reference: ctx.actor.reference, isPerson: ctx.caller.kind === 'portal_user' },
    reason,
  })
}
