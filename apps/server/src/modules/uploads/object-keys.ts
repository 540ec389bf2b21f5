const plain = /^[A-Za-z0-9-]+$/

/** A reference as a segment of a key: unchanged, or as `=` and base64url if it has characters that keys cannot have. */
const segmentOf = (payload_reference: string): string =>
  plain.test(payload_reference) ? payload_reference : `=${Buffer.from(payload_reference).toString('base64url')}`

const referenceOf = (segment: string): string =>
  segment.startsWith('=') ? Buffer.from(segment.slice(1), 'base64url').toString() : segment

/** Key prefix for the sealed recordings of an account. */
export const recordingsPrefix = (client: string): string => `recordings/${client}/`

/**
 * Key of the sealed bytes of a payload. It contains the checksum, so different bytes have a different key.
 * @param checksum SHA-256 of the sealed bytes, lowercase hex
 */
export const sealedObjectKey = (client: string, payload_reference: string, checksum: string): string => {
  const segment = segmentOf(payload_reference)
  // Both in one segment could exceed the maximum length of a file name.
  return `${recordingsPrefix(client)}${segment}${segment.startsWith('=') ? '/' : '-'}${checksum}`
}

const recordingName = /^(.+)-[0-9a-f]{64}$/

/** The payload reference in a key under `recordings/{client}/`; `null` if no recording can have that key. */
export const readRecordingObjectKey = (key: string): string | null => {
  const [, , segment = '', checksum, ...more] = key.split('/')
  if (more.length > 0) return null
  if (checksum !== undefined) return segment.startsWith('=') ? referenceOf(segment) : null
  return recordingName.exec(segment)?.[1] ?? null
}

/** Key prefix for the parts of unfinished uploads. */
export const uploadsPrefix = 'uploads/'

/** Key prefix for the parts of one account's unfinished uploads. */
export const partsPrefix = (client: string): string => `${uploadsPrefix}${client}/`

/** Key of one part until the upload is complete. The object under a key never changes: a different part has a different key. */
export const partObjectKey = (client: string, payload_reference: string, offset: number, sha256: string): string =>
  `${uploadsPrefix}${client}/${segmentOf(payload_reference)}/${offset}-${sha256}`

/** The account and payload reference in the key of a part under `uploads/`; `null` if no part can have that key. */
export const readPartObjectKey = (key: string): { client: string; payload_reference: string } | null => {
  const [, client, segment, part, ...more] = key.split('/')
  if (!client || !segment || !part || more.length > 0) return null
  return { client, payload_reference: referenceOf(segment) }
}
