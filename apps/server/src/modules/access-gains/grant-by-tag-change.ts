import type { GroupChange } from '@holdfast/access'
import { contentActions, ProductError } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { assertAcceptable, assertByTwo, grantingAccess, type MadeBy } from '../grants/index.ts'
import { assigneeGains, type GainingAssignee } from './assignee-gains.ts'
import { gainsOnTrail, maxOnTrail } from './gains-on-trail.ts'
import { isBeyondOwn, visibleGains } from './visible-gains.ts'

export interface GrantingTagChange {
  readonly changes: readonly GroupChange[]
  /** The changed group or tag, as the trail names it. */
  readonly about: { readonly group_reference: string } | { readonly tag_key: string }
  readonly accept_gains: boolean
  readonly visits: readonly RunningVisit[]
  readonly madeBy: MadeBy
}

/**
 * A change of tags that gives somebody access is a grant, and is recorded as one, in addition to the change itself.
 * Its author has to accept gains that they could not grant.
 * @throws ProductError `access.opens_to_others` with the gains, if the author has not accepted them; `access.needs_second_person`;
 *   `access.ends_sooner` if they can't accept them
 */
export const grantByTagChange = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { changes, about, accept_gains, visits, madeBy }: GrantingTagChange,
): Promise<void> => {
  const gaining = await assigneeGains(tx, changes, visits)
  if (gaining.length === 0) return
  await assertByTwo(tx, madeBy, () => contentOf(gaining))
  // Tags have no end, so their author can grant only what they can do for good.
  const lasting = await grantingAccess(ctx, tx, null)
  const visible = visibleGains(ctx, lasting, { changes, gaining })
  if (madeBy === 'author' && visible.beyond_own_total > 0) {
    const [isBeyond, isBeyondNow] = [isBeyondOwn(lasting, changes), isBeyondOwn(ctx.access, changes)]
    assertAcceptable(
      ctx,
      lasting,
      gaining.some(({ gains }) => gains.some((gain) => isBeyond(gain) && !isBeyondNow(gain))),
    )
  }
  if (visible.beyond_own_total > 0 && !accept_gains) throw new ProductError('access.opens_to_others', visible)
  const isBeyond = isBeyondOwn(lasting, changes)
  tx.audit('access.granted', {
    ...about,
    ...gainsOnTrail(gaining.map(({ gains: gained, ...assignee }) => ({ ...assignee, gained }))),
    beyond_own_total: visible.beyond_own_total,
    assignees: gaining.slice(0, maxOnTrail).map(({ kind, reference, gains }) => ({
      kind,
      reference,
      gains: gains.map((gain) => ({ ...gain, is_beyond_own: isBeyond(gain) })),
    })),
  })
}

/** The first action on content that somebody gains. */
const contentOf = (gaining: readonly GainingAssignee[]) => {
  const gained = new Set(gaining.flatMap(({ gains }) => gains.map(({ action }) => action)))
  const action = contentActions.find((one) => gained.has(one))
  return action ? { action } : null
}
