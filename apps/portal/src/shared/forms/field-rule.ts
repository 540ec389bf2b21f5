import { fieldProblem } from '@holdfast/contract'
import { inWords } from './problem-text.ts'

export type Schema = Parameters<typeof fieldProblem>[0]

/**
 * Checks a value against the contract when the person leaves the field. Returns the problem in their language, or
 * `null`.
 */
export const fieldRule =
  (schema: Schema) =>
  (value: unknown): string | null => {
    const problem = fieldProblem(schema, value)
    return problem && inWords(problem)
  }
