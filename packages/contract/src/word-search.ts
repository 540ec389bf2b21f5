import { type Static, Type } from 'typebox'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** Why a search cannot be carried out as it was written: the `problem` of `search.unreadable`, and its `reason`. */
export const searchProblems = {
  no_words: 'it has no word that is searched',
  too_many_words: `it has more than ${limits.maxSearchedWords} words`,
  short_prefix: `the beginning of a word needs at least ${limits.minPrefixLetters} letters before *`,
  excluded_prefix: 'a word after - cannot end with *',
  only_exclusions: 'it needs a word that must occur',
  other_order: 'it can be sorted only by the time of the recordings',
} as const
export type SearchProblem = keyof typeof searchProblems

/** The `text` of a filter of recordings: what a person types to search messages and comments. */
export const SearchText = {
  ...text(limits.maxSearchCharacters, 1),
  description:
    'Words that messages, names of their files, or comments contain: all of them, in any form (price finds prices). "Words in quotes" stand together like this, pri* is the beginning of a word, -word must not occur. Sorted by payload_time.',
}

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
