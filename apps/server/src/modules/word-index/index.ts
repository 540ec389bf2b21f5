import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { buildWordIndex } from './build-word-index.ts'
import { pruneVocabulary } from './prune-vocabulary.ts'
import { removeWordIndex } from './remove-word-index.ts'
import { resumeWordIndexes } from './resume-word-indexes.ts'
import { deleteWordIndex, getWordIndex, rebuildWordIndex } from './word-index-calls.ts'

export const wordIndexHandlers = { getWordIndex, rebuildWordIndex, deleteWordIndex } satisfies Partial<Handlers>

export const wordIndexJobs: readonly AnyJob[] = [buildWordIndex, pruneVocabulary, removeWordIndex, resumeWordIndexes]
