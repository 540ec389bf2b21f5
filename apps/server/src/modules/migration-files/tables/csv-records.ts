import { say } from '../sentences.ts'

/** Records longer than this are refused without being kept. */
export const maxRecordCharacters = 1024 * 1024

export type CsvRecord = { cells: string[] } | { problem: string; text: string }

const tooLong = say('long_csv_line')
const unclosed = say('unclosed')
/** Each one costs a search of `maxRecordCharacters`. */
const maxUnclosed = 100
const givenUp = say('given_up')

/**
 * The records of a CSV file (RFC 4180, or with semicolons or tabs), without blank ones. csv-parse ends its reading at a quotation
 * mark that is not closed; here only that line is refused, and reading goes on with the next one.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader()
  for await (const piece of text) {
    yield* reader.read(piece, false)
    if (reader.isGivenUp) return
  }
  yield* reader.read('', true)
}

class CsvReader {
  isGivenUp = false
  #buffer = ''
  #delimiter = ''
  #isDropping = false
  #unclosed = 0;

  *read(piece: string, isLast: boolean): Generator<CsvRecord> {
    this.#buffer += piece
    let at = this.#isDropping ? this.#nextLine(0) : this.#beginning(isLast)
    while (at < this.#buffer.length && this.#delimiter !== '' && !this.isGivenUp) {
      const record = recordAt(this.#buffer, at, this.#delimiter, isLast)
      if (record === 'incomplete' && this.#buffer.length - at <= maxRecordCharacters) break
      if (typeof record === 'object') {
        at = record.next
        if (record.cells.some((cell) => cell.trim() !== '')) yield { cells: record.cells }
      } else {
        const from = at
        at = this.#nextLine(at)
        yield this.#refusedLine(from, record === 'incomplete')
      }
    }
    this.#buffer = this.#buffer.slice(at)
  }

  /** Finds the delimiter in the first line, which is all that is read if it names the delimiter, as spreadsheets do. */
  #beginning(isLast: boolean): number {
    if (this.#delimiter !== '') return 0
    const end = this.#buffer.indexOf('\n')
    if (end < 0 && !isLast && this.#buffer.length <= maxRecordCharacters) return 0
    const line = end < 0 ? this.#buffer : this.#buffer.slice(0, end)
    const named = /^sep=([,;\t])\r?$/i.exec(line)
    this.#delimiter = named?.[1] ?? delimiterOf(line)
    return named ? line.length + 1 : 0
  }

  /** Where the next line begins; the rest of a line that has not arrived is dropped once it does. */
  #nextLine(from: number): number {
    const end = this.#buffer.indexOf('\n', from)
    this.#isDropping = end < 0
    return end < 0 ? this.#buffer.length : end + 1
  }

  #refusedLine(from: number, isIncomplete: boolean): CsvRecord {
    const text = this.#buffer.slice(from, from + 2000).split('\n', 1)[0] ?? ''
    if (isIncomplete && this.#isDropping) return { problem: tooLong, text }
    if (isIncomplete) this.#unclosed += 1
    this.isGivenUp = this.#unclosed > maxUnclosed
    return { problem: this.isGivenUp ? givenUp : unclosed, text }
  }
}

const delimiterOf = (line: string): string => {
  const outside = line.slice(0, 10_000).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((one) => ({ one, count: outside.split(one).length }))
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).one
}

/** `incomplete`: its end has not arrived; `broken`: text follows a closed quotation mark, or the file ends within one. */
const recordAt = (
  text: string,
  from: number,
  delimiter: string,
  isLast: boolean,
): { cells: string[]; next: number } | 'incomplete' | 'broken' => {
  const cells: string[] = []
  const missing = isLast ? 'broken' : 'incomplete'
  let lineEnd = -1
  for (let at = from; ; at += 1) {
    let end: number
    if (text[at] === '"') {
      end = closingQuote(text, at + 1)
      if (end < 0 || (end + 1 === text.length && !isLast)) return missing
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      end += 1
      if (text[end] === '\r') end += 1
      if (end === text.length && !isLast) return missing
    } else {
      if (lineEnd < at) lineEnd = text.indexOf('\n', at)
      if (lineEnd < 0 && !isLast) return missing
      const last = lineEnd < 0 ? text.length : lineEnd
      end = at
      while (end < last && text[end] !== delimiter) end += 1
      cells.push(text.slice(at, end === last && text[end - 1] === '\r' ? Math.max(at, end - 1) : end))
    }
    if (end >= text.length) return { cells, next: text.length }
    if (text[end] === '\n') return { cells, next: end + 1 }
    if (text[end] !== delimiter) return 'broken'
    at = end
  }
}

const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
