import type { PayloadRow } from '../../platform/database/index.ts'
import type { Objects } from '../../platform/objects/index.ts'
import { belongsInTable } from '../payloads/index.ts'
import type { Decision } from './decide-registration.ts'
import { sealedObjectKey } from './object-keys.ts'

/** Number of concurrent writes to the store, each of which waits for the disk or the network. */
const concurrency = 16

/** Whether the sealed bytes of an item are written to the table, in the transaction that records them. */
export const isForTable = (decision: Decision): boolean => {
  if (!('content' in decision) || decision.content === null) return false
  const stored = decision.kind === 'known' ? decision.payload : { s3_path: null }
  return belongsInTable(stored, decision.content.length)
}

/**
 * Stores the sealed bytes of a batch durably, except those for the table. An existing object is replaced: according to its key it has the same
 * bytes, unless it is damaged.
 */
export const storeInlineContents = async (
  objects: Objects,
  client: string,
  decisions: readonly Decision[],
): Promise<void> => {
  const waiting = decisions.flatMap((decision) => {
    if (!('content' in decision)) return []
    const { content, item } = decision
    if (content === null || item.checksum === undefined || isForTable(decision)) return []
    return [{ key: sealedObjectKey(client, item.payload_reference, item.checksum), content }]
  })
  const store = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await objects.put(next.key, next.content, { bytes: next.content.length })
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, store))
}

/**
 * Removes the objects that an attempt stored before its reference was registered with other bytes. No registration can use it any
 * more, because the reference now has another checksum.
 */
export const discardRefusedContents = async (
  objects: Objects,
  client: string,
  stored: readonly Decision[],
  known: ReadonlyMap<string, Pick<PayloadRow, 'checksum'>>,
): Promise<void> => {
  for (const decision of stored) {
    if (decision.kind !== 'new' || decision.content === null || isForTable(decision)) continue
    const { payload_reference, checksum = '' } = decision.item
    const winner = known.get(payload_reference)
    if (!winner || winner.checksum === checksum) continue
    await objects.delete(sealedObjectKey(client, payload_reference, checksum))
  }
}
