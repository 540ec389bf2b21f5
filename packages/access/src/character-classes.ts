import { isTaken, type RegexProgram } from './regex-program.ts'

const asciiCount = 128

/** Sorts characters into classes that a regex can't tell apart. */
export class CharacterClasses {
  /** The classes of ASCII's characters. */
  readonly ascii: readonly number[]
  readonly #begins: readonly number[]
  /** For each of `#begins` the class of the characters from there to the next. */
  readonly #classes: readonly number[]
  readonly #examples: readonly number[]

  constructor({ steps }: RegexProgram) {
    const characters = steps.filter((step) => step.kind === 'character')
    const different = [...new Map(characters.map((step) => [step.ranges.join(), step])).values()]
    const bounds = different.flatMap(({ ranges }) => ranges.map((bound, index) => bound + (index % 2)))
    this.#begins = [...new Set([0, ...bounds])].sort((left, right) => left - right)
    const byTaking = new Map<string, number>()
    const examples: number[] = []
    this.#classes = this.#begins.map((example) => {
      const taking = different.map((step) => (isTaken(step, example) ? '+' : '-')).join('')
      const known = byTaking.get(taking) ?? examples.push(example) - 1
      byTaking.set(taking, known)
      return known
    })
    this.#examples = examples
    this.ascii = Array.from({ length: asciiCount }, (_, character) => this.of(character))
  }

  get count(): number {
    return this.#examples.length
  }

  of(character: number): number {
    let low = 0
    let high = this.#begins.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#begins[middle] ?? 0) <= character) low = middle
      else high = middle
    }
    return this.#classes[low] ?? 0
  }

  /** Some character of a class: it stands for all of them. */
  exampleOf(ofClass: number): number {
    return this.#examples[ofClass] ?? 0
  }
}
