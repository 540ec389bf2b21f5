import type { Group } from '@holdfast/access'
import { type Action, contentActions, contentTypes, type PayloadType } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { rightsOf } from '../portal-users/index.ts'
import type { MayReview } from './deal-reviews.ts'

/**
 * Whether these people may see recordings, open them and mark them as reviewed, by the roles that they have now. Recordings whose type
 * has no content need no right to open it.
 */
export const mayReviewOf = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  user_references: readonly string[],
): Promise<MayReview> => mayReviewIn(tx, await ctx.groups(), user_references)

const seeing: readonly Action[] = ['payloads:read', 'reviews:write']

/** Each of these sets of actions is enough. Diagnostics are saved, not played. */
const waysToReview = (type: PayloadType): readonly (readonly Action[])[] => {
  if (contentTypes[type]?.length === 0) return [seeing]
  const opening = type === 'Diagnostics' ? (['payloads:download'] as const) : contentActions
  return opening.map((action) => [...seeing, action])
}

/** Like `mayReviewOf`. @param groups those of the account, by reference */
export const mayReviewIn = async (
  tx: TenantTransaction,
  groups: { get(group_reference: string): Group | undefined },
  user_references: readonly string[],
): Promise<MayReview> => {
  const may = await rightsOf(tx, user_references, waysToReview)
  return (person, { group: reference, payload_type }) => {
    const group = groups.get(reference)
    return group !== undefined && may(person, { group, payload_type })
  }
}
