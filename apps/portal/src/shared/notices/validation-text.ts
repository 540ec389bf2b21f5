import { translateProblems, type ValidationProblem } from '@holdfast/contract'
import type { MessageId, TextValues } from '../i18n/text.ts'

type Translate = (id: MessageId, values?: TextValues) => string

/** 'path: message' for each problem, one per line, in the person's language (rules-and-calls section 8). */
export const validationText = (problems: readonly ValidationProblem[], translate: Translate): string =>
  Object.entries(translateProblems(problems))
    .map(([path, { id, values }]) => `${path}: ${translate(`validation.${id}`, values)}`)
    .join('\n')
