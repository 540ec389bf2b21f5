import { isUtf8 } from 'node:buffer'
import parser from 'secure-json-parse'

/** Says why a body was not accepted as JSON. */
export class NotJson extends Error {}

/** @throws NotJson if the bytes are not UTF-8 */
export const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new NotJson('the body is not UTF-8 (it must not be compressed)')
  return bytes.toString('utf8')
}

/**
 * Parses a JSON body.
 * @throws NotJson if it is empty, not JSON, or contains `__proto__` or `constructor.prototype`
 */
export const readJson = (text: string): unknown => {
  if (text.length === 0) throw new NotJson('the JSON body is empty')
  try {
    return parser.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new NotJson('the body is not JSON')
  }
}
