import { RE2JS } from 're2js'
import { RegexAutomaton } from './regex-automaton.ts'
import { readProgram } from './regex-program.ts'
import { type OneOf, requiredOf } from './required-texts.ts'

/** A regex of RE2 that has to match the whole text. Made once for a text and used by all roles that have it. */
export class Regex {
  readonly #compiled: RE2JS
  #automaton: RegexAutomaton | null | undefined
  /** What every text that matches contains: one text of each list. Empty when there is nothing to go by. */
  readonly requiredTexts: readonly OneOf[]

  /** @throws Error with the library's words for a text that is no regex */
  constructor(text: string) {
    this.#compiled = RE2JS.compile(text)
    this.requiredTexts = requiredOf(this.#compiled)
  }

  /** In instructions. Trying a text costs at most its length times that. */
  get size(): number {
    return this.#compiled.programSize()
  }

  matches(text: string): boolean {
    if (this.#automaton === undefined) {
      const program = readProgram(this.#compiled)
      this.#automaton = program && new RegexAutomaton(program)
    }
    return this.#automaton ? this.#automaton.matches(text) : this.#compiled.testExact(text)
  }
}
