import type { TenantTransaction } from '@holdfast/server'

/** Whether an earlier run, or somebody, has written rows of a table. */
export const hasAny = async (
  tx: TenantTransaction,
  table:
    | 'access_requests'
    | 'access_reviews'
    | 'carrier_imports'
    | 'completeness_statements'
    | 'legacy_migrations'
    | 'review_queues',
): Promise<boolean> => {
  const found = await tx.db
    .selectFrom(table)
    .select('client')
    .where('client', '=', tx.client)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
