import { translateProblem, type ValidationProblem } from '@holdfast/contract'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { text } from '../i18n/text.ts'

/** What the contract says of a value, in the person's language; null when it fits. Said as the person leaves the field. */
export const fieldRule =
  (schema: TSchema & { rule?: string }) =>
  (value: unknown): string | null => {
    const [first] = Value.Errors(schema, value)
    if (!first) return null
    const problem = {
      path: first.instancePath,
      keyword: first.keyword,
      params: first.params as Record<string, unknown>,
    }
    return problemText(problem, schema.rule)
  }

export const problemText = (problem: Pick<ValidationProblem, 'path' | 'keyword' | 'params'>, rule?: string): string => {
  const { id, values } = translateProblem(problem, rule)
  return text(`validation.${id}`, values)
}
