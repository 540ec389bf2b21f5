import type { Snippet } from '@holdfast/contract'
import {
  isEmoji,
  keysOf,
  type Phrase,
  type SearchQuery,
  type SearchTerm,
  type Token,
  tokensOf,
} from '../words/index.ts'

/** A text that a person can read, and where it stands. */
export interface Passage {
  place: Snippet['place']
  text: string
}

type Range = Snippet['highlights'][number]

/** The parts of a text that a search asked for, in their order. */
export const rangesIn = (text: string, { single, phrases }: SearchQuery): Range[] => {
  const tokens = [...tokensOf(text)]
  const words = tokens.filter((token) => single.some((term) => isOf(term, token)))
  const runs = phrases.flatMap((phrase) => runsOf(phrase, tokens))
  const ranges = [...words, ...runs].map(({ start, end }) => ({ start, end }))
  return joined(ranges.sort((a, b) => a.start - b.start || a.end - b.end))
}

/** Whether the passages have all phrases of a search, and none of those that it excludes. */
export const hasPhrases = (passages: readonly Passage[], { phrases, excludedPhrases }: SearchQuery): boolean => {
  if (phrases.length + excludedPhrases.length === 0) return true
  const texts = passages.map(({ text }) => [...tokensOf(text)])
  const occurs = (phrase: Phrase) => texts.some((tokens) => runsOf(phrase, tokens).length > 0)
  return phrases.every(occurs) && !excludedPhrases.some(occurs)
}

/** What is found by the beginning of a word has a word that begins so, or another form of it. */
const isOf = (term: SearchTerm, token: Token): boolean => {
  const keys = keysOf(token)
  if (!('prefix' in term)) return keys.some((key) => term.keys.includes(key))
  if (token.folded.startsWith(term.prefix)) return true
  const formsOfPrefix = keysOf({ folded: term.prefix })
  return keys.some((key) => formsOfPrefix.includes(key))
}

/** Where the words of a phrase stand together. Emojis between them count only if the phrase has some. */
const runsOf = (phrase: Phrase, all: readonly Token[]): Range[] => {
  const tokens = phrase.some(isEmoji) ? all : all.filter(({ folded }) => !isEmoji(folded))
  return tokens.flatMap((first, at) => {
    const last = tokens[at + phrase.length - 1]
    const isHere = phrase.every((word, place) => tokens[at + place]?.folded === word)
    return isHere && last ? [{ start: first.start, end: last.end }] : []
  })
}

const joined = (sorted: readonly Range[]): Range[] => {
  const ranges: Range[] = []
  for (const range of sorted) {
    const last = ranges.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else ranges.push({ ...range })
  }
  return ranges
}
