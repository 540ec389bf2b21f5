import { type Clause, type ClauseId, clauseIds, clauses } from './clauses.ts'

/** Something that a handset did otherwise than it must. */
export interface Failure {
  expected: string
  seen: string
}

export interface ClauseResult extends Clause {
  clause: ClauseId
  result: 'passed' | 'failed' | 'not exercised'
  /** The first failures. */
  failures: Failure[]
}

const maxFailuresTold = 3

/** What a run found out about each clause. A clause that failed once has failed. */
export class Findings {
  readonly #passed = new Set<ClauseId>()
  readonly #failures = new Map<ClauseId, Failure[]>()
  readonly #tell: (failure: Failure & { clause: ClauseId }) => void

  constructor(tell: (failure: Failure & { clause: ClauseId }) => void) {
    this.#tell = tell
  }

  pass(clause: ClauseId): void {
    this.#passed.add(clause)
  }

  fail(clause: ClauseId, expected: string, seen: string): void {
    const failures = this.#failures.get(clause) ?? []
    this.#failures.set(clause, failures)
    if (failures.length >= maxFailuresTold) return
    failures.push({ expected, seen })
    this.#tell({ clause, expected, seen })
  }

  /** Passes the clause, or fails it. */
  judge(clause: ClauseId, isKept: boolean, expected: string, seen: () => string): void {
    if (isKept) this.pass(clause)
    else this.fail(clause, expected, seen())
  }

  results(): ClauseResult[] {
    return clauseIds.map((clause) => {
      const failures = this.#failures.get(clause) ?? []
      const result = failures.length > 0 ? 'failed' : this.#passed.has(clause) ? 'passed' : 'not exercised'
      return { clause, ...clauses[clause], result, failures }
    })
  }
}
