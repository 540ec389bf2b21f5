import { limits, ProductError, type SearchProblem, searchProblems } from '@holdfast/contract'
import { withoutInvisible } from './invisible-characters.ts'
import { isStopWord } from './stop-words.ts'
import { keysOf, type Token, tokensOf } from './tokens.ts'

/** Something that must, or must not, occur in a recording. */
export type SearchTerm = { typed: string; keys: readonly string[] } | { typed: string; prefix: string }

/** Words that stand together, in lower case without accents. */
export type Phrase = readonly string[]

/** A search as it was typed. All terms and phrases must occur; none of the excluded ones. */
export interface SearchQuery {
  /** At least one. Those of the phrases are among them. */
  terms: readonly SearchTerm[]
  /** Those of the terms that were typed outside of phrases. */
  single: readonly SearchTerm[]
  excluded: readonly SearchTerm[]
  phrases: readonly Phrase[]
  excludedPhrases: readonly Phrase[]
  /** Words outside of phrases that are not indexed, as typed. */
  leftOut: readonly string[]
}

interface Parsing {
  single: Map<string, SearchTerm>
  inPhrases: Map<string, SearchTerm>
  excluded: Map<string, SearchTerm>
  phrases: Phrase[]
  excludedPhrases: Phrase[]
  leftOut: Set<string>
  words: number
}

const quotes = /[“”„«»]/g
/** An optional minus, then a text in quotes, whose end may be missing, or anything up to the next space or quote. */
const chunks = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu

/**
 * Reads what a person typed: `words`, `"words that stand together"`, `begin*` and `-excluded`.
 * @throws ProductError `search.unreadable`
 */
export const parseSearch = (text: string): SearchQuery => {
  const parsing: Parsing = {
    single: new Map(),
    inPhrases: new Map(),
    excluded: new Map(),
    phrases: [],
    excludedPhrases: [],
    leftOut: new Set(),
    words: 0,
  }
  for (const [, minus, quoted, plain] of withoutInvisible(text).replace(quotes, '"').matchAll(chunks)) {
    if (quoted !== undefined) readPhrase(parsing, quoted, minus === '-')
    else if (plain !== undefined) readWords(parsing, plain, minus === '-')
  }
  if (parsing.words > limits.maxSearchedWords) throw unreadable('too_many_words')
  const { single, inPhrases, excluded, phrases, excludedPhrases } = parsing
  const terms = new Map([...inPhrases, ...single])
  if (terms.size === 0) throw unreadable(excluded.size + excludedPhrases.length > 0 ? 'only_exclusions' : 'no_words')
  return {
    phrases,
    excludedPhrases,
    terms: [...terms.values()],
    single: [...single.values()],
    excluded: [...excluded.values()],
    leftOut: [...parsing.leftOut],
  }
}

/** @param problem why the search can't be carried out */
export const unreadable = (problem: SearchProblem): ProductError =>
  new ProductError('search.unreadable', { problem, reason: searchProblems[problem] })

const readPhrase = (parsing: Parsing, quoted: string, isExcluded: boolean): void => {
  const tokens = wordsOf(parsing, quoted)
  if (tokens.length === 0) return
  const phrase = tokens.map(({ folded }) => folded)
  if (isExcluded) {
    parsing.excludedPhrases.push(phrase)
    return
  }
  parsing.phrases.push(phrase)
  // The frequent words of a phrase are compared when the message is opened.
  for (const token of tokens.filter(({ folded }) => !isStopWord(folded))) addWord(parsing.inPhrases, token, quoted)
}

const readWords = (parsing: Parsing, plain: string, isExcluded: boolean): void => {
  const tokens = wordsOf(parsing, plain)
  const prefix = plain.endsWith('*') ? tokens.pop() : undefined
  const target = isExcluded ? parsing.excluded : parsing.single
  for (const token of tokens) {
    if (!isStopWord(token.folded)) addWord(target, token, plain)
    // Not the 's' of "let's", which nobody takes for a word.
    else if (tokens.length === 1) parsing.leftOut.add(plain.slice(token.start, token.end))
  }
  if (!prefix) return
  if (isExcluded) throw unreadable('excluded_prefix')
  if ([...prefix.folded].length < limits.minPrefixLetters) throw unreadable('short_prefix')
  parsing.single.set(`${prefix.folded}*`, { typed: `${plain.slice(prefix.start, prefix.end)}*`, prefix: prefix.folded })
}

const wordsOf = (parsing: Parsing, text: string): Token[] => {
  const tokens = [...tokensOf(text)]
  parsing.words += tokens.length
  return tokens
}

const addWord = (target: Map<string, SearchTerm>, token: Token, text: string): void => {
  target.set(token.folded, { typed: text.slice(token.start, token.end), keys: keysOf(token) })
}
