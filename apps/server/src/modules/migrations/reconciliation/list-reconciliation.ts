import {
  type CallInput,
  type calls,
  type MigrationReconciliationRow,
  ProductError,
  type ReconciliationGrain,
} from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { answerTableList, type RequestContext } from '../../../core/calls/index.ts'
import { isEqual, type Tables } from '../../../platform/database/index.ts'
import { findMigration } from '../runs/migration-record.ts'

const byDefault: ReconciliationGrain = 'payload_type'

/** `GET /migrations/{migration_id}/reconciliation`: the result of the last reconciliation, by one grain. */
export const listMigrationReconciliation = async (
  ctx: RequestContext,
  { params: { migration_id }, query }: CallInput<typeof calls.listMigrationReconciliation>,
) => {
  if (!(await ctx.read((tx) => findMigration(tx, migration_id)))) throw new ProductError('request.not_found')
  return answerTableList(ctx, query, {
    list: `legacy_reconciliation_rows ${migration_id}`,
    table: 'legacy_reconciliation_rows',
    key: ['key', 'payload_type'],
    conditions: (filter) => [
      isEqual('migration_id', migration_id),
      isEqual('grain', filter.grain ?? byDefault),
      filter.differences_only ? isEqual('is_different', true) : undefined,
    ],
    toItems: (rows) => rows.map(shown),
  })
}

const shown = (row: Selectable<Tables['legacy_reconciliation_rows']>): MigrationReconciliationRow => ({
  ...row,
  key: row.key === '' ? null : row.key,
  payload_type: row.payload_type === '' ? null : row.payload_type,
})
