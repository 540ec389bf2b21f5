import type { CallInput, CarrierImport, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../../core/calls/index.ts'
import { hasAnyOf, isAnyOf, isEqual, type TenantTransaction } from '../../../platform/database/index.ts'
import { findImport } from './import-row.ts'

/** `GET /carrier_imports`, the newest first. */
export const listCarrierImports = (ctx: RequestContext, { query }: CallInput<typeof calls.listCarrierImports>) =>
  answerTableList(ctx, query, {
    table: 'carrier_imports',
    // A reference begins with the time at which it was made.
    key: ['import_reference'],
    direction: 'desc',
    conditions: (filter) => [isAnyOf('state', filter.states), isAnyOf('carrier_name', filter.carrier_names)],
    toItems: (rows): CarrierImport[] => rows,
  })

/** What carriers' files were called, by their references. */
export const namesOfCarrierFiles = async (
  { db, client }: TenantTransaction,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('carrier_imports')
    .select(['import_reference', 'file_name'])
    .where('client', '=', client)
    .where('import_reference', 'in', references)
    .execute()
  return new Map(rows.map(({ import_reference, file_name }) => [import_reference, file_name]))
}

/** `GET /carrier_imports/{import_reference}`. */
export const getCarrierImport = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getCarrierImport>,
): Promise<CarrierImport> => ctx.read((tx) => findImport(tx, params.import_reference))

/** `GET /carrier_imports/{import_reference}/rows`: the rows that were not imported, in their order. */
export const listCarrierImportRows = async (
  ctx: RequestContext,
  { params: { import_reference }, query }: CallInput<typeof calls.listCarrierImportRows>,
) => {
  await ctx.read((tx) => findImport(tx, import_reference))
  return answerTableList(ctx, query, {
    list: `carrier_import_rows ${import_reference}`,
    table: 'carrier_import_rows',
    key: ['row_number'],
    conditions: (filter) => [
      isEqual('import_reference', import_reference),
      isAnyOf('result', filter.results),
      hasAnyOf('problems', filter.problems),
    ],
    toItems: (rows) => rows,
  })
}
