import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { indexText } from './indexed-text.ts'
import { type IndexedPayload, type PayloadText, storeWords } from './store-words.ts'
import type { WordHashes } from './word-hashes.ts'
import { holdWordIndex } from './word-index-state.ts'

/**
 * Stores the words of the comments on a recording, in the transaction that changes one of them and has locked the recording's row.
 * @param readBodies all comments that are not closed, as they are after the change
 */
export const storeCommentWords = async (
  tx: TenantTransaction,
  { keys }: Pick<Platform, 'keys'>,
  payload: IndexedPayload,
  readBodies: () => Promise<readonly string[]>,
): Promise<void> => {
  const index = await holdWordIndex(tx, keys)
  if (index) await storeWords(tx, [textOfComments(index.hashes, payload, await readBodies())])
}

export const textOfComments = (
  hashes: WordHashes,
  payload: IndexedPayload,
  bodies: readonly string[],
): PayloadText => ({ payload, source: 'comment', text: indexText(hashes, 'comment', bodies) })
