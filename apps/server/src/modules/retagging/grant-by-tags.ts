import type { GroupChange } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'
import type { RunningVisit } from '../../platform/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../platform/http/index.ts'
import { assigneeGains } from './assignee-gains.ts'
import { isBeyondOwn, toldGains } from './told-gains.ts'

/** Maximum number of gaining assignees that the trail names. It always has their total. */
const mostOnTrail = 1_000

export interface Retagging {
  readonly changes: readonly GroupChange[]
  /** The changed group or tag, as the trail names it. */
  readonly about: { readonly group_reference: string } | { readonly tag_key: string }
  readonly accept_gains: boolean
  readonly visits: readonly RunningVisit[]
}

/**
 * A change of tags that gives somebody access is a grant, and is recorded as one, in addition to the change itself.
 * Its author has to accept gains that they could not grant.
 * @throws ProductError `access.opens_to_others` with the gains, if the author has not accepted them
 */
export const grantByTags = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { changes, about, accept_gains, visits }: Retagging,
): Promise<void> => {
  const gaining = await assigneeGains(tx, changes, visits)
  if (gaining.length === 0) return
  const told = toldGains(ctx, changes, gaining)
  if (told.beyond_own_total > 0 && !accept_gains) throw new ProductError('access.opens_to_others', told)
  const isBeyond = isBeyondOwn(ctx, changes)
  tx.audit('access.granted', {
    ...about,
    total: told.total,
    beyond_own_total: told.beyond_own_total,
    assignees: gaining.slice(0, mostOnTrail).map(({ kind, reference, gains }) => ({
      kind,
      reference,
      gains: gains.map((gain) => ({ ...gain, is_beyond_own: isBeyond(gain) })),
    })),
  })
}
