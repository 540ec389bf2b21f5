import { kindOfFile } from './file-kinds.ts'
import { type LegacyFile, type LegacyRow, type ReadOptions, type RowReading, storableRow } from './legacy-rows.ts'
import { recorderRow } from './recorder-rows.ts'
import { readBackup } from './sms-backup/read-backup.ts'
import { readTable } from './tables/read-table.ts'

/**
 * The rows of a file in their order, each with a record or a problem. Never throws because of what a file contains; errors of
 * reading its bytes go through. Media have no rows.
 */
export async function* readRows(file: LegacyFile, options: ReadOptions): AsyncGenerator<LegacyRow> {
  const kind = kindOfFile(file.name)
  if (kind === null || kind === 'media') return
  let rowNumber = 0
  for await (const row of readingsOf(file, kind, options)) {
    rowNumber += 1
    if (rowNumber <= (file.from?.rows ?? 0)) continue
    yield { kind, fileName: file.name, rowNumber, ...storableRow(row) }
  }
}

const readingsOf = (
  file: LegacyFile,
  kind: Exclude<LegacyRow['kind'], 'media'>,
  options: ReadOptions,
): AsyncIterable<RowReading> | RowReading[] => {
  if (kind === 'recorder') return [recorderRow(file.name, options)]
  if (kind === 'sms_backup') return readBackup(file)
  return readTable(file, kind, options)
}
