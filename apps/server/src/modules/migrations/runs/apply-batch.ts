import { type MigrationResultCode, ProductError } from '@holdfast/contract'
import type { Platform } from '../../../core/platform.ts'
import { storedJson, type TenantTransaction } from '../../../platform/database/index.ts'
import type { LegacyRow } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import { applyDevice } from '../apply/apply-device.ts'
import { applyGroup } from '../apply/apply-group.ts'
import { applyUser } from '../apply/apply-user.ts'
import { type Applied, failed, type Run } from '../apply/run.ts'
import type { ExportFile } from '../exports/export-files.ts'
import { decideAgain, endOf, endParts, preparePayloads } from '../payloads/apply-payloads.ts'
import { noFacts, type PayloadFacts } from '../payloads/facts.ts'
import { storePayloads } from '../payloads/store-payloads.ts'
import { isTotals, noteRead, noteTotals, readPayloads } from '../reconciliation/note-read.ts'
import { outdateReconciliations } from '../reconciliation/outdate.ts'
import { migrationSettings } from '../settings.ts'
import {
  changeMigrationRow,
  isSuccess,
  lockMigration,
  type MigrationRecord,
  notifyOf,
  storingCodes,
} from './migration-record.ts'

/** How far a run is, and what it reads. */
export interface Progress {
  begun: MigrationRecord
  fileNumber: number
  bytesRead: number
  sources: Parameters<typeof preparePayloads>[2] & { files: ReadonlyMap<string, ExportFile> }
}

/**
 * Applies rows in one transaction. If one of them fails in a way that no check foresaw, each is applied alone, and that one ends with Error.
 * @returns whether to go on: not if somebody stopped the run, or another worker took it
 */
export const applyBatch = async (
  platform: Platform,
  run: Run,
  progress: Progress,
  rows: readonly LegacyRow[],
): Promise<boolean> => {
  const devices = rows.flatMap(({ record }) => (record?.kind === 'device' ? record.device_reference : []))
  const fresh = devices.filter((device) => !run.readDevices.has(device))
  try {
    return await applyTogether(platform, run, progress, rows)
  } catch (error) {
    for (const device of fresh) run.readDevices.delete(device)
    if (!isOfRow(error)) throw error
    const [row, ...others] = rows
    if (row && others.length === 0) {
      platform.log.warn({ err: error, migration_id: run.migration_id }, 'a row of a migration failed')
      return keepFailed(platform, run, progress, row)
    }
    for (const one of rows) if (!(await applyBatch(platform, run, progress, [one]))) return false
    return true
  }
}

/** Keeps a row that could not be stored; without its texts if these can't be kept. */
const keepFailed = async (platform: Platform, run: Run, progress: Progress, row: LegacyRow): Promise<boolean> => {
  const keep = (one: LegacyRow): Promise<boolean> => {
    const ended = new Map([[one, failed(say('not_stored'))]])
    return save(platform, run, progress, [one], { facts: noFacts, apply: async () => ended })
  }
  try {
    return await keep(row)
  } catch (error) {
    if (!isOfRow(error)) throw error
    platform.log.warn({ err: error, migration_id: run.migration_id }, 'a row of a migration is kept without its texts')
    return keep({ ...row, cells: {}, reference: null, record: null, problem: null, warnings: [] })
  }
}

/**
 * Data that the database refuses or that is beyond its limits, data beyond those of the language, such as of its stack, or a refusal of the
 * product; neither an outage nor a fault in a query.
 */
const isOfRow = (error: unknown): boolean => {
  if (error instanceof ProductError) return error.status < 500
  return error instanceof RangeError || /^(?:2[23]|54)/.test((error as { code?: string }).code ?? '')
}

const applyTogether = async (
  platform: Platform,
  run: Run,
  progress: Progress,
  rows: readonly LegacyRow[],
): Promise<boolean> => {
  run.settings = await platform.database.read(run.client, migrationSettings)
  const prepared = await preparePayloads(platform, run, progress.sources, rows)
  const apply = async (tx: TenantTransaction) => {
    const ended = new Map(prepared.ended)
    const toStore = run.isDryRun ? prepared.toStore : await decideAgain(tx, run, prepared, ended)
    for (const row of rows) if (!ended.has(row)) await applyRow(tx, run, row, ended)
    if (!run.isDryRun) await storePayloads(tx, run, toStore)
    for (const store of toStore) endParts(ended, store.rows, endOf(store))
    await noteTotals(tx, run, progress.fileNumber, rows)
    return ended
  }
  return save(platform, run, progress, rows, { facts: prepared.facts, apply })
}

const applyRow = async (
  tx: TenantTransaction,
  run: Run,
  row: LegacyRow,
  ended: Map<LegacyRow, Applied>,
): Promise<void> => {
  const { record, problem } = row
  if (problem !== null) ended.set(row, failed(problem))
  else if (record === null) ended.set(row, { code: 'UnknownFile', message: say('unknown_file') })
  else if (record.kind === 'group') ended.set(row, await applyGroup(tx, run, record))
  else if (record.kind === 'user') ended.set(row, await applyUser(tx, run, record))
  else if (record.kind === 'device') ended.set(row, await applyDevice(tx, run, record))
}

interface Application {
  facts: PayloadFacts
  apply: (tx: TenantTransaction) => Promise<ReadonlyMap<LegacyRow, Applied>>
}

/** Saves how rows ended and the place, with what they changed. */
const save = (
  { database }: Platform,
  run: Run,
  { begun, fileNumber, bytesRead, sources }: Progress,
  rows: readonly LegacyRow[],
  { facts, apply }: Application,
): Promise<boolean> =>
  database.transaction(begun.client, async (tx) => {
    const { migration_id } = begun
    const row = await lockMigration(tx, migration_id)
    if (row.lease !== begun.lease || row.migration_state !== 'Pending' || row.is_stopped) return false
    const ended = await apply(tx)
    const counts: Partial<Record<MigrationResultCode, number>> = { ...row.code_counts }
    let bytes = row.bytes
    const counted = rows.filter((read) => !isTotals(read))
    for (const read of counted) {
      const applied = ended.get(read) ?? failed(say('not_read'))
      counts[applied.code] = (counts[applied.code] ?? 0) + 1
      bytes += applied.bytes ?? 0
    }
    await keepRows(tx, migration_id, fileNumber, counted, ended)
    await noteRead(tx, run, readPayloads(run, fileNumber, rows, facts, sources.files), ended)
    const last = rows.at(-1)
    const place = last && { file_name: last.fileName, file_number: fileNumber, rows: last.rowNumber }
    const changed = await changeMigrationRow(tx, migration_id, row.updated_by, {
      code_counts: JSON.stringify(counts),
      repairs: row.repairs + rows.reduce((sum, { repairs }) => sum + repairs, 0),
      bytes,
      bytes_read: bytesRead,
      place: JSON.stringify(place),
    })
    if (!run.isDryRun && isStoring(ended)) await outdateReconciliations(tx, row)
    await notifyOf(tx, changed)
    return true
  })

const isStoring = (ended: ReadonlyMap<LegacyRow, Applied>): boolean =>
  [...ended.values()].some(({ code }) => storingCodes.includes(code))

/** Keeps what ended with a warning or an error, or has something to note. */
const keepRows = async (
  tx: TenantTransaction,
  migration_id: string,
  file_number: number,
  rows: readonly LegacyRow[],
  ended: ReadonlyMap<LegacyRow, Applied>,
): Promise<void> => {
  const kept = rows.flatMap((row) => {
    const { code, message } = ended.get(row) ?? failed(say('not_read'))
    if (isSuccess(code) && message === undefined && row.warnings.length === 0) return []
    const said = [...(message === undefined ? [] : [message]), ...row.warnings].join('. ')
    return {
      client: tx.client,
      migration_id,
      file_number,
      row_number: row.rowNumber,
      file_name: row.fileName,
      kind: row.kind,
      reference: row.reference,
      code,
      message: said === '' ? null : said.slice(0, 2000),
      cells: Object.keys(row.cells).length > 0 ? storedJson(row.cells) : null,
    }
  })
  if (kept.length > 0) await tx.db.insertInto('legacy_migration_rows').values(kept).execute()
}
