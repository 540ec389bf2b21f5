import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import { type LegacyRow, readRows } from '../../migration-files/index.ts'
import { nothingPlanned, type Run } from '../apply/run.ts'
import { type ExportFile, filesOfExport, isReadOf, totalsOf } from '../exports/export-files.ts'
import { tablesFirst } from '../exports/list-exports.ts'
import { removeAbandoned } from '../payloads/sealed-objects.ts'
import { migrationSettings } from '../settings.ts'
import { applyBatch, type Progress } from './apply-batch.ts'
import { finishMigration } from './finish-migration.ts'
import { type Migrating, runMigrationJob } from './migration-job.ts'
import { changeMigrationRow, lockMigration, type MigrationRecord } from './migration-record.ts'
import { batchesOf } from './read-batches.ts'

/** Where a run goes on: the file, by name, and how many of its rows were read. */
interface Place {
  file_name: string
  file_number: number
  rows: number
}

/**
 * Reads an export and applies its rows in batches. Each batch is one transaction with its place, so that another worker goes on where one was
 * stopped. A dry run begins again, because it has what it would have written in memory only.
 */
export const runMigration: Job<Migrating> = {
  definition: runMigrationJob,
  async handle({ platform, attempt, signal }, migrating) {
    const begun = await begin(platform, migrating)
    if (!begun) return
    try {
      await removeAbandoned(platform, begun, 'others')
      await migrate(platform, begun, signal)
      await removeAbandoned(platform, begun, 'own')
    } catch (error) {
      if (signal.aborted || attempt < runMigrationJob.maxAttempts) throw error
      const error_message = `It could not be read: ${error instanceof Error ? error.message : error}`.slice(0, 500)
      await finishMigration(platform, begun, { state: 'Failed', error_message })
      throw error
    }
  },
}

/** Takes the run: a worker that had it before can't go on. @returns null if there is nothing to do */
const begin = ({ database }: Platform, { client, migration_id }: Migrating): Promise<MigrationRecord | null> =>
  database.transaction(client, async (tx) => {
    const row = await lockMigration(tx, migration_id)
    if (row.migration_state !== 'Pending' || row.is_stopped) return null
    const again = { code_counts: '{}', repairs: 0, bytes: 0, bytes_read: 0, place: null }
    if (row.is_dry_run) {
      await tx.db
        .deleteFrom('legacy_migration_rows')
        .where('client', '=', client)
        .where('migration_id', '=', migration_id)
        .execute()
    }
    const change = { lease: row.lease + 1, started_at: row.started_at ?? tx.now, ...(row.is_dry_run ? again : {}) }
    return changeMigrationRow(tx, migration_id, row.updated_by, change)
  })

const migrate = async (platform: Platform, begun: MigrationRecord, signal: AbortSignal): Promise<void> => {
  const { client, migration_id, folder } = begun
  const files = inOrder(await filesOfExport(platform, client, folder))
  const place = begun.place as Place | null
  // Also before it goes on: files may have changed since.
  const finding = await scan(platform, files.all, signal)
  if (finding) return finishMigration(platform, begun, { state: 'Quarantined', error_message: finding })
  const run = await platform.database.transaction(client, async (tx) => {
    await changeMigrationRow(tx, migration_id, begun.updated_by, { ...totalsOf(files.all) })
    return runOf(begun, await migrationSettings(tx))
  })
  const key = await platform.database.read(client, (tx) => platform.clientKeys.currentPublicKey(tx))
  if (!key) throw new Error('The account has no key')
  const sources = { files: new Map(files.all.map((file) => [file.file_name, file])), key }
  let bytesBefore = 0
  let fileNumber = place?.file_number ?? 0
  for (const file of files.read) {
    const isDone =
      place !== null && tablesFirst(file, { file_name: place.file_name, kind: kindIn(files.read, place) }) < 0
    const from = place?.file_name === file.file_name ? place.rows : 0
    if (isDone) await remember(run, file, begun, Number.POSITIVE_INFINITY)
    else {
      const progress = { begun, file, fileNumber, bytesBefore, from, sources }
      if (!(await readFile(platform, run, progress, signal))) return
      fileNumber += 1
    }
    bytesBefore += file.bytes
  }
  await finishMigration(platform, begun, null)
}

const kindIn = (files: readonly ExportFile[], { file_name }: Place) =>
  files.find((file) => file.file_name === file_name)?.kind ?? null

const runOf = (begun: MigrationRecord, settings: Run['settings']): Run => ({
  client: begun.client,
  migration_id: begun.migration_id,
  lease: begun.lease,
  source: begun.source,
  timeZone: begun.time_zone,
  isDryRun: begun.is_dry_run,
  by: begun.updated_by,
  settings,
  readDevices: new Set(),
  planned: nothingPlanned(),
})

/** Recordings are read by their names only if no table names them. */
const inOrder = (files: readonly ExportFile[]) => ({
  all: files,
  read: files.filter(isReadOf(files)).sort(tablesFirst),
})

/** @returns what the scanner found, and where */
const scan = async (
  { scanner }: Platform,
  files: readonly ExportFile[],
  signal: AbortSignal,
): Promise<string | null> => {
  for (const file of files) {
    signal.throwIfAborted()
    const verdict = await scanner.scan(file.read())
    if (!verdict.clean) return `The scanner found ${verdict.finding} in ${file.file_name}`
  }
  return null
}

/** The devices of rows that were read before: each has one row in a run. */
const remember = async (run: Run, file: ExportFile, begun: MigrationRecord, rows: number): Promise<void> => {
  if (file.kind !== 'devices' || rows === 0) return
  for await (const row of readRows({ name: file.file_name, bytes: file.read() }, readOptions(begun))) {
    if (row.rowNumber > rows) return
    if (row.record?.kind === 'device') run.readDevices.add(row.record.device_reference)
  }
}

const readOptions = ({ time_zone, columns }: MigrationRecord) => ({ timeZone: time_zone, columns })

interface Reading extends Omit<Progress, 'bytesRead'> {
  file: ExportFile
  bytesBefore: number
  from: number
}

/** @returns whether to go on: not if somebody stopped the run, or another worker took it */
const readFile = async (platform: Platform, run: Run, reading: Reading, signal: AbortSignal): Promise<boolean> => {
  const { file, begun, from, bytesBefore, sources } = reading
  await remember(run, file, begun, from)
  let bytes = 0
  async function* counted() {
    for await (const chunk of file.read()) {
      bytes += chunk.length
      yield chunk
    }
  }
  const rows =
    file.kind === null
      ? unknownFile(file, from)
      : readRows({ name: file.file_name, bytes: counted(), from: { rows: from } }, readOptions(begun))
  const mediaBytesOf = ({ record }: LegacyRow): number => {
    const content = record?.kind === 'payload' ? record.content : null
    if (!content) return 0
    return 'bytes' in content ? content.bytes.length : (sources.files.get(content.file_name)?.bytes ?? 0)
  }
  for await (const batch of batchesOf(rows, mediaBytesOf)) {
    signal.throwIfAborted()
    if (!(await applyBatch(platform, run, { ...reading, bytesRead: bytesBefore + bytes }, batch))) return false
  }
  return true
}

async function* unknownFile({ file_name }: ExportFile, from: number): AsyncGenerator<LegacyRow> {
  if (from > 0) return
  yield {
    kind: 'media',
    fileName: file_name,
    rowNumber: 1,
    cells: {},
    reference: null,
    record: null,
    problem: null,
    warnings: [],
    repairs: 0,
  }
}
