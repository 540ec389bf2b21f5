import { limits } from '@holdfast/contract'
import { isStopWord } from './stop-words.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { TextSource, WordEntry, WordHash, WordHashes } from './word-hashes.ts'

/** What the index stores of a text. */
export interface IndexedText {
  words: readonly WordHash[]
  entries: readonly WordEntry[]
  /** Whether the text has more than the index takes of it. */
  isPartlyIndexed: boolean
}

/** @param texts the parts of one message, or the comments of one recording */
export const indexText = (hashes: WordHashes, source: TextSource, texts: readonly string[]): IndexedText => {
  const entries = new Map<string, WordEntry>()
  let isPartlyIndexed = texts.some((text) => text.length > limits.maxIndexedCharacters)
  for (const token of tokensIn(texts)) {
    if (entries.has(token.word) || isStopWord(token.folded)) continue
    if (entries.size === limits.maxIndexedWords) {
      isPartlyIndexed = true
      break
    }
    entries.set(token.word, hashes.entryOf(source, token))
  }
  const words = new Set([...entries.values()].flatMap((entry) => entry.words))
  // Sorted, because their order would be that of the text.
  return { words: [...words].sort(), entries: [...entries.values()], isPartlyIndexed }
}

function* tokensIn(texts: readonly string[]): Generator<Token> {
  for (const text of texts) yield* tokensOf(text)
}
