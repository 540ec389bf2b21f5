import { SaxesParser } from 'saxes'
import { decodedText } from '../decoded-text.ts'
import { MarkupCleaner, UnreadableBackup } from './clean-markup.ts'

export type Attributes = Readonly<Record<string, string>>

export type BackupEvent =
  | { event: 'begin'; name: string }
  | { event: 'open'; name: string; depth: number; attributes: Attributes; tooLong: string[]; repairs: number }
  | { event: 'close'; name: string; depth: number }
  | { event: 'problem'; problem: string; isEnd: boolean }

/** Each element without its end adds one. */
const maxDepth = 1000

/** The elements of a backup in their order. Reading goes on after a problem unless it `isEnd`. */
export async function* backupElements(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEvent> {
  const reader = new ElementReader()
  try {
    for await (const piece of decodedText(bytes)) yield* reader.read(piece)
    yield* reader.end()
  } catch (error) {
    if (!(error instanceof UnreadableBackup)) throw error
    yield* reader.taken()
    yield { event: 'problem', problem: error.message, isEnd: true }
  }
}

class ElementReader {
  readonly #cleaner = new MarkupCleaner()
  // As a fragment: an end tag that is damaged may end the document too early.
  readonly #parser = new SaxesParser<{ fragment: true; xmlns: false }>({ fragment: true, xmlns: false })
  #events: BackupEvent[] = []
  #depth = 0
  #repairs = 0
  #isTooLong = false
  #tooLong: string[] = []

  constructor() {
    this.#parser.on('opentagstart', ({ name }) => {
      this.#tooLong = []
      this.#events.push({ event: 'begin', name })
    })
    this.#parser.on('attribute', ({ name }) => {
      if (this.#isTooLong) this.#tooLong.push(name)
      this.#isTooLong = false
    })
    this.#parser.on('opentag', ({ name, attributes }) => {
      const [tooLong, repairs] = [this.#tooLong, this.#repairs]
      this.#repairs = 0
      this.#events.push({ event: 'open', name, depth: this.#depth, attributes, tooLong, repairs })
      this.#depth += 1
      if (this.#depth > maxDepth)
        throw new UnreadableBackup('Elements stand too deep within each other; this is no backup')
    })
    this.#parser.on('closetag', ({ name }) => {
      this.#depth -= 1
      this.#events.push({ event: 'close', name, depth: this.#depth })
    })
    this.#parser.on('error', (error) => this.#problem(withoutPosition(error.message)))
  }

  *read(piece: string, isLast = false): Generator<BackupEvent> {
    for (const part of this.#cleaner.clean(piece, isLast)) {
      if ('problem' in part) this.#problem(part.problem)
      else if ('isTooLong' in part) this.#isTooLong = true
      else {
        this.#repairs += part.repairs
        this.#parser.write(part.markup)
      }
      if (this.#events.length > 0) yield* this.taken()
    }
  }

  *end(): Generator<BackupEvent> {
    yield* this.read('', true)
    this.#parser.close()
    yield* this.taken()
  }

  *taken(): Generator<BackupEvent> {
    const events = this.#events
    this.#events = []
    yield* events
  }

  #problem(problem: string): void {
    this.#events.push({ event: 'problem', problem, isEnd: false })
  }
}

/** It is one in the prepared markup. */
const withoutPosition = (message: string): string => message.replace(/^(?:undefined:)?\d+:\d+: |\.$/g, '')
