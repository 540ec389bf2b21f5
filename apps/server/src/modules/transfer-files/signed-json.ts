import { createHash } from 'node:crypto'
import { type Keys, publishedKey, signDocument } from '../../platform/keys/index.ts'

/** Each account has a key of its own, which signs nothing but manifests and the reconciliation of days. */
const purposeOf = (client: string): string => `transfer manifests of ${client}`

/** The public keys whose signatures are an account's, the present one first. */
export const manifestKeys = (keys: Pick<Keys, 'verificationKeys'>, client: string) =>
  keys.verificationKeys(purposeOf(client)).map(publishedKey)

/** Fields with their values, each on a line of its own, for the beginning of a document. */
export const fieldLines = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)},\n`)
    .join('')

/**
 * A JSON document whose last lines sign all lines before them: `signed` has their SHA-256, so that a document of any size is written and
 * checked line by line.
 * @param statement what is signed besides
 */
export async function* signedJson(
  keys: Pick<Keys, 'signingKey'>,
  body: AsyncIterable<string>,
  statement: { client: string } & Record<string, unknown>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const text of body) {
    hash.update(text)
    yield text
  }
  const { canonical, signature, key_id, public_key } = signDocument(keys, purposeOf(statement.client), {
    ...statement,
    body_sha256: hash.digest('hex'),
  })
  const ending = Object.entries({ signed: canonical, signature, key_id, public_key })
  yield `${ending.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',\n')}\n}\n`
}

/** Lines of a JSON array. @param seen called with each item */
export async function* linesOf<Item, Field extends keyof Item>(
  items: AsyncIterable<Item>,
  fields: readonly Field[],
  seen: (item: Item) => void = () => undefined,
): AsyncGenerator<string> {
  for await (const item of items) {
    seen(item)
    yield JSON.stringify(Object.fromEntries(fields.map((field) => [field, item[field]])))
  }
}
