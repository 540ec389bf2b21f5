import { recordingsPrefix } from '../../modules/uploads/index.ts'
import type { Objects } from '../../platform/objects/index.ts'

/**
 * Removes objects of batches that were cut short: sealing is never the same twice, so what they stored has no row that
 * speaks of it and never will.
 * @param isUnfinished whether a recording belongs to a batch that is not there yet
 */
export const forgetUnfinished = async (
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
