import type { IdList } from './id-list.ts'

/** The shortest text that can be looked for. Texts of that length are filed under both of their characters. */
export const shortestSought = 2

/** All others are filed under three of theirs. */
const window = 3

const keyBits = 20
const keyMask = (1 << keyBits) - 1
/** Shifted so, a character is out of the key when the window has passed it. */
const windowShift = 7
const shortShift = 10
/** Tells keys of two characters from keys of three. */
const shortMark = 1 << keyBits

/**
 * Says which of many texts occur in another, at a cost that hardly grows with how many are sought: each is filed under three
 * of its characters, and each three characters of the other text are looked up once. A slot holds the last text filed
 * there, each text the one before; they count from 1.
 */
export class TextFinder {
  readonly #texts: readonly string[]
  readonly #hasShort: boolean
  readonly #slots: Int32Array
  readonly #others: Int32Array
  readonly #keys: Int32Array
  /** How many characters of a text come before the last of its window. */
  readonly #before: Int32Array

  /** @param texts of `shortestSought` characters or more; numbered by their place */
  constructor(texts: readonly string[]) {
    this.#texts = texts
    this.#hasShort = texts.some((text) => text.length < window)
    this.#slots = new Int32Array(slotCountFor(texts.length))
    this.#others = new Int32Array(texts.length + 1)
    this.#keys = new Int32Array(texts.length + 1)
    this.#before = new Int32Array(texts.length + 1)
    this.#fileAll()
  }

  /** Appends the number of each text that occurs in `subject`, once for each place where it does. */
  find(subject: string, found: IdList): void {
    const slots = this.#slots
    const scatter = slots.length - 1
    const hasShort = this.#hasShort
    let [key, shortKey] = [0, 0]
    for (let index = 0; index < subject.length; index++) {
      const character = subject.charCodeAt(index)
      key = ((key << windowShift) ^ character) & keyMask
      const filed = slots[slotOf(key, scatter)] ?? 0
      if (filed !== 0) this.#check(filed, key, subject, index, found)
      if (!hasShort) continue
      shortKey = ((shortKey << shortShift) ^ character) & keyMask
      const filedShort = slots[slotOf(shortKey | shortMark, scatter)] ?? 0
      if (filedShort !== 0) this.#check(filedShort, shortKey | shortMark, subject, index, found)
    }
  }

  #check(filed: number, key: number, subject: string, end: number, found: IdList): void {
    for (let at = filed; at !== 0; at = this.#others[at] ?? 0) {
      if (this.#keys[at] !== key) continue
      const text = this.#texts[at - 1]
      if (text !== undefined && occursAt(text, subject, end - (this.#before[at] ?? 0))) found.add(at - 1)
    }
  }

  /** Each under the window that the fewest share. */
  #fileAll(): void {
    const uses = new Map<number, number>()
    const keys = this.#texts.map(keysOf)
    for (const ofText of keys) for (const key of ofText) uses.set(key, (uses.get(key) ?? 0) + 1)
    for (const [index, ofText] of keys.entries()) {
      const at = index + 1
      const fewest = Math.min(...ofText.map((key) => uses.get(key) ?? 0))
      const place = ofText.findIndex((key) => uses.get(key) === fewest)
      const key = ofText[place] ?? 0
      const slot = slotOf(key, this.#slots.length - 1)
      this.#keys[at] = key
      this.#before[at] = place + Math.min(window, this.#texts[index]?.length ?? 0) - 1
      this.#others[at] = this.#slots[slot] ?? 0
      this.#slots[slot] = at
    }
  }
}

/** The keys under which a text could be filed, by where their characters begin. */
const keysOf = (text: string): number[] => {
  const [size, shift, mark] = text.length < window ? [shortestSought, shortShift, shortMark] : [window, windowShift, 0]
  const keys: number[] = []
  let key = 0
  for (let index = 0; index < text.length; index++) {
    key = ((key << shift) ^ text.charCodeAt(index)) & keyMask
    if (index >= size - 1) keys.push(key | mark)
  }
  return keys
}

const slotCountFor = (texts: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, texts) * 8))

/** Keys of like texts differ in few bits, so they are scattered (Knuth's multiplicative hash). */
const slotOf = (key: number, lastSlot: number): number => (Math.imul(key, 0x9e3779b1) >>> 8) & lastSlot

/** As `startsWith` says, without the cost of its call. */
const occursAt = (text: string, subject: string, place: number): boolean => {
  if (place < 0 || place + text.length > subject.length) return false
  for (let index = 0; index < text.length; index++) {
    if (subject.charCodeAt(place + index) !== text.charCodeAt(index)) return false
  }
  return true
}
