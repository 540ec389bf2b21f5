import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { MessageTexts } from '../../platform/media-probe/index.ts'
import { eventLoopYielder } from '../../platform/yield-to-event-loop.ts'
import { indexText } from './indexed-text.ts'
import { type IndexedPayload, type PayloadText, storeWords } from './store-words.ts'
import type { WordHashes } from './word-hashes.ts'
import { holdWordIndex, readWordIndex } from './word-index-state.ts'

/** A message that was opened. */
export interface OpenedMessage {
  payload: IndexedPayload & { is_personal_number: boolean }
  texts: MessageTexts
}

/** The words of messages, for the transaction that makes them processed. */
export interface MessageWords {
  messages: readonly OpenedMessage[]
  /** With these hashes; `null` if the index is off. */
  hashes: WordHashes | null
  texts: readonly PayloadText[]
}

/** Finds the words of opened messages before the transaction, so that it takes no longer. Personal ones have none. */
export const wordsOfMessages = async (
  { database, keys }: Pick<Platform, 'database' | 'keys'>,
  client: string,
  opened: readonly OpenedMessage[],
): Promise<MessageWords> => {
  const messages = opened.filter(({ payload }) => !payload.is_personal_number)
  if (messages.length === 0) return { messages, hashes: null, texts: [] }
  const index = await database.read(client, (tx) => readWordIndex(tx, keys))
  return { messages, hashes: index?.hashes ?? null, texts: index ? await textsOfMessages(index.hashes, messages) : [] }
}

/**
 * Stores the words of those of the messages that were processed, in the transaction that did so.
 * @param processed their references
 */
export const storeMessageWords = async (
  tx: TenantTransaction,
  { keys }: Pick<Platform, 'keys'>,
  found: MessageWords,
  processed: ReadonlySet<string>,
): Promise<void> => {
  if (found.messages.length === 0) return
  const index = await holdWordIndex(tx, keys)
  if (!index) return
  // The index may have been turned on meanwhile.
  const texts = found.hashes === index.hashes ? found.texts : await textsOfMessages(index.hashes, found.messages)
  await storeWords(
    tx,
    texts.filter(({ payload }) => processed.has(payload.payload_reference)),
  )
}

/** @param messages none of them personal */
export const textsOfMessages = async (
  hashes: WordHashes,
  messages: readonly Pick<OpenedMessage, 'payload' | 'texts'>[],
): Promise<PayloadText[]> => {
  const yieldToOthers = eventLoopYielder()
  const texts: PayloadText[] = []
  for (const { payload, texts: read } of messages) {
    const { text, subject, attachmentNames } = read
    texts.push({ payload, source: 'message', text: indexText(hashes, 'message', [text, subject, ...attachmentNames]) })
    await yieldToOthers()
  }
  return texts
}
