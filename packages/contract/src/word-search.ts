import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'

/** Why a search cannot be carried out as it was written: the `problem` of `search.unreadable`. */
export const searchProblems = [
  'no_words',
  'too_many_words',
  'short_prefix',
  'excluded_prefix',
  'only_exclusions',
  'other_order',
] as const
export type SearchProblem = (typeof searchProblems)[number]

/** The `text` of a filter of recordings: what a person types to search messages and comments. */
export const SearchText = Type.String({
  rule: 'SearchText',
  minLength: 1,
  maxLength: limits.maxSearchCharacters,
  description:
    'Words that messages, names of their files, or comments contain: all of them, in any form (price finds prices). "Words in quotes" stand together like this, pri* is the beginning of a word, -word must not occur. Sorted by payload_time.',
})

const Highlight = Type.Object(
  { start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
  {
    title: 'Highlight',
    description: 'A part of a text that was searched for, in UTF-16 code units; `end` is not part of it.',
  },
)

/** Where the text of a snippet stands. */
export const snippetPlaces = ['text', 'subject', 'attachment', 'comment'] as const

export const Snippet = Type.Object(
  {
    place: Type.Enum(snippetPlaces),
    text: Type.String(),
    highlights: Type.Array(Highlight),
  },
  {
    title: 'Snippet',
    description: 'A passage around what was searched for. It is plain text; `…` marks where it was cut.',
  },
)
export type Snippet = Static<typeof Snippet>
