import type { IdList } from './id-list.ts'

/** Texts are filed under so many of their characters; shorter ones under two. */
const window = 3
const shortWindow = 2

/** The shortest text that can be looked for. */
export const shortestSought = shortWindow

/**
 * Says which of many texts occur in another, at a cost that hardly grows with how many are sought: each is filed under three
 * of its characters, and each three characters of the other text are looked up once.
 */
export class TextFinder {
  readonly #tables: readonly WindowTable[]

  /** @param texts of `shortestSought` characters or more; numbered by their place */
  constructor(texts: readonly string[]) {
    const numbered = texts.map((text, id) => ({ text, id }))
    this.#tables = [
      new WindowTable(
        numbered.filter(({ text }) => text.length >= window),
        window,
      ),
      new WindowTable(
        numbered.filter(({ text }) => text.length < window),
        shortWindow,
      ),
    ].filter((table) => !table.isEmpty)
  }

  /** Appends the number of each text that occurs in `subject`, once for each place where it does. */
  find(subject: string, found: IdList): void {
    for (const table of this.#tables) table.find(subject, found)
  }
}

const keyBits = 20
const keyMask = (1 << keyBits) - 1

interface Text {
  readonly text: string
  readonly id: number
}

/** Texts filed under windows of one size. A slot holds the first text filed there, each text the next, counted from 1. */
class WindowTable {
  readonly isEmpty: boolean
  readonly #texts: readonly Text[]
  readonly #size: number
  /** A character's part in the key is shifted out of it when the window has passed. */
  readonly #shift: number
  readonly #slots: Int32Array
  readonly #next: Int32Array
  readonly #keys: Int32Array
  /** How many characters of a text come before the last of its window. */
  readonly #before: Int32Array

  constructor(texts: readonly Text[], size: number) {
    this.isEmpty = texts.length === 0
    this.#texts = texts
    this.#size = size
    this.#shift = Math.ceil(keyBits / size)
    this.#slots = new Int32Array(slotCountFor(texts.length))
    this.#next = new Int32Array(texts.length + 1)
    this.#keys = new Int32Array(texts.length + 1)
    this.#before = new Int32Array(texts.length + 1)
    this.#fileAll()
  }

  find(subject: string, found: IdList): void {
    const slots = this.#slots
    const keys = this.#keys
    const shift = this.#shift
    let key = 0
    for (let index = 0; index < subject.length; index++) {
      key = keyAfter(key, shift, subject.charCodeAt(index))
      let at = slots[slotOf(key, slots.length)] ?? 0
      for (; at !== 0; at = this.#next[at] ?? 0) {
        const sought = keys[at] === key ? this.#texts[at - 1] : undefined
        if (sought && occursAt(sought.text, subject, index - (this.#before[at] ?? 0))) found.add(sought.id)
      }
    }
  }

  /** Each under the window that the fewest share. */
  #fileAll(): void {
    const uses = new Map<number, number>()
    const keys = this.#texts.map(({ text }) => this.#keysOf(text))
    for (const ofText of keys) for (const key of ofText) uses.set(key, (uses.get(key) ?? 0) + 1)
    for (const [index, ofText] of keys.entries()) {
      const at = index + 1
      const fewest = Math.min(...ofText.map((key) => uses.get(key) ?? 0))
      const window = ofText.findIndex((key) => uses.get(key) === fewest)
      const key = ofText[window] ?? 0
      const slot = slotOf(key, this.#slots.length)
      this.#keys[at] = key
      this.#before[at] = window + this.#size - 1
      this.#next[at] = this.#slots[slot] ?? 0
      this.#slots[slot] = at
    }
  }

  #keysOf(text: string): number[] {
    const keys: number[] = []
    let key = 0
    for (let index = 0; index < text.length; index++) {
      key = keyAfter(key, this.#shift, text.charCodeAt(index))
      if (index >= this.#size - 1) keys.push(key)
    }
    return keys
  }
}

/** As `startsWith` says, without the cost of its call. */
const occursAt = (text: string, subject: string, place: number): boolean => {
  if (place < 0 || place + text.length > subject.length) return false
  for (let index = 0; index < text.length; index++) {
    if (subject.charCodeAt(place + index) !== text.charCodeAt(index)) return false
  }
  return true
}

const keyAfter = (key: number, shift: number, character: number): number => ((key << shift) ^ character) & keyMask

const slotCountFor = (texts: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, texts) * 8))

/** Keys of like texts differ in few bits, so they are scattered (Knuth's multiplicative hash). */
const slotOf = (key: number, slotCount: number): number => (Math.imul(key, 0x9e3779b1) >>> 8) & (slotCount - 1)
