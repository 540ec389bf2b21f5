import { isUtf8 } from 'node:buffer'
import parser from 'secure-json-parse'

/** Why a body is no JSON that is taken. */
export class NotJson extends Error {}

/** @throws NotJson for what is not UTF-8 */
export const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new NotJson('the body is not UTF-8')
  return bytes.toString('utf8')
}

/**
 * The value of a JSON body.
 * @throws NotJson for what is empty or not JSON, also where it names `__proto__` or `constructor.prototype`
 */
export const readJson = (text: string): unknown => {
  if (text.length === 0) throw new NotJson('the JSON body is empty')
  try {
    return parser.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new NotJson('the body is not JSON')
  }
}
