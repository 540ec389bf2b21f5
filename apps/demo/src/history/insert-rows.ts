import type { Tables, TenantTransaction } from '@holdfast/server'
import type { Insertable } from 'kysely'

const rowsInStatement = 500

/** Inserts rows, `rowsInStatement` at a time. */
export const insertRows = async <Table extends keyof Tables>(
  tx: TenantTransaction,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    await tx.db
      .insertInto(table)
      .values(rows.slice(start, start + rowsInStatement))
      .execute()
  }
}
