import { parse } from 'qs'

const maxParameters = 1_000

/**
 * `plainObjects`: a name like `constructor` is an ordinary name, which the schema refuses. A longer list than a call allows is still
 * a list, so that the schema says how many items it may have.
 */
const bounds = { depth: 5, parameterLimit: maxParameters, arrayLimit: maxParameters, plainObjects: true } as const
const maxNamedParameters = 100

/**
 * Parses bracket notation (`filter[payload_types][0]=Call`), with limits on the cost of a query. The parser silently drops some
 * parameters (`filter[__proto__]`, those beyond its limits). They are returned under names that no call declares, so that the call
 * is refused: a filter that is not applied must not be mistaken for one that is. Empty parameters (`&&`) are removed beforehand,
 * because the parser counts them.
 */
export const bracketQuery = (text: string): Record<string, unknown> => {
  const parameters = text.split('&').filter((parameter) => parameter !== '')
  const query: Record<string, unknown> = parse(parameters.join('&'), bounds)
  const beyond = parameters[bounds.parameterLimit]
  // The name alone may be one that the call declares, such as `version`.
  if (beyond !== undefined) query[`${nameOf(beyond)} (after ${bounds.parameterLimit} parameters)`] = ''
  else if (countValues(query) !== parameters.length) {
    for (const parameter of parameters.filter(isPassedOver).slice(0, maxNamedParameters)) query[nameOf(parameter)] = ''
  }
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
