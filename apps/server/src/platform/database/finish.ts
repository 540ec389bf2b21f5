import type { Kysely } from 'kysely'
import type { Statement } from './statements.ts'
import type { Tables } from './tables.ts'

/** The rows of each statement, in the order of the statements. */
type RowsOf<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never
}

/** The last statements of a transaction, as its work returns them; see `finish`. */
export class Finish<Result> {
  readonly statements: readonly Statement[]
  readonly resultOf: (rows: unknown[][]) => Result

  constructor(statements: readonly Statement[], resultOf: (rows: unknown[][]) => Result) {
    this.statements = statements
    this.resultOf = resultOf
  }
}

/**
 * What the work of a transaction returns when all that is left to do is known: the statements are sent together with the
 * commit, so that the transaction waits once for all of them. Nothing is executed before the work returns it.
 * @param resultOf what the transaction answers, made of the rows of each statement once it is committed
 */
export const finish = <const Statements extends readonly Statement[], Result = void>(
  statements: Statements,
  resultOf?: (...rows: RowsOf<Statements>) => Result,
): Finish<Result> => new Finish(statements, (rows) => resultOf?.(...(rows as RowsOf<Statements>)) as Result)

/**
 * Executes statements in their order, in a transaction that goes on, and waits once for all of them. For statements of which
 * none needs the rows of another. When one fails, those after it do nothing.
 * @throws the error of the first statement that failed
 */
export const executeAll = async <const Statements extends readonly Statement[]>(
  db: Kysely<Tables>,
  statements: Statements,
): Promise<RowsOf<Statements>> => {
  const results = await Promise.all(statements.map((statement) => db.executeQuery(statement)))
  return results.map(({ rows }) => rows) as RowsOf<Statements>
}
