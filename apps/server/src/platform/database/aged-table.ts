import type { OtherKeptReason } from '@holdfast/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { earliestId } from '../identifiers.ts'
import { allOf, type ColumnName, type Condition, isEqual } from './conditions.ts'
import type { Tables } from './tables.ts'
import type { TenantTransaction } from './tenant-transaction.ts'

/** A row that has ended, and whose data it is: holds on one of them keep it. */
export interface AgedRow {
  reference: string
  /** Of tables whose references do not begin with their time. */
  time: string | null
  group: string | null
  device_user: string | null
  portal_user: string | null
  /** It was removed before, and only its place in the order is known. */
  is_gone?: boolean
}

export interface KeptRow {
  reference: string
  reason: OtherKeptReason
}

export interface AgedPage {
  /** Rows from before this time. */
  before: Date
  /** The last row of the page before. */
  after: Pick<AgedRow, 'reference' | 'time'> | null
  limit: number
}

/** A table of which rows are removed when they are old enough. */
export interface AgedTable {
  page(tx: TenantTransaction, page: AgedPage): Promise<AgedRow[]>
  /** Why some of these rows stay, besides the holds on those whose data they are. */
  keeps?(tx: TenantTransaction, references: readonly string[]): Promise<KeptRow[]>
  /** @returns how many rows were removed */
  remove(tx: TenantTransaction, references: readonly string[]): Promise<number>
}

interface Definition {
  table: keyof Tables
  /** Its reference: a ULID, which begins with its time, unless there is a `time`. An index begins with `client`, `time` and it. */
  key: ColumnName
  time?: ColumnName
  group?: ColumnName
  device_user?: ColumnName
  portal_user?: ColumnName
  /** Rows that may end, besides their age. */
  isEnded?: (before: Date) => Expression<SqlBool>
  /** For tables of which the application's role cannot delete. */
  remove?: AgedTable['remove']
}

const columnOr = (column: ColumnName | undefined) => (column ? sql.ref(column) : sql`null::text`)

export const agedTable = ({ table, key, time, isEnded, remove, ...of }: Definition): AgedTable => ({
  page: async ({ db, client }, { before, after, limit }) => {
    const order = time ? sql`${sql.ref(time)}, ${sql.ref(key)}` : sql.ref(key)
    const { rows } = await sql<AgedRow>`
      select ${sql.ref(key)} as reference, ${time ? sql.ref(time) : sql`null::timestamptz`} as time,
        ${columnOr(of.group)} as "group", ${columnOr(of.device_user)} as device_user, ${columnOr(of.portal_user)} as portal_user
      from ${sql.table(table)}
      where ${allOf([isEqual('client', client), isOlder(key, time, before), isAfter(key, time, after), isEnded?.(before)])}
      order by ${order} limit ${limit}`.execute(db)
    return rows
  },
  remove:
    remove ??
    (async ({ db, client }, references) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)}
        where client = ${client} and ${sql.ref(key)} = any(${references}::text[])`.execute(db)
      return Number(numAffectedRows ?? 0)
    }),
})

const isOlder = (key: ColumnName, time: ColumnName | undefined, before: Date): Condition =>
  time
    ? sql<boolean>`${sql.ref(time)} < ${before.toISOString()}`
    : sql<boolean>`${sql.ref(key)} < ${earliestId(before)}`

const isAfter = (key: ColumnName, time: ColumnName | undefined, after: AgedPage['after']): Condition => {
  if (!after) return undefined
  return time
    ? sql<boolean>`(${sql.ref(time)}, ${sql.ref(key)}) > (${after.time}::timestamptz, ${after.reference})`
    : sql<boolean>`${sql.ref(key)} > ${after.reference}`
}
