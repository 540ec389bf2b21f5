import { type CallInput, type CarrierImport, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import type { Job } from '../../../core/jobs.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { markCoveredWindows, markWindows } from '../comparison/compare-windows.ts'
import { deviceOfNumbers } from '../comparison/number-holders.ts'
import { removeParts } from '../files/file-parts.ts'
import { type CarrierImporting, compareCarrierRecordsJob, removeCarrierRecordsJob } from './import-file-job.ts'
import { changeImport, findImport, lockImport } from './import-row.ts'

/**
 * `DELETE /carrier_imports/{import_reference}`: a job removes the records. The import stays in the list, with why.
 * @throws ProductError `request.not_found`, `carrier_import.undone_already`
 */
export const undoCarrierImport = (
  ctx: RequestContext,
  { params: { import_reference }, body: { reason } }: CallInput<typeof calls.undoCarrierImport>,
): Promise<CarrierImport> =>
  ctx.transaction(async (tx) => {
    const { state, carrier_name, file_name, rows_imported } = await lockImport(tx, import_reference)
    if (state === 'Undone') throw new ProductError('carrier_import.undone_already')
    const { reference } = ctx.actor
    await removeParts(tx, import_reference)
    const undone = { state: 'Undone', undone_at: tx.now, undone_by: reference, undone_reason: reason } as const
    const row = await changeImport(tx, import_reference, reference, undone)
    if (state !== 'Uploaded') await tx.enqueue(removeCarrierRecordsJob, { client: tx.client, import_reference })
    tx.audit('carrier_import.undone', { import_reference, carrier_name, file_name, rows_imported, reason })
    return row
  })

const atOnce = 1000

/** Removes the records and rows of an import that was undone, and compares anew what they were compared with. */
export const removeCarrierRecords: Job<CarrierImporting> = {
  definition: removeCarrierRecordsJob,
  async handle({ platform: { database }, signal }, { client, import_reference }) {
    const file = await database.read(client, (tx) => findImport(tx, import_reference))
    if (file.state !== 'Undone') return
    const deviceAt = await deviceOfNumbers(database, client)
    await database.transaction(client, (tx) => markCoveredWindows(tx, file, deviceAt))
    for (const remove of [removeRecords, removeRows]) {
      for (let removed = atOnce; removed === atOnce; ) {
        signal.throwIfAborted()
        removed = await database.transaction(client, (tx) => remove(tx, import_reference))
      }
    }
    await database.transaction(client, async (tx) => {
      await tx.db
        .deleteFrom('carrier_coverage')
        .where('client', '=', client)
        .where('import_reference', '=', import_reference)
        .execute()
      await markCoveredWindows(tx, file, deviceAt)
      await tx.enqueue(compareCarrierRecordsJob, { client })
    })
  },
}

/** @returns how many were removed */
const removeRecords = async (tx: TenantTransaction, import_reference: string): Promise<number> => {
  const removed = await tx.db
    .deleteFrom('carrier_records')
    .where('client', '=', tx.client)
    .where('record_reference', 'in', (eb) =>
      eb
        .selectFrom('carrier_records')
        .select('record_reference')
        .where('client', '=', tx.client)
        .where('import_reference', '=', import_reference)
        .limit(atOnce),
    )
    .returning(['device_reference', 'begun_at'])
    .execute()
  await markWindows(
    tx,
    removed.map(({ device_reference, begun_at }) => ({ device_reference, from_at: begun_at, until_at: begun_at })),
  )
  return removed.length
}

const removeRows = async ({ db, client }: TenantTransaction, import_reference: string): Promise<number> => {
  const removed = await db
    .deleteFrom('carrier_import_rows')
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .where('row_number', 'in', (eb) =>
      eb
        .selectFrom('carrier_import_rows')
        .select('row_number')
        .where('client', '=', client)
        .where('import_reference', '=', import_reference)
        .limit(atOnce),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
