import { ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { selectActivePeople } from '../portal-users/index.ts'

/** @throws ProductError `review_queue.unknown_reviewer` */
export const assertReviewers = async (tx: TenantTransaction, reviewers: readonly string[]): Promise<void> => {
  const known = await selectActivePeople(tx).where(sql<boolean>`user_reference = any(${reviewers}::text[])`).execute()
  const found = new Set(known.map(({ user_reference }) => user_reference))
  const missing = reviewers.find((reviewer) => !found.has(reviewer))
  if (missing !== undefined) throw new ProductError('review_queue.unknown_reviewer', { person: missing })
}
