import { isUtf8 } from 'node:buffer'
import parser from 'secure-json-parse'

/** Why a body is no JSON that is taken. */
export class NotJson extends Error {}

/**
 * The value of a JSON body, which is not empty.
 * @throws NotJson for what is not UTF-8 or not JSON, also where it names `__proto__` or `constructor.prototype`
 */
export const readJson = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) throw new NotJson('the body is not UTF-8')
  if (bytes.length === 0) throw new NotJson('the JSON body is empty')
  try {
    return parser.parse(bytes.toString('utf8'), null, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new NotJson('the body is not JSON')
  }
}
