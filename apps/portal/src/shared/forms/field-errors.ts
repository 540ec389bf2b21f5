import type { ValidationProblem } from '@holdfast/contract'
import { problemText } from './problem-text.ts'

/** The server's problems by form field: `/body/tags/0/tag_key` becomes `tags.0.tag_key`. */
export const fieldErrors = (problems: readonly ValidationProblem[]): Record<string, string> =>
  Object.fromEntries(problems.map((problem) => [fieldOf(problem.path), problemText(problem)]))

const fieldOf = (pointer: string): string => pointer.split('/').slice(2).map(unescaped).join('.')

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')
