import { LRUCache } from 'lru-cache'
import { RE2Set } from 're2js'
import { finish, type Steps } from './steps.ts'

/**
 * Memory for the automaton states of a compiled set, per regex. When it is used up, the library drops the states and continues,
 * if need be without keeping any.
 */
const stateBytesPerRegex = 64 * 1024

/** Regexes in the compiled sets that are kept. It bounds their states to 320 MB. */
const maxKeptRegexes = 5_000

const kept = new LRUCache<string, RE2Set>({ maxSize: maxKeptRegexes })

/** Regexes that are matched together, each against the whole text. Sets of the same regexes share one compiled set. */
export class RegexSet {
  readonly #texts: readonly string[]
  readonly #key: string
  /** Weak, so that compiled roles which nobody uses don't hold more memory than `kept` allows. */
  #compiled: WeakRef<RE2Set> | undefined

  /** @param texts regexes that compile */
  constructor(texts: readonly string[]) {
    this.#texts = texts
    this.#key = JSON.stringify(texts)
  }

  /** The indexes, in the texts of the set, of the regexes that match `subject`. */
  match(subject: string): readonly number[] {
    const compiled = this.#compiled?.deref() ?? finish(this.compileInSteps())
    return compiled.match(subject)
  }

  /** Compiles the set ahead of the first match, one regex a step. */
  *compileInSteps(): Steps<RE2Set> {
    const compiled = kept.get(this.#key) ?? this.#compiled?.deref() ?? (yield* this.#compile())
    kept.set(this.#key, compiled, { size: this.#texts.length })
    this.#compiled = new WeakRef(compiled)
    return compiled
  }

  *#compile(): Steps<RE2Set> {
    const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, stateBytesPerRegex * this.#texts.length)
    for (const text of this.#texts) {
      set.add(text)
      yield
    }
    set.compile()
    return set
  }
}
