import { ClientIdentifier } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

const WordIndexJob = Type.Object({ client: ClientIdentifier })
export type WordIndexJob = Static<typeof WordIndexJob>

const ofAccount = { payload: WordIndexJob, maxAttempts: 12, key: ({ client }: WordIndexJob) => client }

/** Reads the messages and comments of an account for its word index, some pages at a time. */
export const buildWordIndexJob: JobDefinition<WordIndexJob> = { name: 'build_word_index', ...ofAccount }

/** Deletes the word index of an account, some pages at a time. */
export const removeWordIndexJob: JobDefinition<WordIndexJob> = { name: 'remove_word_index', ...ofAccount }

/** Deletes words from the vocabulary of an account that no text has any more. */
export const pruneVocabularyJob: JobDefinition<WordIndexJob> = { name: 'prune_search_vocabulary', ...ofAccount }
