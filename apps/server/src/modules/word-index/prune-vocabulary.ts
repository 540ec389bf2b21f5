import type { Job } from '../../core/jobs.ts'
import { pruneVocabularyJob, pruneVocabularyPage, type WordIndexJob } from '../words/index.ts'

/** Forgets words that only destroyed recordings or deleted comments had. */
export const pruneVocabulary: Job<WordIndexJob> = {
  definition: pruneVocabularyJob,
  async handle({ platform, signal }, { client }) {
    let after: readonly string[] | null = null
    do {
      signal.throwIfAborted()
      const page: readonly string[] | null = after
      after = await platform.database.transaction(client, (tx) => pruneVocabularyPage(tx, page))
    } while (after)
  },
}
