import { LRUCache } from 'lru-cache'
import { RE2Set } from 're2js'
import { finish, type Steps } from './steps.ts'

/**
 * Memory for the automaton states of a compiled set, per regex. When it is used up, the library drops the states and continues,
 * if need be without keeping any.
 */
const stateBytesPerRegex = 16 * 1024

/** Regexes in the compiled sets that are kept. It bounds their states to 80 MB. */
const maxKeptRegexes = 5_000

const kept = new LRUCache<string, Compiled>({ maxSize: maxKeptRegexes })

/** A match that takes longer made many new states. Matching without states takes at most a few milliseconds for a usual name. */
const slowMatchMs = 2
/** By so many do slow matches outnumber the others before states are no longer kept. Usual sets reach 3, hostile ones any number. */
const maxSlowMatches = 10

/** Regexes that are matched together, each against the whole text. Sets of the same regexes share one compiled set. */
export class RegexSet {
  readonly #texts: readonly string[]
  readonly #key: string
  /** Weak, so that compiled roles which nobody uses don't hold more memory than `kept` allows. */
  #compiled: WeakRef<Compiled> | undefined

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
  *compileInSteps(): Steps<Compiled> {
    const compiled = kept.get(this.#key) ?? this.#compiled?.deref() ?? (yield* compileInSteps(this.#texts))
    kept.set(this.#key, compiled, { size: this.#texts.length })
    this.#compiled = new WeakRef(compiled)
    return compiled
  }
}

function* compileInSteps(texts: readonly string[]): Steps<Compiled> {
  const set = newSet(stateBytesPerRegex * texts.length)
  for (const text of texts) {
    set.add(text)
    yield
  }
  set.compile()
  return new Compiled(texts, set)
}

const newSet = (maxStateBytes: number): RE2Set => new RE2Set(RE2Set.ANCHOR_BOTH, 0, maxStateBytes)

/**
 * Keeping states makes matching fast because texts lead to the same states again and again. If they hardly ever do, as with
 * regexes that were written to be slow, making states costs several times what they save: the set is then matched without.
 */
class Compiled {
  readonly #texts: readonly string[]
  #set: RE2Set
  #keepsStates = true
  #slowMatches = 0

  constructor(texts: readonly string[], set: RE2Set) {
    this.#texts = texts
    this.#set = set
  }

  match(subject: string): readonly number[] {
    if (!this.#keepsStates) return this.#set.match(subject)
    const start = performance.now()
    const found = this.#set.match(subject)
    const isSlow = performance.now() - start > slowMatchMs
    this.#slowMatches = Math.max(0, this.#slowMatches + (isSlow ? 1 : -1))
    if (this.#slowMatches > maxSlowMatches) this.#matchWithoutStates()
    return found
  }

  #matchWithoutStates(): void {
    this.#keepsStates = false
    this.#set = newSet(0)
    for (const text of this.#texts) this.#set.add(text)
  }
}
