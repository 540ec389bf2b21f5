import type { Snippet } from '@holdfast/contract'
import type { SearchQuery } from '../words/index.ts'
import { type Passage, rangesIn } from './text-matches.ts'

const snippetCharacters = 160
/** How much of the text before the first match is shown. */
const leadCharacters = 40

/**
 * A snippet of the first passage that has something that was searched for. A form of a word that only the index knows is not
 * marked: then it is the beginning of the first passage. `null` if there is no text.
 */
export const snippetOf = (passages: readonly Passage[], query: SearchQuery): Snippet | null => {
  for (const { place, text } of passages) {
    const ranges = rangesIn(text, query)
    const [first] = ranges
    if (first) return { place, ...cut(text, ranges, first.start) }
  }
  const [first] = passages
  return first ? { place: first.place, ...cut(first.text, [], 0) } : null
}

const cut = (text: string, ranges: Snippet['highlights'], first: number): Omit<Snippet, 'place'> => {
  const from = first <= leadCharacters ? 0 : wordStart(text, first - leadCharacters, first)
  const until = text.length - from <= snippetCharacters ? text.length : wordEnd(text, from, from + snippetCharacters)
  const before = from > 0 ? '…' : ''
  const highlights = ranges
    .filter(({ start }) => start < until)
    .map(({ start, end }) => ({
      start: start - from + before.length,
      end: Math.min(end, until) - from + before.length,
    }))
  // A text without spaces may be cut within a surrogate pair.
  const shown = text.slice(from, until).toWellFormed()
  return { text: before + shown + (until < text.length ? '…' : ''), highlights }
}

/** After the first space from there on, if one comes before `latest`. */
const wordStart = (text: string, from: number, latest: number): number => {
  const space = text.slice(from, latest).search(/\s/)
  return space < 0 ? from : from + space + 1
}

/** Before the last space up to there, if that leaves most of it. */
const wordEnd = (text: string, from: number, until: number): number => {
  const kept = text.slice(from, until).replace(/\s+\S*$/, '').length
  return kept > snippetCharacters / 2 ? from + kept : until
}
