import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appHoldsRole } from '../client-apps/index.ts'
import { holdsRole } from '../portal-users/index.ts'

/**
 * SQL condition on `access_reviews`: a role was revoked that somebody else has to take away, and its holder still has it. Only true of the latest
 * review of a group, whose list repeats what earlier reviews left.
 */
export const hasHeldRole = (tx: Pick<TenantTransaction, 'client' | 'now'>) => {
  const [who, role] = [sql<string>`item.user_reference`, sql<string>`item.role_reference`]
  return sql<boolean>`(access_reviews.revoked > 0
    and not exists (select from access_reviews later where later.client = ${tx.client}
      and later.group_reference = access_reviews.group_reference and later.review_reference > access_reviews.review_reference)
    and exists (select from access_review_decisions decided join access_review_items item
      on item.client = ${tx.client} and item.review_reference = decided.review_reference and item.item = decided.item
      where decided.client = ${tx.client} and decided.review_reference = access_reviews.review_reference
        and decided.outcome = 'handed_over' and (${holdsRole(tx, who, role)} or ${appHoldsRole(tx, who, role)})))`
}
