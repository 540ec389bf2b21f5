import { CompiledQuery } from 'kysely'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import type { ActivityRow } from './activity.ts'

/** Larger batches are rare, and many rows share the cost of planning one. */
const maxPreparedRows = 16

/** By table and number of rows. */
const preparedTexts = new Map<string, string>()

/** The statements that write rows to the trails: one for each trail that has rows. */
export const activityStatements = (rows: readonly ActivityRow[]): Statement[] =>
  (['user_activities', 'device_activities'] as const)
    .map((table) => ({ table, rows: rows.filter((row) => row.table === table) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ table, rows }) => insertInto(table, rows))

const insertInto = (table: ActivityRow['table'], rows: readonly ActivityRow[]): Statement => {
  const parameters = rows.flatMap(({ row }) => Object.values(row))
  if (rows.length > maxPreparedRows) return CompiledQuery.raw(textOf(table, rows), parameters)
  const name = `insert ${rows.length} ${table}`
  const text = preparedTexts.get(name) ?? textOf(table, rows)
  preparedTexts.set(name, text)
  return { ...CompiledQuery.raw(text, parameters), name }
}

const textOf = (table: ActivityRow['table'], rows: readonly ActivityRow[]): string =>
  queryBuilder
    .insertInto(table)
    .values(rows.map(({ row }) => row))
    .compile().sql
