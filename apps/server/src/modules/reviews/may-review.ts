import type { Group } from '@holdfast/access'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { rightsOf } from '../portal-users/index.ts'
import type { MayReview } from './deal-reviews.ts'

/**
 * Whether these people may see recordings and mark them as reviewed, by the roles that they have now. It takes no right to the content:
 * recordings without content are reviewed as well (docs/decisions/0045).
 */
export const mayReviewOf = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  user_references: readonly string[],
): Promise<MayReview> => mayReviewIn(tx, await ctx.groups(), user_references)

/** Like `mayReviewOf`. @param groups those of the account, by reference */
export const mayReviewIn = async (
  tx: TenantTransaction,
  groups: { get(group_reference: string): Group | undefined },
  user_references: readonly string[],
): Promise<MayReview> => {
  const may = await rightsOf(tx, user_references, ['payloads:read', 'reviews:write'])
  return (person, { group: reference, payload_type }) => {
    const group = groups.get(reference)
    return group !== undefined && may(person, { group, payload_type })
  }
}
