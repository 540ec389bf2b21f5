import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { indexText } from './indexed-text.ts'
import { type IndexedPayload, type PayloadText, storeWords } from './store-words.ts'
import type { WordHashes } from './word-hashes.ts'
import { holdWordIndex } from './word-index-state.ts'

/**
 * Stores the words of the comments on recordings, in the transaction that changes them and has locked the recordings' rows.
 * @param readBodies all comments that are not closed, as they are after the change, by reference of the recording
 */
export const storeCommentWords = async (
  tx: TenantTransaction,
  { keys }: Pick<Platform, 'keys'>,
  payloads: readonly IndexedPayload[],
  readBodies: () => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<void> => {
  const index = await holdWordIndex(tx, keys)
  if (!index) return
  const bodies = await readBodies()
  const textOf = (payload: IndexedPayload) =>
    textOfComments(index.hashes, payload, bodies.get(payload.payload_reference) ?? [])
  await storeWords(tx, payloads.map(textOf))
}

export const textOfComments = (
  hashes: WordHashes,
  payload: IndexedPayload,
  bodies: readonly string[],
): PayloadText => ({ payload, source: 'comment', text: indexText(hashes, 'comment', bodies) })
