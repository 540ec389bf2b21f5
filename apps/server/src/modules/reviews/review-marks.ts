import type { ReviewMark } from '@holdfast/contract'
import { sql } from 'kysely'
import {
  insertRows,
  type PayloadRow,
  preparedStatement,
  type Statement,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { waitingFor } from './queue-items.ts'

const markColumns = [
  'payload_reference',
  'mark_reference',
  'reviewed_by',
  'reviewed_at',
  'disposition',
  'note',
  'is_opened',
  'is_requested',
  'heard_seconds',
] as const

const insertMarks = insertRows('review_marks', markColumns)

const addCounts = preparedStatement('add review counts', (db, { client, rows }: { client: string; rows: string }) =>
  db
    .insertInto('review_counters')
    .columns([
      'client',
      'day',
      'group',
      'payload_type',
      'reviewed_by',
      'disposition',
      'marks',
      'unopened',
      'requested_only',
    ])
    .expression(
      sql`select ${client}::text, day, "group", payload_type, reviewed_by, disposition, marks, unopened, requested_only
        from json_populate_recordset(null::review_counters, ${rows}::json)`,
    )
    .onConflict((conflict) =>
      conflict.columns(['client', 'day', 'group', 'payload_type', 'reviewed_by', 'disposition']).doUpdateSet((eb) => ({
        marks: eb('review_counters.marks', '+', eb.ref('excluded.marks')),
        unopened: eb('review_counters.unopened', '+', eb.ref('excluded.unopened')),
        requested_only: eb('review_counters.requested_only', '+', eb.ref('excluded.requested_only')),
      })),
    ),
)

/** The statement that counts the marks by day, group, type, reviewer and disposition. */
const counterStatement = (
  { client }: TenantTransaction,
  marks: readonly ReviewMark[],
  payloads: readonly PayloadRow[],
): Statement => {
  const byReference = new Map(payloads.map((payload) => [payload.payload_reference, payload]))
  const counted = marks.flatMap((mark) => {
    const payload = byReference.get(mark.payload_reference)
    return payload ? [countedAs(mark, payload)] : []
  })
  return addGrouped(client, counted, 1)
}

/** Takes a withdrawn mark out of the figures of its day. */
export const countWithdrawal = async (tx: TenantTransaction, mark: ReviewMark, payload: PayloadRow): Promise<void> => {
  await tx.executeAll([addGrouped(tx.client, [countedAs(mark, payload)], -1)])
}

const countedAs = (
  { reviewed_at, reviewed_by, disposition, is_opened, is_requested }: ReviewMark,
  { group, payload_type }: PayloadRow,
) => ({
  key: { day: reviewed_at.slice(0, 'yyyy-mm-dd'.length), group, payload_type, reviewed_by, disposition },
  isUnopened: is_opened === false,
  isRequested: is_requested === true,
})

type Counted = ReturnType<typeof countedAs>

const addGrouped = (client: string, counted: readonly Counted[], each: 1 | -1): Statement => {
  const rows = [...Map.groupBy(counted, ({ key }) => JSON.stringify(key))]
    // Sorted, so that two transactions that count the same keys cannot deadlock.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, marks]) => {
      const unopened = marks.filter(({ isUnopened }) => isUnopened)
      return {
        ...(JSON.parse(key) as Counted['key']),
        marks: each * marks.length,
        unopened: each * unopened.length,
        requested_only: each * unopened.filter(({ isRequested }) => isRequested).length,
      }
    })
  return addCounts({ client, rows: JSON.stringify(rows) })
}

/** The marks of a recording, the latest first, those that were withdrawn as well. */
export const marksOf = async (tx: TenantTransaction, payload_reference: string): Promise<ReviewMark[]> => {
  const rows = await tx.db
    .selectFrom('review_marks')
    .select(markColumns)
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .orderBy('mark_reference', 'desc')
    .execute()
  return withWithdrawals(tx, rows)
}

type StoredMark = Pick<ReviewMark, (typeof markColumns)[number]>

/** These marks, with who withdrew them, when and why. */
export const withWithdrawals = async (tx: TenantTransaction, marks: readonly StoredMark[]): Promise<ReviewMark[]> => {
  const rows = await tx.db
    .selectFrom('review_withdrawals')
    .select(['mark_reference', 'withdrawn_by', 'withdrawn_at', 'reason'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${[...new Set(marks.map((mark) => mark.payload_reference))]}::text[])`)
    .where(sql<boolean>`mark_reference = any(${marks.map((mark) => mark.mark_reference)}::text[])`)
    .execute()
  const withdrawals = new Map(rows.map((row) => [row.mark_reference, row]))
  return marks.map((mark) => {
    const { withdrawn_by = null, withdrawn_at = null, reason = null } = withdrawals.get(mark.mark_reference) ?? {}
    const own = Object.fromEntries(markColumns.map((column) => [column, mark[column]])) as StoredMark
    return { ...own, withdrawn_by, withdrawn_at, withdrawal_reason: reason }
  })
}

/** A mark that stands. */
export const notWithdrawn = { withdrawn_by: null, withdrawn_at: null, withdrawal_reason: null }

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

/**
 * The marks that stand on these recordings and say the same, by recording. Not among them are recordings that wait for the reviewer in a
 * queue: what they say of those is a review of its own.
 */
export const repeatedMarks = async (
  tx: TenantTransaction,
  { reviewed_by, disposition, note }: Pick<ReviewMark, 'reviewed_by' | 'disposition' | 'note'>,
  payloads: readonly PayloadRow[],
): Promise<ReadonlyMap<string, ReviewMark>> => {
  const own = payloads.filter((payload) => payload.reviewed_by === reviewed_by && payload.disposition === disposition)
  if (own.length === 0) return new Map()
  const references = own.map(({ payload_reference }) => payload_reference)
  const standing = new Set(own.map((payload) => `${payload.payload_reference} ${payload.reviewed_at}`))
  const waiting = await waitingFor(tx, reviewed_by, references)
  const marks = await tx.db
    .selectFrom('review_marks')
    .select(markColumns)
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .where('reviewed_by', '=', reviewed_by)
    .where(sql<boolean>`reviewed_at = any(${own.map((payload) => payload.reviewed_at)}::timestamptz[])`)
    .where(sql<boolean>`note is not distinct from ${note}::text`)
    .execute()
  return new Map(
    marks
      .filter(
        (mark) => standing.has(`${mark.payload_reference} ${mark.reviewed_at}`) && !waiting.has(mark.payload_reference),
      )
      .map((mark) => [mark.payload_reference, { ...mark, ...notWithdrawn }]),
  )
}
