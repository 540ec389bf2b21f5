import type { IdList } from './id-list.ts'
import type { Matcher } from './matcher.ts'
import { MatcherSieve } from './matcher-sieve.ts'
import type { Steps } from './steps.ts'

/** Answers which of many matchers match a text, at a cost that hardly grows with how many there are. */
export class MatcherTable {
  readonly #everything: number[] = []
  readonly #exact = new Map<string, number[]>()
  readonly #others = new MatcherSieve()

  /** Files a matcher under a number of the caller's choice, which `collect` gives back. */
  add(matcher: Matcher, id: number): void {
    if (matcher.kind === 'exact') {
      const known = this.#exact.get(matcher.text)
      if (known) known.push(id)
      else this.#exact.set(matcher.text, [id])
    } else if (matcher.kind === 'wildcard' && matcher.segments.every((segment) => segment === '')) {
      this.#everything.push(id)
    } else {
      this.#others.add(matcher, id)
    }
  }

  /** Does beforehand, with an example, what the first look would take longer for. */
  prepare(example: string): Steps<void> {
    return this.#others.prepare(example)
  }

  /** Appends the numbers of all matchers that match `subject` to `found`, each once. */
  collect(subject: string, found: IdList): void {
    append(this.#everything, found)
    append(this.#exact.get(subject), found)
    if (!this.#others.isEmpty) this.#others.collect(subject, found)
  }
}

const append = (ids: readonly number[] | undefined, found: IdList): void => {
  if (ids === undefined) return
  for (let index = 0; index < ids.length; index++) found.add(ids[index] ?? 0)
}
