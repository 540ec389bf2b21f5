import { CompiledQuery } from 'kysely'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import { deviceUsersStatement } from './about-device-users.ts'
import type { ActivityRow } from './activity.ts'

/** Larger batches are rare, and many rows share the cost of planning one. */
const maxPreparedRows = 16

/** By table and number of rows. */
const preparedTexts = new Map<string, string>()

/** The statements that add rows to the trails of an account, and the device users that they are about. */
export const activityStatements = (client: string, rows: readonly ActivityRow[]): Statement[] => {
  const trails = (['user_activities', 'device_activities'] as const)
    .map((table) => ({ table, rows: rows.filter((row) => row.table === table) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ table, rows }) => insertInto(table, rows))
  const ofUsers = rows.flatMap(({ table, row }) => (table === 'user_activities' ? [row] : []))
  const about = deviceUsersStatement(client, ofUsers)
  return about ? [...trails, about] : trails
}

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
