import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { prepared } from './pipelined-pool.ts'
import type { Tables } from './tables.ts'

/** Stands for a value while a query's text is made. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that belongs to every call: built and compiled once, and prepared once by each connection.
 * @param name of the prepared statement: small letters, digits and spaces; null where PostgreSQL is to plan it each time,
 *   because the plan it would keep is one that it made while a table was small and all indexes seemed alike
 * @param build what the statement is; it may put each value where a parameter can stand, and look at none
 */
export const statementOnce = <Values extends object, Row>(
  name: string | null,
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): ((db: Kysely<Tables>, values: Values) => CompiledQuery<Row>) => {
  let compiled: CompiledQuery<Row> | undefined
  return (db, values) => {
    compiled ??= compile(name, db, values, build)
    const given = values as Record<string, unknown>
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value))
    return { ...compiled, parameters }
  }
}

/** Like `statementOnce`, for a query that goes out alone. */
export const compiledOnce = <Values extends object, Row>(
  name: string,
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): ((db: Kysely<Tables>, values: Values) => Promise<Row[]>) => {
  const statement = statementOnce(name, build)
  return async (db, values) => (await db.executeQuery<Row>(statement(db, values))).rows
}

const compile = <Values extends object, Row>(
  name: string | null,
  db: Kysely<Tables>,
  values: Values,
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): CompiledQuery<Row> => {
  const placeholders = Object.fromEntries(Object.keys(values).map((key) => [key, new Placeholder(key)]))
  const compiled = build(db, placeholders as Values).compile()
  return name === null ? compiled : { ...compiled, sql: prepared(name, compiled.sql) }
}
