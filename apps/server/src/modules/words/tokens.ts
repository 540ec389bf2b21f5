import { foldedText, limits } from '@holdfast/contract'
import { stemmer as englishStem } from '@orama/stemmers/english'
import { stemmer as portugueseStem } from '@orama/stemmers/portuguese'
import { LRUCache } from 'lru-cache'
import { placedIn, withoutInvisible } from './invisible-characters.ts'

/** A word of a text. */
export interface Token {
  /** Where it stands in the text with its invisible characters, in UTF-16 code units; `end` is not part of it. */
  start: number
  end: number
  /** In lower case and in composed form, without invisible characters. */
  word: string
  /** As it is compared (`foldedText`). */
  folded: string
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** What Unicode leaves within a word although people read two: `sentence.This`, `it's`, `first_second`. Decimals stay whole. */
const joints = /_|(?<!\p{N})[.:'’·](?=\p{L})/u

/** Short parts with a sign between them. */
const compound = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]{1,4}(?:[+&/＋＆／][\p{L}\p{N}]{1,4}){1,3}(?![\p{L}\p{M}\p{N}])/gu

/** People read `T+2`, `M&A` and `S&P500` as one word: a part is a single letter. With a slash all of them are: `L/C`, not `e/ou`. */
const isOneWord = (parts: string): boolean =>
  /[/／]/.test(parts) ? /^\p{L}(.\p{L})+$/u.test(parts) : /(?<!\p{N}|\p{L})\p{L}(?!\p{N}|\p{L})/u.test(parts)

/** The words of a text, in their order. What comes after `maxIndexedCharacters` is left out. */
export function* tokensOf(text: string): Generator<Token> {
  const read = text.slice(0, limits.maxIndexedCharacters)
  const visible = withoutInvisible(read)
  if (visible.length === read.length) yield* tokensOfVisible(read)
  else yield* placedIn(read, tokensOfVisible(visible))
}

function* tokensOfVisible(read: string): Generator<Token> {
  let start = 0
  for (const { 0: found, index } of read.matchAll(compound)) {
    if (!isOneWord(found)) continue
    yield* segmentsOf(read.slice(start, index), start)
    yield* tokenOf(found, index)
    start = index + found.length
  }
  yield* segmentsOf(start === 0 ? read : read.slice(start), start)
}

function* segmentsOf(text: string, start: number): Generator<Token> {
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) yield* joints.test(segment) ? partsOf(segment, start + index) : tokenOf(segment, start + index)
    else if (emoji.test(segment)) yield* emojiToken(segment, start + index)
  }
}

function* partsOf(segment: string, index: number): Generator<Token> {
  let start = index
  for (const part of segment.split(joints)) {
    yield* tokenOf(part, start)
    start += part.length + 1
  }
}

/** A picture or a flag. Signs that people type as part of a text are none. */
const emoji = /^(?![©®™‼⁉ℹ〰〽㊗㊙])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}$)/u

const skinTones = /(?!^)\p{Emoji_Modifier}/gu

/** Found in whatever skin tone. A family is several: what joins its members is invisible. */
function* emojiToken(segment: string, start: number): Generator<Token> {
  const word = segment.replace(skinTones, '')
  yield { start, end: start + segment.length, word, folded: word }
}

export const isEmoji = (folded: string): boolean => emoji.test(folded)

function* tokenOf(part: string, start: number): Generator<Token> {
  const word = normalised(part)
  const folded = foldedText(word)
  if (folded !== '') yield { start, end: start + part.length, word, folded }
}

/** Longer parts are not read at all: a character can become 18 in compatibility form. */
const maxReadCharacters = 2 * limits.maxWordCharacters

const normalised = (part: string): string =>
  shortened(part.slice(0, maxReadCharacters).toWellFormed().normalize('NFKC').toLowerCase())

const shortened = (word: string): string =>
  word.length <= limits.maxWordCharacters ? word : [...word].slice(0, limits.maxWordCharacters).join('')

/** Longer words and those with digits are names and numbers. The stemmers would take long for hostile ones. */
const stemmed = /^\p{Script=Latin}{3,30}$/u

/**
 * Under which keys a word is indexed and searched: its English and its Portuguese stem, without accents. A text says nothing of its
 * language. Both are stems of the word without accents, so that each way of typing finds the other; the Portuguese stemmer gets the accents
 * of endings back, which it knows only with them (`confirmação`, `confirmações`).
 */
export const keysOf = ({ folded }: Pick<Token, 'folded'>): readonly string[] => {
  if (!stemmed.test(folded)) return [folded]
  const known = stems.get(folded)
  if (known) return known
  const keys = [englishStem(folded), foldedText(portugueseStem(withAccents(folded)))].map((stem) => stem || folded)
  const different = [...new Set(keys)]
  stems.set(folded, different)
  return different
}

/** Texts consist of few words, and stemming takes longer than everything else. */
const stems = new LRUCache<string, readonly string[]>({ max: 50_000 })

/** Endings without accents, and as the stemmer knows them. It keeps `reunião` and `reuniões` apart, so plurals become singular. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/c(?:ao|oes)$/, 'ção'],
  [/(?:ao|oes|aes)$/, 'ão'],
  [/ave(?:l|is)$/, 'ável'],
  [/ive(?:l|is)$/, 'ível'],
  [/ancias?$/, 'ância'],
  [/encias?$/, 'ência'],
]

const withAccents = (folded: string): string => {
  const ending = endings.find(([form]) => form.test(folded))
  return ending ? folded.replace(...ending) : folded
}
