import { type Objects, recordingsPrefix } from '@holdfast/server'

/**
 * Removes the objects of interrupted batches. Sealing never gives the same bytes twice, so no row will ever refer to them.
 * @param isUnfinished whether a recording belongs to a batch that is not yet written
 */
export const removeUnfinished = async (
  objects: Objects,
  client: string,
  isUnfinished: (payload_reference: string) => boolean,
): Promise<void> => {
  const prefix = recordingsPrefix(client)
  for await (const { key } of objects.list(prefix)) {
    const [payload_reference = ''] = key.slice(prefix.length).split('-')
    if (isUnfinished(payload_reference)) await objects.delete(key)
  }
}
