/**
 * The response-shape check of rules-and-calls section 5. Interprets schemas without generating code, so that it runs in a
 * browser whose content security policy forbids eval.
 */
import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { limits } from './limits.ts'

/** A response that does not match its schema. The message is for developers, with truncated content. */
export class ResponseShapeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ResponseShapeError'
  }
}

/**
 * Returns the data if it matches the schema.
 * @param prefix begins the error's message, so that the reader knows which response it was
 * @param received the JSON text, or the value parsed from it
 * @throws ResponseShapeError prefix, each error as data path and message, one per line, then the first 200 characters
 */
export const checkResponseShape = <S extends TSchema>(prefix: string, schema: S, received: unknown): Static<S> => {
  const data = typeof received === 'string' ? parsed(received) : received
  if (data === notJson) throw new ResponseShapeError(unexpected(prefix, received))
  if (Check(schema, data)) return data
  const errors = Errors(schema, data).map((error) => `${error.instancePath || '/'} ${error.message}`)
  if (errors.length === 0) throw new ResponseShapeError(unexpected(prefix, received))
  throw new ResponseShapeError([prefix, ...errors, quoted(received)].join('\n'))
}

/**
 * The same, with the schema looked up by name.
 * @throws ResponseShapeError 'Schema {name} not found' (rules-and-calls section 8)
 */
export const checkNamedResponse = (
  prefix: string,
  schemas: Readonly<Record<string, TSchema>>,
  name: string,
  received: unknown,
): unknown => {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (!schema) throw new ResponseShapeError(`Schema ${name} not found`)
  return checkResponseShape(prefix, schema, received)
}

const notJson = Symbol('not JSON')

const parsed = (received: string): unknown => {
  try {
    return JSON.parse(received)
  } catch {
    return notJson
  }
}

const unexpected = (prefix: string, received: unknown): string =>
  [prefix, 'unexpected data was received', quoted(received)].join('\n')

const quoted = (received: unknown): string =>
  (typeof received === 'string' ? received : (JSON.stringify(received) ?? String(received))).slice(
    0,
    limits.quotedJsonCharacters,
  )
