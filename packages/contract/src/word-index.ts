import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

/** `building`: it can be searched, but what is older than the progress may be missing. */
export const wordIndexStates = ['off', 'building', 'ready', 'removing'] as const
export type WordIndexState = (typeof wordIndexStates)[number]

export const WordIndex = Type.Object(
  {
    state: Type.Enum(wordIndexStates),
    done: Type.Integer({ minimum: 0, description: 'Messages that were read, or rows that were removed' }),
    total: nullable(Type.Integer({ minimum: 0, description: 'Messages when the work began' })),
    began_at: nullable(Timestamp),
    ended_at: nullable(Timestamp),
    is_outdated: Type.Boolean({
      description:
        'true: it was built by an earlier version of the product, and does not find all words until it is rebuilt',
    }),
  },
  {
    title: 'WordIndex',
    description: 'The blind index by which words in messages and comments are found, and the progress of work on it.',
  },
)
export type WordIndex = Static<typeof WordIndex>

export const getWordIndex = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/word_index',
  summary: 'Reads whether words can be searched, and the progress of building or removing their index.',
  action: 'account:read',
  response: WordIndex,
  beyondSpecification: true,
})

export const rebuildWordIndex = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/word_index/rebuild',
  summary: 'Reads all messages and comments again for the word index. It can be searched meanwhile.',
  action: 'account:write',
  response: WordIndex,
  audit: 'word_index.rebuilt',
  errors: ['search.off', 'word_index.being_rebuilt', 'word_index.being_removed'],
  beyondSpecification: true,
})

export const deleteWordIndex = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/word_index',
  summary: 'Turns the search of words off and removes the index.',
  action: 'account:write',
  response: WordIndex,
  audit: 'word_index.removed',
  errors: ['search.off'],
  beyondSpecification: true,
})

export const wordIndexCalls = { getWordIndex, rebuildWordIndex, deleteWordIndex }
