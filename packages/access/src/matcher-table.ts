import type { IdList } from './id-list.ts'
import type { Matcher } from './matcher.ts'
import { RegexTable } from './regex-table.ts'
import type { Steps } from './steps.ts'
import { WildcardIndex } from './wildcard-index.ts'

/** Finds those of many matchers that match a text, at a cost that grows little with their number. */
export class MatcherTable {
  readonly #everything: number[] = []
  readonly #exact = new Map<string, number[]>()
  readonly #wildcards = new WildcardIndex()
  readonly #regexes = new RegexTable()

  /** Adds a matcher under an id of the caller's choice, which `collect` returns. A broken one never matches. */
  add(matcher: Matcher, id: number): void {
    switch (matcher.kind) {
      case 'exact':
        this.#addExact(matcher.text, id)
        break
      case 'wildcard':
        if (matcher.segments.every((segment) => segment === '')) this.#everything.push(id)
        else this.#wildcards.add(matcher, id)
        break
      case 'regex':
        this.#regexes.add(matcher.text, id)
    }
  }

  /** Prepares the first `collect`, which would otherwise take longer than later ones. */
  *prepareInSteps(): Steps<void> {
    yield* this.#wildcards.makeInSteps()
    yield* this.#regexes.compileInSteps()
  }

  /** Appends the ids of all matchers that match `subject` to `found`, each once. */
  collect(subject: string, found: IdList): void {
    for (const id of this.#everything) found.add(id)
    for (const id of this.#exact.get(subject) ?? []) found.add(id)
    this.#wildcards.collect(subject, found)
    this.#regexes.collect(subject, found)
  }

  #addExact(text: string, id: number): void {
    const ids = this.#exact.get(text)
    if (ids) ids.push(id)
    else this.#exact.set(text, [id])
  }
}
