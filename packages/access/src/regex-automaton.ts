import { CharacterClasses } from './character-classes.ts'
import { isTaken, type RegexProgram } from './regex-program.ts'

/**
 * What is kept of a regex: so many states, places in the table of what follows what, and steps that states list. It makes some
 * 70 KB, as there may be thousands of regexes; when it is used up, the states are made anew.
 */
const maxStates = 100
const maxPlaces = 4_096
const maxListed = 2_000
const fewestStates = 8

const dead = 1
const begin = 2

/** What a text could have led to: the steps that may take the next character, and whether it may end here. */
interface State {
  readonly characters: readonly number[]
  readonly isAccepting: boolean
}

const nowhere: State = { characters: [], isAccepting: false }

/**
 * Tries a regex on whole texts at one look-up a character, where some text has led there before. States are made as texts
 * lead to them, since most never do; a character that leads to a new one costs at most the size of the program.
 */
export class RegexAutomaton {
  readonly #program: RegexProgram
  readonly #classes: CharacterClasses
  readonly #ascii: readonly number[]
  readonly #classCount: number
  readonly #maxStates: number
  #listed = 0
  readonly #seen: number[]
  #look = 0
  /** By state and class of character the state that follows; 0 where that is not known yet. */
  #next: number[] = []
  /** What is known of a new state. */
  readonly #unknown: readonly number[]
  #states: State[] = []
  #numbers = new Map<string, number>()

  constructor(program: RegexProgram) {
    this.#program = program
    this.#classes = new CharacterClasses(program)
    this.#ascii = this.#classes.ascii
    this.#classCount = this.#classes.count
    this.#maxStates = Math.max(fewestStates, Math.min(maxStates, Math.floor(maxPlaces / this.#classCount)))
    this.#seen = program.steps.map(() => 0)
    this.#unknown = Array.from({ length: this.#classCount }, () => 0)
    this.#startAnew()
  }

  /** Whether the whole of `text` matches. */
  matches(text: string): boolean {
    const ascii = this.#ascii
    const count = this.#classCount
    let state = begin
    for (let index = 0; index < text.length; index++) {
      let character = text.charCodeAt(index)
      let ofClass = ascii[character]
      if (ofClass === undefined) {
        character = text.codePointAt(index) ?? character
        if (character > 0xffff) index++
        ofClass = this.#classes.of(character)
      }
      state = this.#next[state * count + ofClass] || this.#follow(state, ofClass)
      if (state === dead) return false
    }
    return this.#states[state]?.isAccepting ?? false
  }

  #startAnew(): void {
    this.#states = [nowhere, nowhere, this.#reach([this.#program.start], true)]
    this.#next = this.#states.flatMap(() => this.#unknown)
    this.#numbers = new Map([[identityOf(nowhere), dead]])
    this.#listed = 0
  }

  #follow(state: number, ofClass: number): number {
    const from = this.#states[state] ?? nowhere
    const example = this.#classes.exampleOf(ofClass)
    const taken = from.characters.flatMap((place) => {
      const step = this.#program.steps[place]
      return step?.kind === 'character' && isTaken(step, example) ? step.next : []
    })
    const reached = this.#reach(taken, false)
    const isKept = this.#states.length < this.#maxStates && this.#listed < maxListed
    if (!isKept) this.#startAnew()
    const next = this.#numberOf(reached)
    if (isKept) this.#next[state * this.#classCount + ofClass] = next
    return next
  }

  #numberOf(state: State): number {
    const identity = identityOf(state)
    const known = this.#numbers.get(identity)
    if (known !== undefined) return known
    const number = this.#states.push(state) - 1
    this.#listed += state.characters.length
    this.#numbers.set(identity, number)
    this.#next.push(...this.#unknown)
    return number
  }

  #reach(places: readonly number[], isBegin: boolean): State {
    const { characters, isMatched, isEndAsked } = this.#walk(places, isBegin, false)
    const isAccepting = isMatched || (isEndAsked && this.#walk(places, isBegin, true).isMatched)
    return { characters: characters.sort((left, right) => left - right), isAccepting }
  }

  /** Goes as far as it can without a character. */
  #walk(places: readonly number[], isBegin: boolean, isEnd: boolean) {
    const characters: number[] = []
    let isMatched = false
    let isEndAsked = false
    const waiting = [...places]
    this.#look++
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (this.#seen[place] === this.#look) continue
      this.#seen[place] = this.#look
      const step = this.#program.steps[place]
      if (step?.kind === 'character') characters.push(place)
      else if (step?.kind === 'choice') waiting.push(...step.next)
      else if (step?.kind === 'matched') isMatched = true
      else if (step?.kind === 'edge') {
        isEndAsked ||= step.atEnd
        if ((isBegin || !step.atBegin) && (isEnd || !step.atEnd)) waiting.push(step.next)
      }
    }
    return { characters, isMatched, isEndAsked }
  }
}

const identityOf = ({ characters, isAccepting }: State): string => `${isAccepting ? '+' : ''}${characters.join()}`
