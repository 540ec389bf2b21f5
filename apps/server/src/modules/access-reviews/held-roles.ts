import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { appHoldsRole } from '../client-apps/index.ts'
import { holdsRole } from '../portal-users/index.ts'

/**
 * A condition on `access_reviews`: somebody has to take a role away that was revoked, and has not. Only of the latest review of a group: its list
 * had again what was still held of those before, and somebody decides anew.
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
