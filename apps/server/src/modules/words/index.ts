export {
  indexWordsAgain,
  rebuildWordSearch,
  turnOffWordSearch,
  turnOnWordSearch,
  updateWordIndex,
  type WordIndexRow,
} from './change-word-index.ts'
export { deleteIndexPage, pruneVocabularyPage } from './delete-index.ts'
export { storeCommentWords, textOfComments } from './index-comments.ts'
export {
  type MessageWords,
  type OpenedMessage,
  storeMessageWords,
  textsOfMessages,
  wordsOfMessages,
} from './index-messages.ts'
export { type Phrase, parseSearch, type SearchQuery, type SearchTerm, unreadable } from './search-query.ts'
export { type IndexedPayload, type PayloadText, removeWords, storeWords, withoutWords } from './store-words.ts'
export { isEmoji, keysOf, type Token, tokensOf } from './tokens.ts'
export { wordsOfPrefix } from './vocabulary.ts'
export { type TextSource, textSources, type WordHashes } from './word-hashes.ts'
export { buildWordIndexJob, pruneVocabularyJob, removeWordIndexJob, type WordIndexJob } from './word-index-jobs.ts'
export {
  holdWordIndex,
  isOutdated,
  lockWordIndex,
  lockWordIndexForPage,
  readWordIndex,
  readWordIndexRow,
} from './word-index-state.ts'
export {
  candidatesQuery,
  countTermsStatement,
  isInComments,
  matchesOf,
  rarestOf,
  type SearchScope,
  type TermCount,
  type TermWords,
  type WordSearch,
} from './word-lookup.ts'
