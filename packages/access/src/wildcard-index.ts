import type { IdList } from './id-list.ts'
import { matches, type WildcardMatcher } from './matcher.ts'
import { finish, type Steps } from './steps.ts'

interface Entry {
  readonly wildcard: WildcardMatcher
  readonly id: number
  /** The last look-up that tried this wildcard. */
  lookup: number
}

interface Index {
  readonly byTrigram: ReadonlyMap<number, readonly Entry[]>
  /** Wildcards that require no three characters in a row. */
  readonly others: readonly Entry[]
}

/**
 * Finds those of many wildcards that match a text, by a trigram index: each wildcard is filed under three characters that
 * every text it matches contains, and only tried on texts that contain them.
 */
export class WildcardIndex {
  readonly #entries: Entry[] = []
  #index: Index | null = null
  #lookup = 0

  add(wildcard: WildcardMatcher, id: number): void {
    this.#entries.push({ wildcard, id, lookup: 0 })
    this.#index = null
  }

  /** Makes the index ahead of the first look-up. */
  *makeInSteps(): Steps<Index> {
    this.#index ??= yield* indexInSteps(this.#entries)
    return this.#index
  }

  /** Appends the ids of all wildcards that match `subject` to `found`, each once. */
  collect(subject: string, found: IdList): void {
    if (this.#entries.length === 0) return
    const { byTrigram, others } = this.#index ?? finish(this.makeInSteps())
    this.#lookup++
    this.#tryAll(others, subject, found)
    for (let end = trigramLength; end <= subject.length; end++) {
      const entries = byTrigram.get(trigramBefore(end, subject))
      if (entries) this.#tryAll(entries, subject, found)
    }
  }

  #tryAll(entries: readonly Entry[], subject: string, found: IdList): void {
    for (const entry of entries) {
      if (entry.lookup === this.#lookup) continue
      entry.lookup = this.#lookup
      if (matches(entry.wildcard, subject)) found.add(entry.id)
    }
  }
}

/** Files each wildcard under the trigram that it shares with the fewest others. */
function* indexInSteps(entries: readonly Entry[]): Steps<Index> {
  const uses = new Map<number, number>()
  for (const { wildcard } of entries) {
    for (const trigram of trigramsOf(wildcard)) uses.set(trigram, (uses.get(trigram) ?? 0) + 1)
    yield
  }
  const byTrigram = new Map<number, Entry[]>()
  const others: Entry[] = []
  for (const entry of entries) {
    const rarest = rarestOf(trigramsOf(entry.wildcard), uses)
    const sharing = rarest === null ? others : (byTrigram.get(rarest) ?? [])
    sharing.push(entry)
    if (rarest !== null) byTrigram.set(rarest, sharing)
    yield
  }
  return { byTrigram, others }
}

const rarestOf = (trigrams: readonly number[], uses: ReadonlyMap<number, number>): number | null => {
  const usesOf = (trigram: number): number => uses.get(trigram) ?? 0
  return trigrams.reduce<number | null>(
    (best, trigram) => (best !== null && usesOf(best) <= usesOf(trigram) ? best : trigram),
    null,
  )
}

const trigramLength = 3

const trigramsOf = ({ segments }: WildcardMatcher): number[] => {
  const trigrams: number[] = []
  for (const segment of segments) {
    for (let end = trigramLength; end <= segment.length; end++) trigrams.push(trigramBefore(end, segment))
  }
  return trigrams
}

/**
 * The three characters before `end` as a small integer, which maps look up fastest. Trigrams with characters beyond Latin can
 * share an integer; a wildcard is then tried in vain.
 */
const trigramBefore = (end: number, text: string): number =>
  ((text.charCodeAt(end - 3) << 20) ^ (text.charCodeAt(end - 2) << 10) ^ text.charCodeAt(end - 1)) & 0x3fff_ffff
