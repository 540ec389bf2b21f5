import type { Statement } from './statements.ts'

/** The rows of each statement, in the order of the statements. */
export type RowsOf<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never
}

/** See `finish`. */
export class Finish<Result> {
  readonly statements: readonly Statement[]
  readonly resultOf: (rows: unknown[][]) => Result

  constructor(statements: readonly Statement[], resultOf: (rows: unknown[][]) => Result) {
    this.statements = statements
    this.resultOf = resultOf
  }
}

/**
 * The last statements of a transaction. They are executed only if the work of the transaction returns this: they are sent
 * together with the commit, so that the transaction waits once for all of them.
 * @param resultOf makes the result of the transaction from the rows of each statement, after the commit
 */
export const finish = <const Statements extends readonly Statement[], Result = void>(
  statements: Statements,
  resultOf?: (...rows: RowsOf<Statements>) => Result,
): Finish<Result> => new Finish(statements, (rows) => resultOf?.(...(rows as RowsOf<Statements>)) as Result)
