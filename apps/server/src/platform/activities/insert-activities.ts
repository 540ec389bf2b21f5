import { CompiledQuery, type Kysely } from 'kysely'
import { prepared, type Tables } from '../database/index.ts'
import type { ActivityRow } from './activity.ts'

/** Larger batches are rare, and many rows share the cost of planning one. */
const maxPrepared = 16

/** Statement texts by the name of the statement. */
const texts = new Map<string, string>()

/** The statements that write rows to the trails: one for each trail that has rows. */
export const activityStatements = (db: Kysely<Tables>, rows: readonly ActivityRow[]): CompiledQuery[] =>
  (['user_activities', 'device_activities'] as const)
    .map((table) => ({ table, rows: rows.filter((row) => row.table === table) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ table, rows }) => insertInto(db, table, rows))

const insertInto = (db: Kysely<Tables>, table: ActivityRow['table'], rows: readonly ActivityRow[]): CompiledQuery => {
  const name = `${table.replace('_', ' ')} ${rows.length}`
  const text = texts.get(name) ?? textOf(db, table, rows, name)
  if (rows.length <= maxPrepared) texts.set(name, text)
  const parameters = rows.flatMap(({ row }) => Object.values(row))
  return CompiledQuery.raw(text, parameters)
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
  return rows.length <= maxPrepared ? prepared(name, sql) : sql
}
