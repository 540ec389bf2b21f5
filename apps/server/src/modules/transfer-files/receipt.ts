/** The name of the file by which an archive confirms what it received, in the folder of the transfer. */
export const receiptName = 'receipt.sha256'

/** Larger receipts are not read to their end. */
export const maxReceiptBytes = 64 * 1024 * 1024

/** A file that an archive received. */
export interface ReceiptEntry {
  /** Below the folder of the transfer. */
  file_name: string
  /** In small letters. */
  sha256: string
}

/** A line that confirms nothing, from 1, and its beginning. */
export interface BadReceiptLine {
  line: number
  text: string
}

export type ReceiptLine = ReceiptEntry | BadReceiptLine

/** The archive's receipt is larger than any of ours could be. */
export class ReceiptTooLarge extends Error {
  override name = 'ReceiptTooLarge'
}

const maxLineBytes = 16 * 1024
const shownCharacters = 120

/**
 * Reads a receipt as GNU `sha256sum` writes it: hash, a space, a space or `*`, and the name. A line that begins with a backslash has
 * `\\`, `\n` and `\r` in its name. Lines end with LF or CRLF; a byte order mark, empty lines and `./` before names are accepted.
 * @throws ReceiptTooLarge
 */
export async function* readReceipt(content: AsyncIterable<Uint8Array>): AsyncGenerator<ReceiptLine> {
  let line = 0
  for await (const bytes of linesOf(content)) {
    line++
    const text = bytes.toString('utf8').replace(/\r$/, '')
    const plain = line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (plain.trim() === '') continue
    yield (bytes.length <= maxLineBytes && entryOf(plain)) || {
      line,
      text: plain.slice(0, shownCharacters).toWellFormed(),
    }
  }
}

const lineForm = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/

const entryOf = (text: string): ReceiptEntry | null => {
  const [, backslash, sha256, name] = lineForm.exec(text) ?? []
  if (sha256 === undefined || name === undefined) return null
  const file_name = (backslash ? unescaped(name) : name)?.replace(/^(?:\.\/)+/, '')
  return file_name ? { file_name, sha256: sha256.toLowerCase() } : null
}

const escapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' }

const unescaped = (name: string): string | null =>
  /^(?:[^\\]|\\[\\nr])*$/.test(name) ? name.replace(/\\./g, (pair) => escapes[pair] ?? '') : null

/** Lines without LF. Of one that is longer than `maxLineBytes` there is one byte more than that. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let read = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    read += chunk.length
    if (read > maxReceiptBytes) throw new ReceiptTooLarge(`A receipt has at most ${maxReceiptBytes} bytes`)
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield within(rest, chunk.subarray(from, end))
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = within(rest, chunk.subarray(from))
  }
  if (rest.length > 0) yield rest
}

const within = (rest: Buffer, more: Uint8Array): Buffer =>
  Buffer.concat([rest, more.subarray(0, Math.max(0, maxLineBytes + 1 - rest.length))])
