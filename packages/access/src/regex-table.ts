import type { IdList } from './id-list.ts'
import { RegexSet } from './regex-set.ts'
import type { Steps } from './steps.ts'

/**
 * Regexes in one set. In larger sets a text that is matched for the first time takes longer, because each character can lead
 * to more different states; smaller sets take longer every time (docs/decisions/0024).
 */
const regexesPerSet = 250

interface Entry {
  readonly text: string
  readonly id: number
}

interface EntrySet {
  readonly entries: readonly Entry[]
  readonly regexes: RegexSet
}

/** Finds those of many regexes that match a text, at a cost that grows little with their number. */
export class RegexTable {
  readonly #entries: Entry[] = []
  #sets: readonly EntrySet[] | null = null

  add(text: string, id: number): void {
    this.#entries.push({ text, id })
    this.#sets = null
  }

  /** Compiles the regexes ahead of the first match. */
  *compileInSteps(): Steps<void> {
    this.#sets ??= setsOf(this.#entries)
    for (const { regexes } of this.#sets) yield* regexes.compileInSteps()
  }

  /** Appends the ids of all regexes that match `subject` to `found`. */
  collect(subject: string, found: IdList): void {
    this.#sets ??= setsOf(this.#entries)
    for (const { entries, regexes } of this.#sets) {
      for (const index of regexes.match(subject)) found.add(entries[index]?.id ?? 0)
    }
  }
}

/** Sorted, because regexes that begin alike have fewer different states together. */
const setsOf = (entries: readonly Entry[]): EntrySet[] => {
  const sorted = entries.toSorted((left, right) => (left.text < right.text ? -1 : 1))
  return Array.from({ length: Math.ceil(sorted.length / regexesPerSet) }, (_, index) => {
    const some = sorted.slice(index * regexesPerSet, (index + 1) * regexesPerSet)
    return { entries: some, regexes: new RegexSet(some.map(({ text }) => text)) }
  })
}
