import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { type TranslatedProblem, translateProblem } from './translate-problem.ts'

/**
 * The first problem of a value by the schema of its field, in words for people (rules-and-calls section 5); `null` when the
 * value is valid.
 */
export const fieldProblem = (schema: TSchema & { rule?: string }, value: unknown): TranslatedProblem | null => {
  const [first] = Errors(schema, value)
  if (!first) return null
  const { instancePath: path, keyword, params } = first
  return translateProblem({ path, keyword, params: params as Record<string, unknown> }, schema.rule)
}
