import { parse } from 'qs'

/** `plainObjects`: a name like `constructor` is an ordinary name, which the schema refuses. */
const bounds = { depth: 5, parameterLimit: 1_000, arrayLimit: 100, plainObjects: true } as const

/**
 * Parses bracket notation (`filter[payload_types][0]=Call`), with limits on the cost of a query. The parser silently drops some
 * parameters (`filter[__proto__]`, names beyond its limits). They are returned under their full names, which no call declares,
 * so that the call is refused: a filter that is not applied must not be mistaken for one that is.
 */
export const bracketQuery = (text: string): Record<string, unknown> => {
  const query: Record<string, unknown> = parse(text, bounds)
  const parameters = text.split('&').filter((parameter) => parameter !== '')
  if (countValues(query) === parameters.length) return query
  const passedOver = parameters.filter((parameter, index) => index >= bounds.parameterLimit || isPassedOver(parameter))
  for (const parameter of passedOver.slice(0, bounds.arrayLimit)) query[nameOf(parameter)] = ''
  return query
}

const isPassedOver = (parameter: string): boolean => countValues(parse(parameter, bounds)) === 0

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 0)
    : 1

const nameOf = (parameter: string): string => {
  const [name = ''] = parameter.split('=', 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
