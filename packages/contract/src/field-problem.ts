import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { type TranslatedProblem, translateProblem } from './translate-problem.ts'

/**
 * What a field's schema first finds wrong with a value, as a person reads it (rules-and-calls section 5); null when the
 * value fits.
 */
export const fieldProblem = (schema: TSchema & { rule?: string }, value: unknown): TranslatedProblem | null => {
  const [first] = Errors(schema, value)
  if (!first) return null
  const { instancePath: path, keyword, params } = first
  return translateProblem({ path, keyword, params: params as Record<string, unknown> }, schema.rule)
}
