import { fieldProblem } from '@holdfast/contract'
import { inWords } from './problem-text.ts'

type Schema = Parameters<typeof fieldProblem>[0]

/** What the contract says of a value, in the person's language; null when it fits. Said as the person leaves the field. */
export const fieldRule =
  (schema: Schema) =>
  (value: unknown): string | null => {
    const problem = fieldProblem(schema, value)
    return problem && inWords(problem)
  }
