import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

/** Quoted JSON in shape-check errors is cut here (rules-and-calls section 9). */
const quotedCharacters = 200

/**
 * Compares a response with its schema (rules-and-calls section 5). Fails with `prefix`, then each problem as data path
 * and message, one per line, then the first 200 characters of what was received.
 */
export const checkShape = <T>(prefix: string, schema: TSchema, received: unknown): T => {
  const problems = Errors(schema, received)
  if (problems.length === 0) return received as T
  const quoted = JSON.stringify(received)?.slice(0, quotedCharacters) ?? String(received)
  const lines = problems.map(({ instancePath, message }) => `${instancePath} ${message}`)
  throw new Error([prefix, ...lines, quoted].join('\n'))
}
