import { type Compilable, type CompiledQuery, DummyDriver, type Kysely, type RawBuilder } from 'kysely'
import { kyselyOn } from './kysely-on.ts'
import type { Tables } from './tables.ts'
import type { TextRow } from './type-parsers.ts'

/** A statement with its values, and the type of the rows that it returns. */
export interface Statement<Row = unknown> extends CompiledQuery<Row> {
  /**
   * Each connection prepares the statement once under this name: PostgreSQL parses it once, and may keep its plan. All
   * statements with one name have the same text.
   */
  readonly name?: string
  readonly hasTextRows?: boolean
}

/** The same statement, whose rows have texts instead of values. Arrays of PostgreSQL are no JSON: select them with `to_json`. */
export const withTextRows = <Row>(statement: Statement<Row>): Statement<TextRow<Row>> => ({
  ...(statement as Statement<never>),
  hasTextRows: true,
})

/** Builds a query whose text is the same for all values: it uses values as parameters only, and decides nothing by them. */
type BuildQuery<Values extends object, Row> = (
  builder: Kysely<Tables>,
  values: Values,
) => Compilable<Row> | RawBuilder<Row>

/** For building and compiling queries. It executes nothing. */
export const queryBuilder = kyselyOn(new DummyDriver())

/**
 * A statement that is compiled once, at its first use, and planned by PostgreSQL each time. For queries whose best plan depends
 * on the values or on the size of a table: a plan cached while the table is empty would be used when it is large.
 */
export const compiledStatement = <Values extends object, Row>(
  build: BuildQuery<Values, Row>,
): ((values: Values) => Statement<Row>) => {
  let template: CompiledQuery<Row> | undefined
  return (values) => {
    template ??= build(queryBuilder, placeholdersFor(values)).compile(queryBuilder)
    const given = values as Record<string, unknown>
    const parameters = template.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value))
    return { ...template, parameters }
  }
}

/** Like `compiledStatement`, but each connection prepares the statement once. For statements that many calls need. */
export const preparedStatement = <Values extends object, Row>(
  name: string,
  build: BuildQuery<Values, Row>,
): ((values: Values) => Statement<Row>) => {
  const statement = compiledStatement(build)
  return (values) => ({ ...statement(values), name })
}

/** Takes the place of a value while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholdersFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((key) => [key, new Placeholder(key)])) as Values
