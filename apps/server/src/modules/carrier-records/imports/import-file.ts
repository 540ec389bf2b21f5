import { createHash } from 'node:crypto'
import { type CarrierImportFailure, type CarrierRecordType, carrierRecordTypes, limits } from '@holdfast/contract'
import { recordProductActivity } from '../../../core/activities/index.ts'
import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/identifiers.ts'
import { lastDigitsOf } from '../../../platform/same-number.ts'
import { markCoveredWindows } from '../comparison/compare-windows.ts'
import { type DeviceOfNumber, deviceOfNumbers } from '../comparison/number-holders.ts'
import { lookUpAgain } from '../comparison/unknown-numbers.ts'
import { fileBytes, removeParts } from '../files/file-parts.ts'
import { type FileRow, fileRows, keptCells } from '../files/file-rows.ts'
import { columnNames, mappedColumns } from '../files/mapped-columns.ts'
import { type ReadRecord, type ReadRow, type RowReader, rowReader } from '../files/read-row.ts'
import { type CarrierImporting, compareCarrierRecordsJob, importCarrierFileJob } from './import-file-job.ts'
import { type CarrierImportRecord, changeImport, findImport, lockImport } from './import-row.ts'

const call = `JOB ${importCarrierFileJob.name}`
const batchRows = 500

/** Imports a file in batches, each in one transaction with how far it got, so that another worker goes on where one was stopped. */
export const importCarrierFile: Job<CarrierImporting> = {
  definition: importCarrierFileJob,
  async handle({ platform, signal }, { client, import_reference }) {
    const file = await platform.database.read(client, (tx) => findImport(tx, import_reference))
    if (file.state !== 'Importing' || !file.mapping) return
    const deviceAt = await deviceOfNumbers(platform.database, client)
    const { mapping } = file
    const ofImport = { client, import_reference }
    let read: RowReader | undefined
    let failure: CarrierImportFailure | null = null
    let seen = 0
    let batch: FileRow[] = []
    for await (const row of fileRows(fileBytes(platform.database, client, import_reference), mapping)) {
      if (!read) {
        read = rowReader(mapping, mappedColumns(mapping, columnNames(row.cells ?? [], mapping.has_titles)), new Date())
        if (mapping.has_titles) continue
      }
      if (row.cells === null) failure = 'unreadable'
      seen += 1
      if (seen <= file.rows_read) continue
      if (seen > limits.maxCarrierRows) return endImport(platform, ofImport, deviceAt, 'too_many_rows')
      batch.push(row)
      if (batch.length < batchRows) continue
      signal.throwIfAborted()
      if (!(await importBatch(platform, { ...ofImport, read, deviceAt }, batch))) return
      batch = []
    }
    if (read && batch.length > 0 && !(await importBatch(platform, { ...ofImport, read, deviceAt }, batch))) return
    await endImport(platform, ofImport, deviceAt, failure)
    // A device may have verified one of the file's numbers during the import.
    const unknown = await platform.database.read(client, (tx) => unknownNumbersOf(tx, import_reference))
    await lookUpAgain(platform, client, unknown, signal)
  },
}

const unknownNumbersOf = async ({ db, client }: Pick<TenantTransaction, 'db' | 'client'>, import_reference: string) => {
  const rows = await db
    .selectFrom('carrier_records')
    .select('own_number')
    .distinct()
    .where('client', '=', client)
    .where('import_reference', '=', import_reference)
    .where('device_reference', '=', '')
    .execute()
  return rows.flatMap(({ own_number }) => own_number ?? [])
}

interface Importing {
  client: string
  import_reference: string
  read: RowReader
  deviceAt: DeviceOfNumber
}

interface RowOfBatch extends FileRow {
  read: ReadRow
}

const recordIn = ({ read }: RowOfBatch): ReadRecord | null =>
  typeof read === 'object' && 'record' in read ? read.record : null

/** @returns whether to go on: not if somebody undid the import meanwhile */
const importBatch = (
  { database }: Platform,
  { client, import_reference, read, deviceAt }: Importing,
  batch: readonly FileRow[],
): Promise<boolean> =>
  database.transaction(client, async (tx) => {
    const file = await lockImport(tx, import_reference)
    if (file.state !== 'Importing') return false
    const rows = batch.map(
      (row): RowOfBatch => ({
        ...row,
        read: row.cells ? read(row.cells) : { problems: ['unreadable'] },
      }),
    )
    const imported = await insertRecords(tx, file, rows, deviceAt)
    const others = rows.filter(({ row_number }) => !imported.has(row_number)).map((row) => notImported(file, row))
    if (others.length > 0) await tx.db.insertInto('carrier_import_rows').values(others).execute()
    const records = rows.flatMap((row) => recordIn(row) ?? [])
    await insertCoverage(tx, import_reference, records)
    await changeImport(tx, import_reference, 'system', progressOf(file, rows, others, imported.size, records))
    const rowsRead = file.rows_read + rows.length
    await tx.notify({
      kind: 'carrier_import',
      reference: import_reference,
      state: 'Importing',
      payload_type: null,
      group: null,
      progress: Math.min(1, rowsRead / Math.max(1, file.lines)),
    })
    return true
  })

/** @returns the numbers of the rows whose records are new */
const insertRecords = async (
  tx: TenantTransaction,
  { import_reference, carrier_name, mapping }: CarrierImportRecord,
  rows: readonly RowOfBatch[],
  deviceAt: DeviceOfNumber,
): Promise<Set<number>> => {
  const first = new Map<string, number>()
  const values = rows.flatMap((row) => {
    const record = recordIn(row)
    if (!record) return []
    const content_key = contentKey(record)
    if (!first.has(content_key)) first.set(content_key, row.row_number)
    const device_reference = deviceAt(record.own_number, record.begun_at) ?? ''
    return {
      client: tx.client,
      record_reference: newId(tx.now),
      content_key,
      import_reference,
      row_number: row.row_number,
      carrier_name,
      ...record,
      time_tolerance_s: mapping?.time_tolerance_s ?? 0,
      duration_tolerance_s: mapping?.duration_tolerance_s ?? 0,
      device_reference,
      outcome: device_reference === '' ? ('UnknownNumber' as const) : ('Pending' as const),
    }
  })
  if (values.length === 0) return new Set()
  const inserted = await tx.db
    .insertInto('carrier_records')
    .values(values)
    .onConflict((conflict) => conflict.columns(['client', 'content_key']).doNothing())
    .returning('content_key')
    .execute()
  return new Set(inserted.flatMap(({ content_key }) => first.get(content_key) ?? []))
}

/** Rows with the same content are the same record, whichever file they are in. */
const contentKey = (record: ReadRecord): string => {
  const { record_type, own_number, other_number, direction, begun_at, duration_s } = record
  const content = [record_type, own_number, other_number, direction, begun_at.toISOString(), duration_s]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

const notImported = ({ client, import_reference }: CarrierImportRecord, { row_number, cells, read }: RowOfBatch) => {
  const problems = typeof read === 'object' && 'problems' in read ? read.problems : []
  const result = read === 'ignored' ? 'ignored' : problems.length > 0 ? 'refused' : 'repeated'
  return { client, import_reference, row_number, result, problems, cells: keptCells(cells) } as const
}

const insertCoverage = async (
  { db, client }: TenantTransaction,
  import_reference: string,
  records: readonly ReadRecord[],
): Promise<void> => {
  const numbers = [...new Set(records.map(({ own_number }) => own_number))].sort()
  if (numbers.length === 0) return
  await db
    .insertInto('carrier_coverage')
    .values(
      numbers.map((own_number) => ({ client, import_reference, own_number, number_ending: lastDigitsOf(own_number) })),
    )
    .onConflict((conflict) => conflict.columns(['client', 'import_reference', 'own_number']).doNothing())
    .execute()
}

const progressOf = (
  file: CarrierImportRecord,
  rows: readonly RowOfBatch[],
  others: readonly { result: string }[],
  imported: number,
  records: readonly ReadRecord[],
) => {
  const count = (result: string) => others.filter((row) => row.result === result).length
  const times = records.map(({ begun_at }) => begun_at.getTime())
  const types = new Set<CarrierRecordType>([...file.record_types, ...records.map(({ record_type }) => record_type)])
  const known = [file.first_at, file.last_at].flatMap((time) => (time === null ? [] : Date.parse(time)))
  const all = [...known, ...times]
  return {
    rows_read: file.rows_read + rows.length,
    rows_imported: file.rows_imported + imported,
    rows_repeated: file.rows_repeated + count('repeated'),
    rows_ignored: file.rows_ignored + count('ignored'),
    rows_refused: file.rows_refused + count('refused'),
    first_at: all.length > 0 ? new Date(Math.min(...all)) : null,
    last_at: all.length > 0 ? new Date(Math.max(...all)) : null,
    record_types: carrierRecordTypes.filter((type) => types.has(type)),
  }
}

/** The rows before a failure stay imported: the person undoes the import, or imports the file again once it was mended. */
const endImport = (
  platform: Platform,
  { client, import_reference }: CarrierImporting,
  deviceAt: DeviceOfNumber,
  failure: CarrierImportFailure | null,
): Promise<void> =>
  platform.database.transaction(client, async (tx) => {
    const file = await lockImport(tx, import_reference)
    if (file.state !== 'Importing') return
    await markCoveredWindows(tx, file, deviceAt)
    await removeParts(tx, import_reference)
    const state = failure === null ? 'Imported' : 'Failed'
    await changeImport(tx, import_reference, 'system', { state, failure, finished_at: tx.now })
    const { rows_imported, rows_repeated, rows_ignored, rows_refused } = file
    const counts = { rows_imported, rows_repeated, rows_ignored, rows_refused }
    const event = failure === null ? 'carrier_import.finished' : 'carrier_import.failed'
    const details = { import_reference, ...counts, ...(failure && { reason: failure }) }
    await recordProductActivity(tx, { call, event, details })
    await tx.enqueue(compareCarrierRecordsJob, { client })
    await tx.notify({ kind: 'carrier_import', reference: import_reference, state, payload_type: null, group: null })
  })
