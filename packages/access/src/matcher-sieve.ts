import { IdList } from './id-list.ts'
import { type Matcher, matches } from './matcher.ts'
import type { OneOf } from './required-texts.ts'
import type { Steps } from './steps.ts'
import { shortestSought, TextFinder } from './text-finder.ts'

interface Filed {
  readonly matcher: Matcher
  readonly id: number
}

/**
 * Tries many matchers on a text, but only those of which it contains what they require: `Desk-` of `Desk-(EU|US)-[0-9]+`. A
 * thousand regexes for the names of 10,000 groups are ten million trials, of which few would succeed.
 */
export class MatcherSieve {
  readonly #filed: Filed[] = []
  #made: Sieve | null = null

  get isEmpty(): boolean {
    return this.#filed.length === 0
  }

  add(matcher: Matcher, id: number): void {
    this.#filed.push({ matcher, id })
    this.#made = null
  }

  /** Tries matchers that may never have been tried on an example, as the first trial of a regex takes longest. */
  *prepare(example: string): Steps<void> {
    this.#made ??= new Sieve(this.#filed)
    yield* this.#made.prepare(example)
  }

  /** Appends the numbers of those that match `subject`, each once. */
  collect(subject: string, found: IdList): void {
    this.#made ??= new Sieve(this.#filed)
    this.#made.collect(subject, found)
  }
}

class Sieve {
  /** Nothing is known of what they require. */
  readonly #always: Filed[] = []
  readonly #byText: number[][] = []
  readonly #filed: readonly Filed[]
  readonly #finder: TextFinder
  readonly #tried: Uint32Array
  readonly #texts = new IdList()
  #question = 0
  #isPrepared = false

  constructor(filed: readonly Filed[]) {
    this.#filed = filed
    this.#tried = new Uint32Array(filed.length)
    const required = filed.map(({ matcher }) => soughtOf(matcher))
    const uses = new Map<string, number>()
    for (const text of required.flat(2)) uses.set(text, (uses.get(text) ?? 0) + 1)
    const numbers = new Map<string, number>()
    for (const [place, one] of filed.entries()) {
      const best = rarest(required[place] ?? [], uses)
      if (best === null) this.#always.push(one)
      for (const text of best ?? []) {
        const number = numbers.get(text) ?? this.#byText.push([]) - 1
        numbers.set(text, number)
        this.#byText[number]?.push(place)
      }
    }
    this.#finder = new TextFinder([...numbers.keys()])
  }

  *prepare(example: string): Steps<void> {
    for (const { matcher } of this.#isPrepared ? [] : this.#always) {
      matches(matcher, example)
      yield
    }
    this.#isPrepared = true
  }

  collect(subject: string, found: IdList): void {
    for (const { matcher, id } of this.#always) if (matches(matcher, subject)) found.add(id)
    this.#question = this.#question === 0xffff_ffff ? this.#forget() : this.#question + 1
    const texts = this.#texts
    texts.clear()
    this.#finder.find(subject, texts)
    for (let index = 0; index < texts.count; index++) this.#tryAll(this.#byText[texts.at(index)] ?? [], subject, found)
  }

  #tryAll(places: readonly number[], subject: string, found: IdList): void {
    for (const place of places) {
      if (this.#tried[place] === this.#question) continue
      this.#tried[place] = this.#question
      const one = this.#filed[place]
      if (one && matches(one.matcher, subject)) found.add(one.id)
    }
  }

  #forget(): number {
    this.#tried.fill(0)
    return 1
  }
}

/** The lists that can be looked for. */
const soughtOf = (matcher: Matcher): readonly OneOf[] =>
  requiredBy(matcher).filter((texts) => texts.length > 0 && texts.every((text) => text.length >= shortestSought))

const requiredBy = (matcher: Matcher): readonly OneOf[] => {
  if (matcher.kind === 'wildcard') return matcher.segments.map((segment) => [segment])
  return matcher.kind === 'regex' ? matcher.regex.requiredTexts : []
}

/** The list that the fewest matchers have in common; short texts occur in more subjects than long ones. */
const rarest = (lists: readonly OneOf[], uses: ReadonlyMap<string, number>): OneOf | null => {
  const costOf = (list: OneOf) =>
    list.reduce((sum, text) => sum + (uses.get(text) ?? 0) * 4 ** Math.max(0, 4 - text.length), 0)
  return lists.reduce<OneOf | null>((best, list) => (best && costOf(best) <= costOf(list) ? best : list), null)
}
