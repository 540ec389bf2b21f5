import { CompiledQuery, type Kysely } from 'kysely'
import { last, prepared, type Tables, type TenantTransaction } from '../database/index.ts'
import type { ActivityRow } from './activity.ts'

/** Larger batches are rare, and many share what it costs to plan them. */
const mostPrepared = 16

/** By the name of the statement. */
const texts = new Map<string, string>()

/** Writes rows of one of the trails as all that their transaction does. */
export const insertActivities = async ({ db }: TenantTransaction, rows: readonly ActivityRow[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const name = `${first.table.replace('_', ' ')} ${rows.length}`
  const text = texts.get(name) ?? textOf(db, first.table, rows, name)
  if (rows.length <= mostPrepared) texts.set(name, text)
  const parameters = rows.flatMap(({ row }) => Object.values(row))
  await db.executeQuery(CompiledQuery.raw(text, parameters))
}

const textOf = (
  db: Kysely<Tables>,
  table: ActivityRow['table'],
  rows: readonly ActivityRow[],
  name: string,
): string => {
  const { sql } = db
    .insertInto(table)
    .values(rows.map(({ row }) => row))
    .compile()
  return last(rows.length <= mostPrepared ? prepared(name, sql) : sql)
}
