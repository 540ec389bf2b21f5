/** Key prefix for what was made from the recordings of an account. */
export const derivedPrefix = (client: string): string => `derived/${client}/`

interface PartName {
  client: string
  payload_reference: string
  /** Such as `rendition` or `rendition-2`. */
  name: string
  iv: string
}

/** Key of a part. It contains the iv, so that no try replaces the object of another one. */
export const partObjectKey = ({ client, payload_reference, name, iv }: PartName): string =>
  `${derivedPrefix(client)}${Buffer.from(payload_reference).toString('base64url')}/${name}-${iv}`

/** The payload reference in a key under `derived/{client}/`; `null` if no part can have that key. */
export const readDerivedObjectKey = (key: string): string | null => {
  const [, , segment, part, ...more] = key.split('/')
  return !segment || !part || more.length > 0 ? null : Buffer.from(segment, 'base64url').toString()
}
