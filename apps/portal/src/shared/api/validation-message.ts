import type { ValidationProblem } from '@holdfast/contract'
import type { MessageId, TextValues } from '../i18n/text.ts'

type Translate = (id: MessageId, values?: TextValues) => string

/** The friendly messages of rules-and-calls section 5 as the server says them, and the message that translates each. */
const friendly: ReadonlyArray<readonly [RegExp, MessageId]> = [
  [/cron or rate/i, 'validation.schedule'],
  [/leading slash/i, 'validation.leading_slash'],
  [/email/i, 'validation.email'],
  [/:\/-/, 'validation.alphanumeric_path'],
  [/alphanumeric/i, 'validation.alphanumeric'],
  [/PGP/i, 'validation.pgp_key'],
  [/public key/i, 'validation.public_key'],
  [/,\+#\/:/, 'validation.no_leading_punctuation'],
  [/space or comma/i, 'validation.no_comma'],
  [/-_\.!\(\)/, 'validation.no_special'],
  [/CIDR/i, 'validation.cidr'],
  [/1999-01-01/, 'validation.date'],
  [/ISO date/i, 'validation.iso_date'],
  [/role ARN/i, 'validation.role_arn'],
  [/6 to 30 digits/i, 'validation.phone'],
]

const lastStep = (path: string): string => path.split('/').at(-1) ?? path

const messageOf = (problem: ValidationProblem, translate: Translate): string => {
  if (problem.keyword === 'required') {
    const missing = problem.params.missingProperty ?? problem.params.requiredProperties
    return translate('validation.required', { field: String(missing ?? lastStep(problem.path)) })
  }
  if (problem.keyword === 'type') {
    return translate('validation.type', { type: String(problem.params.type ?? '') })
  }
  const known = friendly.find(([pattern]) => pattern.test(problem.message))
  return known ? translate(known[1]) : problem.message
}

/** 'path: message' of each problem, one per line (rules-and-calls section 8). */
export const validationMessage = (problems: readonly ValidationProblem[], translate: Translate): string =>
  problems
    .map((problem) => `${problem.path.replace(/^\/(body|query|params)\//, '')}: ${messageOf(problem, translate)}`)
    .join('\n')
