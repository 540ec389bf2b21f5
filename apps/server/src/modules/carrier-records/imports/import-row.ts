import { ProductError } from '@holdfast/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Tables, TenantTransaction } from '../../../platform/database/index.ts'

export type CarrierImportRecord = Selectable<Tables['carrier_imports']>

export const findImport = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  import_reference: string,
): Promise<CarrierImportRecord> => {
  const row = await db
    .selectFrom('carrier_imports')
    .selectAll()
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .executeTakeFirst()
  if (!row) throw new ProductError('request.not_found')
  return row
}

/** Two who start or undo an import at once take turns, and so does the job that imports its rows. */
export const lockImport = async (
  { db, client }: Pick<TenantTransaction, 'db' | 'client'>,
  import_reference: string,
): Promise<CarrierImportRecord> => {
  const row = await db
    .selectFrom('carrier_imports')
    .selectAll()
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ProductError('request.not_found')
  return row
}

export const changeImport = (
  { db, client, now }: TenantTransaction,
  import_reference: string,
  updated_by: string,
  change: Updateable<Tables['carrier_imports']>,
): Promise<CarrierImportRecord> =>
  db
    .updateTable('carrier_imports')
    .set({ ...change, updated_at: now, updated_by })
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
