import { trailRow, type WholeEntry } from '../activities/trail-row.ts'
import { countColumn, type FileTable, momentColumn, referenceColumn, textColumn } from './file-table.ts'

const [, ...afterTime] = trailRow

/** The trail: the row of the screen, with times as the reader has them. */
export const trailFile: FileTable<WholeEntry> = {
  columns: [
    momentColumn('activity_time', 'activities.time'),
    ...afterTime.map(({ ids, title, cellOf }) => textColumn(ids, title, cellOf)),
    countColumn('duration', 'export_file.took', ({ duration }: WholeEntry) =>
      duration === null ? null : Math.round(duration),
    ),
    referenceColumn('log_id', 'param.log_id'),
  ],
}
