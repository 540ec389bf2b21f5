import { type CallInput, type CarrierImport, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import { fileBytes } from '../files/file-parts.ts'
import { fileRows } from '../files/file-rows.ts'
import { columnNames, mappedColumns } from '../files/mapped-columns.ts'
import { readWithinLimit } from '../files/readings-at-once.ts'
import { saveMapping } from '../files/saved-mappings.ts'
import { importCarrierFileJob } from './import-file-job.ts'
import { changeImport, findImport, lockImport } from './import-row.ts'

/**
 * `POST /carrier_imports/{import_reference}/start`: a job imports the rows.
 * @throws ProductError `request.not_found`, `carrier_import.not_uploaded`, `carrier_import.unknown_column`, `carrier_import.wrong_mapping`,
 * `carrier_import.too_many_at_once`
 */
export const startCarrierImport = async (
  ctx: RequestContext,
  { params: { import_reference }, body: { mapping } }: CallInput<typeof calls.startCarrierImport>,
): Promise<CarrierImport> => {
  const { platform, client } = ctx
  await ctx.read((tx) => findImport(tx, import_reference))
  await readWithinLimit(client, async () => {
    for await (const { cells } of fileRows(fileBytes(platform.database, client, import_reference), mapping)) {
      mappedColumns(mapping, columnNames(cells ?? [], mapping.has_titles))
      break
    }
  })
  return ctx.transaction(async (tx) => {
    const { state, carrier_name } = await lockImport(tx, import_reference)
    if (state !== 'Uploaded') throw new ProductError('carrier_import.not_uploaded')
    const { reference } = ctx.actor
    await saveMapping(tx, carrier_name, mapping, reference)
    const row = await changeImport(tx, import_reference, reference, {
      state: 'Importing',
      mapping: JSON.stringify(mapping),
      started_at: tx.now,
    })
    await tx.enqueue(importCarrierFileJob, { client, import_reference })
    tx.audit('carrier_import.started', { import_reference, carrier_name })
    return row
  })
}
