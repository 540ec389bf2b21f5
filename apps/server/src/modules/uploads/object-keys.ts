/**
 * Where the sealed bytes of a payload rest. The checksum is part of the key, so other bytes can never take its place.
 * @param checksum SHA-256 of the sealed bytes, lowercase hex
 */
export const sealedObjectKey = (client: string, payload_reference: string, checksum: string): string =>
  `recordings/${client}/${payload_reference}-${checksum}`

/** Below this lie the parts of uploads that are not yet whole. */
export const uploadsPrefix = 'uploads/'

/** Where one part rests until the upload is whole. What the key names never changes: another part has another key. */
export const partObjectKey = (client: string, payload_reference: string, offset: number, sha256: string): string =>
  `${uploadsPrefix}${client}/${payload_reference}/${offset}-${sha256}`

/** Whose part an object under `uploads/` is; null for a key that no upload made. */
export const readPartObjectKey = (key: string): { client: string; payload_reference: string } | null => {
  const [, client, payload_reference, part, ...more] = key.split('/')
  if (!client || !payload_reference || !part || more.length > 0) return null
  return { client, payload_reference }
}
