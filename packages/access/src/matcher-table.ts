import type { IdList } from './id-list.ts'
import type { Matcher } from './matcher.ts'
import { MatcherSieve } from './matcher-sieve.ts'

/** Texts whose slow matchers are remembered; past that the memory starts anew. */
const maxRemembered = 50_000

interface TextsOfLength {
  readonly length: number
  readonly texts: Map<string, number[]>
}

/**
 * Answers which of many matchers match a text, at a cost that does not grow with the number of exact texts, `begin*`
 * and `*end` among them. Regexes and wildcards with an inner `*` are
 * tried once a text.
 */
export class MatcherTable {
  readonly #everything: number[] = []
  readonly #exact = new Map<string, number[]>()
  readonly #beginnings: TextsOfLength[] = []
  readonly #endings: TextsOfLength[] = []
  readonly #others = new MatcherSieve()
  readonly #remembered = new Map<string, readonly number[]>()

  /** Files a matcher under a number of the caller's choice, which `collect` gives back. */
  add(matcher: Matcher, id: number): void {
    if (matcher.kind === 'exact') {
      file(this.#exact, matcher.text, id)
      return
    }
    const [beginning, ending, ...more] = matcher.kind === 'wildcard' ? matcher.segments : []
    if (beginning === undefined || ending === undefined || more.length > 0) {
      this.#others.add(matcher, id)
    } else if (beginning === '' && ending === '') {
      this.#everything.push(id)
    } else if (ending === '') {
      file(byLength(this.#beginnings, beginning.length), beginning, id)
    } else if (beginning === '') {
      file(byLength(this.#endings, ending.length), ending, id)
    } else {
      this.#others.add(matcher, id)
    }
  }

  /** Appends the numbers of all matchers that match `subject` to `found`, each once. */
  collect(subject: string, found: IdList): void {
    append(this.#everything, found)
    append(this.#exact.get(subject), found)
    for (const { length, texts } of this.#beginnings) {
      if (length <= subject.length) append(texts.get(subject.slice(0, length)), found)
    }
    for (const { length, texts } of this.#endings) {
      if (length <= subject.length) append(texts.get(subject.slice(-length)), found)
    }
    if (!this.#others.isEmpty) append(this.#slowMatches(subject), found)
  }

  #slowMatches(subject: string): readonly number[] {
    const known = this.#remembered.get(subject)
    if (known) return known
    const found = this.#others.matching(subject)
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear()
    this.#remembered.set(subject, found)
    return found
  }
}

const append = (ids: readonly number[] | undefined, found: IdList): void => {
  if (ids === undefined) return
  for (let index = 0; index < ids.length; index++) found.add(ids[index] ?? 0)
}

const file = (texts: Map<string, number[]>, text: string, id: number): void => {
  const ids = texts.get(text)
  if (ids) ids.push(id)
  else texts.set(text, [id])
}

const byLength = (lengths: TextsOfLength[], length: number): Map<string, number[]> => {
  const known = lengths.find((one) => one.length === length)
  if (known) return known.texts
  const texts = new Map<string, number[]>()
  lengths.push({ length, texts })
  return texts
}
