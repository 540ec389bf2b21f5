import type { IdList } from './id-list.ts'

interface Sought {
  readonly text: string
  readonly id: number
  /** How many of its characters come before the end of those that it is filed under. */
  readonly before: number
}

/** Texts are filed under so many of their characters; shorter ones under two. */
const window = 4
const shortWindow = 2

/** The shortest text that can be looked for. */
export const shortestSought = shortWindow

/**
 * Says which of many texts occur in another, at a cost that hardly grows with how many are sought: each is filed under four
 * of its characters, and each four characters of the other text are looked up once.
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

/** The texts whose shortest window has one size. */
class WindowTable {
  readonly isEmpty: boolean
  readonly #size: number
  /** A character's part in the key is shifted out of it when the window has passed. */
  readonly #shift: number
  readonly #slots: (readonly Sought[] | undefined)[]

  constructor(texts: readonly { readonly text: string; readonly id: number }[], size: number) {
    this.isEmpty = texts.length === 0
    this.#size = size
    this.#shift = keyBits / size
    const slots: (Sought[] | undefined)[] = Array.from({ length: slotCountFor(texts.length) })
    const keys = texts.map(({ text }) => this.#keysOf(text))
    const uses = new Map<number, number>()
    for (const key of keys.flat()) uses.set(key, (uses.get(key) ?? 0) + 1)
    for (const [at, { text, id }] of texts.entries()) {
      const { key, before } = rarest(keys[at] ?? [], uses)
      const slot = slotOf(key, slots.length)
      const filed = slots[slot] ?? []
      filed.push({ text, id, before: before + size - 1 })
      slots[slot] = filed
    }
    this.#slots = slots
  }

  find(subject: string, found: IdList): void {
    const slots = this.#slots
    let key = 0
    for (let index = 0; index < subject.length; index++) {
      key = this.#keyAfter(key, subject, index)
      const filed = slots[slotOf(key, slots.length)]
      if (filed === undefined) continue
      for (let at = 0; at < filed.length; at++) {
        const sought = filed[at]
        if (sought !== undefined && subject.startsWith(sought.text, index - sought.before)) found.add(sought.id)
      }
    }
  }

  #keysOf(text: string): number[] {
    const keys: number[] = []
    let key = 0
    for (let index = 0; index < text.length; index++) {
      key = this.#keyAfter(key, text, index)
      if (index >= this.#size - 1) keys.push(key)
    }
    return keys
  }

  #keyAfter(key: number, text: string, index: number): number {
    return ((key << this.#shift) ^ text.charCodeAt(index)) & keyMask
  }
}

const slotCountFor = (texts: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, texts) * 4))

/** Keys of like texts differ in few bits, so they are scattered (Knuth's multiplicative hash). */
const slotOf = (key: number, slotCount: number): number => (Math.imul(key, 0x9e3779b1) >>> 8) & (slotCount - 1)

const rarest = (keys: readonly number[], uses: ReadonlyMap<number, number>): { key: number; before: number } => {
  const fewest = Math.min(...keys.map((key) => uses.get(key) ?? 0))
  const before = keys.findIndex((key) => uses.get(key) === fewest)
  return { key: keys[before] ?? 0, before }
}
