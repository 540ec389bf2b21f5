import type { ValidationProblem } from '@holdfast/contract'

const maxSentences = 10

/** `column: what its rule says`, for the first problems of a check. */
export const ruleSentences = (problems: readonly ValidationProblem[]): string[] => {
  // A value that breaks the rule of a nullable field is also said to be neither that nor null.
  const told = problems.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null'),
  )
  const sentences = (told.length > 0 ? told : problems).map(
    ({ path, message }) => `${path.replace(/^\/body\/?/, '').replaceAll('/', ' ') || 'row'}: ${message}`,
  )
  return [...new Set(sentences)].slice(0, maxSentences)
}
