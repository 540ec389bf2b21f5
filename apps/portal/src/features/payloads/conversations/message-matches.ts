import { foldedText } from '@holdfast/contract'
import { displayText } from '@holdfast/words'
import type { ConversationEntry } from './conversation-entries.ts'

/** Where a text occurs in a message, as screens show it. */
export interface MessageMatch {
  id: string
  /** Of the entry. */
  index: number
  key: string
  place: 'subject' | 'text'
  start: number
  end: number
}

/** Marks of all scripts are ignored: a search within a conversation shows each place, and one too many does no harm. */
const folded = (character: string): string => foldedText(character).replace(/\p{M}/gu, '')

/** A text without case and accents, and for each of its characters where that one was in the text. */
interface Folded {
  plain: string
  places: readonly number[]
}

const foldedCharacters = (text: string): Folded => {
  const places: number[] = []
  let [plain, at] = ['', 0]
  for (const character of text) {
    const letters = folded(character)
    for (const _ of letters.split('')) places.push(at)
    plain += letters
    at += character.length
  }
  return { plain, places: [...places, at] }
}

/** Two code units, because a letter before it may have as many. */
const beginsWord = (plain: string, at: number): boolean => !/[\p{L}\p{N}]$/u.test(plain.slice(Math.max(0, at - 2), at))

type Range = Pick<MessageMatch, 'start' | 'end'>

const occurrences = ({ plain, places }: Folded, sought: string, isWord = false): Range[] => {
  const found: Range[] = []
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
    const [start = 0, end = 0] = [places[at], places[at + sought.length]]
    // The first half of a letter that was taken for two marks nothing.
    if (start < end && (!isWord || beginsWord(plain, at))) found.push({ start, end })
  }
  return found
}

interface PlacedRange extends Range {
  place: MessageMatch['place']
}

/** Without the ranges that begin within another one. */
const apart = (ranges: readonly PlacedRange[]): PlacedRange[] => {
  const kept: PlacedRange[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range)
  }
  return kept
}

/** Where a message contains the whole text, or else all of its words, each at the beginning of a word. */
const rangesIn = (texts: readonly (readonly [MessageMatch['place'], Folded])[], sought: string): PlacedRange[] => {
  const find = (part: string, isWord: boolean) =>
    texts.flatMap(([place, text]) => occurrences(text, part, isWord).map((range) => ({ place, ...range })))
  const whole = find(sought, false)
  const words = [...new Set(sought.split(/\s+/))]
  if (whole.length > 0 || words.length === 1) return whole
  const found = words.map((word) => find(word, true))
  if (found.some((ranges) => ranges.length === 0)) return []
  return texts.flatMap(([place]) => apart(found.flat().filter((range) => range.place === place)))
}

/**
 * Where the loaded messages contain a text, whatever its case and accents are, in their order. Several words may stand apart in a message.
 */
export const messageMatches = (entries: readonly ConversationEntry[], text: string): MessageMatch[] => {
  const sought = foldedCharacters(text.trim()).plain
  if (sought === '') return []
  return entries.flatMap((entry, index) => {
    if (entry.kind !== 'message') return []
    const { key, message } = entry
    // A message without a text shows no subject either.
    if (message.text === null) return []
    const texts = (['subject', 'text'] as const).map(
      (place) => [place, foldedCharacters(displayText(message[place] ?? ''))] as const,
    )
    return rangesIn(texts, sought).map(
      (range): MessageMatch => ({ id: `${key} ${range.place} ${range.start}`, index, key, ...range }),
    )
  })
}
