import { type TranslatedProblem, translateProblem, type ValidationProblem } from '@holdfast/contract'
import { text } from '../i18n/text.ts'

export const inWords = ({ id, values }: TranslatedProblem): string => text(`validation.${id}`, values)

/** The server's problem with a field, in the person's language. */
export const problemText = (problem: ValidationProblem): string => inWords(translateProblem(problem))
