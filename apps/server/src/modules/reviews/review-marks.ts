import type { ReviewMark } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  insertRows,
  type PayloadRow,
  preparedStatement,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'

const insertMarks = insertRows('review_marks', [
  'payload_reference',
  'mark_reference',
  'reviewed_by',
  'reviewed_at',
  'disposition',
  'note',
])

const addCounts = preparedStatement('add review counts', (db, { client, rows }: { client: string; rows: string }) =>
  db
    .insertInto('review_counters')
    .columns(['client', 'day', 'group', 'payload_type', 'reviewed_by', 'disposition', 'marks'])
    .expression(
      sql`select ${client}::text, day, "group", payload_type, reviewed_by, disposition, marks
        from json_populate_recordset(null::review_counters, ${rows}::json)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'day', 'group', 'payload_type', 'reviewed_by', 'disposition'])
        .doUpdateSet((eb) => ({ marks: eb('review_counters.marks', '+', eb.ref('excluded.marks')) })),
    ),
)

/** The statement that counts the marks by day, group, type, reviewer and disposition. */
const counterStatement = (
  { client }: TenantTransaction,
  marks: readonly ReviewMark[],
  payloads: readonly PayloadRow[],
): Statement => {
  const byReference = new Map(payloads.map((payload) => [payload.payload_reference, payload]))
  const counted = marks.flatMap(({ payload_reference, reviewed_at, reviewed_by, disposition }) => {
    const payload = byReference.get(payload_reference)
    if (!payload) return []
    const { group, payload_type } = payload
    return [{ day: reviewed_at.slice(0, 'yyyy-mm-dd'.length), group, payload_type, reviewed_by, disposition }]
  })
  const rows = [...Map.groupBy(counted, (key) => JSON.stringify(key))]
    // Sorted, so that two transactions that count the same keys cannot deadlock.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, [key, ...others]]) => ({ ...key, marks: 1 + others.length }))
  return addCounts({ client, rows: JSON.stringify(rows) })
}

/** Stores new marks of these recordings, and counts them. */
export const storeMarks = async (
  tx: TenantTransaction,
  marks: readonly ReviewMark[],
  payloads: readonly PayloadRow[],
): Promise<void> => {
  await tx.executeAll([
    insertMarks(
      tx.client,
      marks.map((mark) => ({ ...mark })),
    ),
    counterStatement(tx, marks, payloads),
  ])
}
