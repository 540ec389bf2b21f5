import { type CarrierMapping, carrierDelimiters } from '@holdfast/contract'

type Encoding = CarrierMapping['encoding']

/** How much of a file is read to detect its format. */
export const lookedAtBytes = 64 * 1024

/** Byte order marks of UTF-16. */
const byteOrderMarks: readonly [Encoding, number, number][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

const markedEncoding = ([first, second]: Uint8Array): Encoding | undefined =>
  byteOrderMarks.find(([, one, two]) => first === one && second === two)?.[0]

/** Largest share of control characters in a text file. Spreadsheets, archives and UTF-16 without a byte order mark have more. */
const mostControls = 0.05
const tab = 9
const carriageReturn = 13
const space = 32

/** Whether a file can be text in one of the encodings that are read. */
export const isText = (beginning: Uint8Array): boolean => {
  if (markedEncoding(beginning)) return true
  const controls = beginning.reduce(
    (count, byte) => (byte < space && (byte < tab || byte > carriageReturn) ? count + 1 : count),
    0,
  )
  return controls <= beginning.length * mostControls
}

/**
 * What a file seems to be: UTF-16 if it begins so, text of Windows if it is not UTF-8, with the delimiter that most of its first lines have
 * equally often.
 */
export const detectFormat = (file: Uint8Array): Pick<CarrierMapping, 'delimiter' | 'encoding'> => {
  const beginning = file.subarray(0, lookedAtBytes)
  const encoding = markedEncoding(beginning) ?? (isUtf8(beginning) ? 'utf-8' : 'windows-1252')
  const lines = new TextDecoder(encoding).decode(beginning).split(/\r?\n/).slice(0, 20).filter(Boolean)
  const scored = carrierDelimiters.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1)
    const first = counts[0] ?? 0
    return { delimiter, score: first === 0 ? 0 : counts.filter((count) => count === first).length * 100 + first }
  })
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one))
  return { encoding, delimiter: best.delimiter }
}

/** The last characters may be cut. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
