import type { ValidationProblem } from '@holdfast/contract'
import { problemText } from './problem-text.ts'

/** The server's problems by the form's fields: `/body/tags/0/tag_key` is the field `tags.0.tag_key`. */
export const fieldErrors = (problems: readonly ValidationProblem[]): Record<string, string> =>
  Object.fromEntries(problems.map((problem) => [fieldOf(problem.path), problemText(problem)]))

const fieldOf = (pointer: string): string => pointer.split('/').slice(2).map(unescaped).join('.')

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
