/**
 * The vocabulary told how long words are and which of them begin alike (docs/decisions/0029). It is emptied, and each index is built again: the
 * job that resumes lost work begins within half an hour.
 */
export const wordsRebuilt: readonly string[] = [
  'truncate app.search_vocabulary',
  `update app.word_indexes set state = 'building', index_version = 3, position = null, done = 0, total = null, began_at = now(),
    ended_at = null where state in ('building', 'ready')`,
]
