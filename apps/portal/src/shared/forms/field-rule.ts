import { fieldProblem, type TranslatedProblem, translateProblem, type ValidationProblem } from '@holdfast/contract'
import { text } from '../i18n/text.ts'

type Schema = Parameters<typeof fieldProblem>[0]

/** What the contract says of a value, in the person's language; null when it fits. Said as the person leaves the field. */
export const fieldRule =
  (schema: Schema) =>
  (value: unknown): string | null => {
    const problem = fieldProblem(schema, value)
    return problem && inWords(problem)
  }

/** What the server says of a field, in the person's language. */
export const problemText = (problem: ValidationProblem): string => inWords(translateProblem(problem))

const inWords = ({ id, values }: TranslatedProblem): string => text(`validation.${id}`, values)
